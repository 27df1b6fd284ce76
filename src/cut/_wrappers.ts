import type { OutlineElement } from "../document/outline.ts";

const OPENER =
  /^[ \t>]*(?::{3,}[ \t]*[\w{][^\r\n]*|<(?![/!?])(?:[^>]*[^>/])?>)\s*$/;
const CLOSER = /^[ \t>]*(?::{3,}|<\/[^>]*>)\s*$/;
/** A wrapper's tag or marker is not longer, in UTF-16 units. */
const LONGEST = 1000;

/** Whether the block is only what opens a wrapper: `<Tabs>` or `::: tip`. */
export function isOpener(text: string, element: OutlineElement): boolean {
  return matches(text, element, OPENER);
}

/** Whether the block is only what closes a wrapper: `</Tabs>` or `:::`. */
export function isCloser(text: string, element: OutlineElement): boolean {
  return matches(text, element, CLOSER);
}

function matches(
  text: string,
  element: OutlineElement,
  pattern: RegExp,
): boolean {
  return "kind" in element &&
    (element.kind === "html" || element.kind === "paragraph") &&
    element.end - element.start < LONGEST &&
    pattern.test(text.slice(element.start, element.end));
}
