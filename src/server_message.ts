import { shortened } from "./text/quoted.ts";

/**
 * What a server said, as one short line that is safe to print.
 *
 * @param data an answer's body: text, or JSON, parsed or not
 * @param key masked wherever it is repeated
 */
export function serverMessage(data: unknown, key?: string): string {
  let text = messageIn(data);
  if (key) text = text.replaceAll(key, "…");
  // deno-lint-ignore no-control-regex -- a server must not draw on the terminal.
  text = text.replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, " ").trim();
  return shortened(text, 200);
}

/** `{error: {message}}` of OpenAI and Google, `{error}` of Ollama, `{message}`, `{detail}`. */
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
