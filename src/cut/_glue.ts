import { GLUE_COST } from "./_cut_costs.ts";
import { type Element, isHeading, isProse } from "./_section_lines.ts";

const COLON_END = /[:：][*_~`]*\s*$/;
const OPENER =
  /^[ \t>]*(?::{3,}[ \t]*[\w{][^\r\n]*|<(?![/!?])(?:[^>]*[^>/])?>)\s*$/;
const CLOSER = /^[ \t>]*(?::{3,}|<\/[^>]*>)\s*$/;
/** A wrapper's tag or marker is not longer. */
const LONGEST_WRAPPER = 200;

/** What it costs, besides, to part `element` from the one before it. */
export function glueCost(
  text: string,
  previous: Element | undefined,
  element: Element,
): number {
  if (!previous) return 0;
  if (isHeading(previous)) {
    if (!isHeading(element)) return GLUE_COST.never;
    return previous.depth < element.depth ? GLUE_COST.subheading : 0;
  }
  if (isHeading(element)) {
    return isWrapper(text, previous, OPENER) ? GLUE_COST.wrapper : 0;
  }
  if (isWrapper(text, element, CLOSER)) return GLUE_COST.wrapper;
  if (!isProse(previous)) return 0;
  const tail = text.slice(
    Math.max(previous.start, previous.end - 20),
    previous.end,
  );
  const colon = COLON_END.test(tail) ? GLUE_COST.colon : 0;
  if (element.kind === "code") return colon + GLUE_COST.introducedCode;
  if (element.kind === "table") return colon + GLUE_COST.introducedTable;
  if (isWrapper(text, previous, OPENER)) return GLUE_COST.wrapper;
  return colon && element.kind === "list_item"
    ? GLUE_COST.introducedList
    : colon;
}

function isWrapper(text: string, element: Element, pattern: RegExp): boolean {
  return isProse(element) && element.end - element.start < LONGEST_WRAPPER &&
    pattern.test(text.slice(element.start, element.end));
}
