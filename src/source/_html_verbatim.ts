import { isDropped } from "./_html_content.ts";
import { type HtmlElement, lineOfText, walkHtml } from "./_html_node.ts";

/** Elements whose white space counts. */
export const PREFORMATTED = new Set(["pre", "listing", "xmp", "plaintext"]);

/**
 * The text of a preformatted element as it is, less blank lines around it.
 *
 * @returns `""` for a blank one; and the 1-based source line of each line.
 */
export function verbatim(
  element: HtmlElement,
): { text: string; lines: number[] } {
  const rows = [{ text: "", line: 0 }];
  walkHtml(element, {
    enter: (part) => {
      if (part.tagName === "br") rows.push({ text: "", line: 0 });
      return !isDropped(part);
    },
    text: (part) => {
      const first = lineOfText(part);
      part.value.split("\n").forEach((piece, i) => {
        if (i > 0) rows.push({ text: "", line: 0 });
        const row = rows[rows.length - 1]!;
        row.text += piece;
        row.line ||= first + i;
      });
    },
  });
  const isBlank = ({ text }: { text: string }) => text.trim() === "";
  while (rows.length > 0 && isBlank(rows[rows.length - 1]!)) rows.pop();
  while (rows.length > 0 && isBlank(rows[0]!)) rows.shift();
  const start = element.sourceCodeLocation?.startLine ?? 1;
  return {
    text: rows.map(({ text }) => text).join("\n").trimEnd(),
    lines: rows.map(({ line }) => line || start),
  };
}
