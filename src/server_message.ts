import { shortened } from "./text/quoted.ts";

/**
 * The error message in a server's response, as one line of at most 200
 * characters that is safe to print: no control characters, no API key.
 *
 * @param data the response's body: text, or JSON, parsed or not
 * @param key API key; masked wherever the server repeats it
 */
export function serverMessage(data: unknown, key?: string): string {
  let text = messageIn(data);
  if (key) text = text.replaceAll(key, "…");
  // deno-lint-ignore no-control-regex -- no escape sequences from a server on the terminal.
  text = text.replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, " ").trim();
  return shortened(text, 200);
}

/** Knows `{error: {message}}` (OpenAI, Google), `{error}` (Ollama), `{message}`, `{detail}`. */
function messageIn(data: unknown): string {
  if (typeof data === "string") {
    try {
      return messageIn(JSON.parse(data));
    } catch {
      return data;
    }
  }
  if (typeof data !== "object" || data === null) return "";
  const { error, message, detail } = data as Record<string, unknown>;
  const inner = error ?? message ?? detail;
  return inner === undefined ? JSON.stringify(data) : messageIn(
    typeof inner === "object" || typeof inner === "string" ? inner : `${inner}`,
  );
}
