import { anyOf } from "./_word_pattern.ts";
import { SOURCE_LIST_HEADINGS } from "./words/references.ts";

const HEADING = new RegExp(
  String.raw`^[ \t>]*(?:#{1,6}[ \t]*)?(?:[-*+][ \t]+)?(?:\*\*|__)?[【\[]?` +
    anyOf([...SOURCE_LIST_HEADINGS.en, ...SOURCE_LIST_HEADINGS.ja]) +
    String.raw`[】\]]?(?:\*\*|__)?[ \t]*(?:[:：][ \t]*)?(?:\*\*|__)?`,
  "i",
);
const ENTRY =
  /^[ \t>]*(?:[-*+•・]|\d{1,3}[.)．])?[ \t　]*(?:\*\*|__)?(?:[\[［【(（]|https?:|<|`|\S{1,200}\.(?:mdx?|html?|txt|jsonl)\b)/i;
const LIST_ITEM = /^[ \t>]*(?:[-*+•・]|\d{1,3}[.)．])[ \t　]+\S/;

/**
 * Where the list of sources that a model put at the end of its answer begins
 * and ends, if there is one.
 *
 * @param shown the answer with code hidden
 */
export function sourceListLines(shown: string): [number, number] | null {
  let end = shown.length;
  const lines: [number, number][] = [];
  for (let at = 0; at < shown.length;) {
    const stop = shown.indexOf("\n", at);
    end = stop < 0 ? shown.length : stop;
    lines.push([at, end]);
    at = end + 1;
  }
  // The last head from which on everything is entries.
  let last = lines.length - 1;
  for (let i = lines.length - 1, entries = 0; i >= 0; i--) {
    const line = shown.slice(...lines[i]!);
    if (line.trim() === "" || /^[ \t]*(?:[-*_][ \t]*){3,}$/.test(line)) {
      continue;
    }
    const head = HEADING.exec(line);
    if (head !== null) {
      const rest = line.slice(head[0].length);
      const titled = rest.trim() === "" && entries > 0;
      const inline = /[:：]/.test(head[0]) &&
        /^[\s*_]*(?:[\[［【<]|https?:)/.test(rest);
      if (titled || inline) {
        let from = i;
        while (
          from > 0 &&
          /^[ \t]*(?:(?:[-*_][ \t]*){3,})?$/.test(
            shown.slice(...lines[from - 1]!),
          )
        ) {
          from--;
        }
        return [
          lines[from]![0],
          last === lines.length - 1 ? shown.length : lines[last]![1],
        ];
      }
    }
    if (!ENTRY.test(line) && !LIST_ITEM.test(line)) {
      if (entries > 0 || lines.length - i > 8) return null;
      // A closing remark may follow the list.
      last = i - 1;
      continue;
    }
    entries++;
  }
  return null;
}
