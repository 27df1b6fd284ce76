/**
 * A mark that fences data off in a prompt. It is made from the data, so that
 * nothing in them can hold it.
 *
 * @param data what is to be fenced off, as JSON has it
 * @returns `document-` and 12 hexadecimal digits of its SHA-256
 */
export async function fenced(data: unknown): Promise<string> {
  const digest = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(JSON.stringify(data)),
  );
  const hex = [...new Uint8Array(digest, 0, 6)]
    .map((byte) => byte.toString(16).padStart(2, "0"));
  return `document-${hex.join("")}`;
}
