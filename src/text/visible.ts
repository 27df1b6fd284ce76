/**
 * Text from documents made fit for a terminal.
 *
 * @module
 */

/** Control characters, and those that reorder the text around them. */
// deno-lint-ignore no-control-regex -- they are what is looked for.
const unsafe = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Words for one line of a report: runs of white space become one space, and
 * unsafe characters are taken out, so that no document can move the cursor or
 * dress up as something else.
 */
export function visible(text: string): string {
  return text.replace(/\s+/g, " ").replace(unsafe, "").trim();
}

/** A path: unsafe characters are shown by number, everything else stays. */
export function printable(path: string): string {
  return path.replace(
    unsafe,
    (character) =>
      `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A text of several lines: unsafe characters but line ends and tabs are taken out. */
export function safeText(text: string): string {
  return text.replace(
    unsafe,
    (character) => character === "\n" || character === "\t" ? character : "",
  );
}
