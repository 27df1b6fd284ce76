import { GLUE_COST } from "./_cut_costs.ts";
import type { OutlineElement } from "../document/outline.ts";
import { isHeading, isProse } from "./_section_lines.ts";
import { isCloser, isOpener } from "./_wrappers.ts";

const COLON_END = /[:：][*_~`]*\s*$/;

/** What it costs, besides, to part `element` from the one before it. */
export function glueCost(
  text: string,
  previous: OutlineElement | undefined,
  element: OutlineElement,
): number {
  if (!previous) return 0;
  if (isHeading(previous)) {
    if (!isHeading(element)) return GLUE_COST.never;
    return previous.depth < element.depth ? GLUE_COST.subheading : 0;
  }
  if (isHeading(element)) {
    return isOpener(text, previous) ? GLUE_COST.wrapper : 0;
  }
  if (isCloser(text, element)) return GLUE_COST.wrapper;
  if (!isProse(previous)) return 0;
  const tail = text.slice(
    Math.max(previous.start, previous.end - 20),
    previous.end,
  );
  const colon = COLON_END.test(tail) ? GLUE_COST.colon : 0;
  if (element.kind === "code") return colon + GLUE_COST.introducedCode;
  if (element.kind === "table") return colon + GLUE_COST.introducedTable;
  if (isOpener(text, previous)) return GLUE_COST.wrapper;
  return colon && element.kind === "list_item"
    ? GLUE_COST.introducedList
    : colon;
}
