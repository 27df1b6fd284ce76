import { sentences } from "../text/sentences.ts";
import {
  type MarkdownBlock,
  markdownBlocks,
  withoutCode,
} from "./markdown_blocks.ts";

/** What a unit of a text is; `columns` is the header row of a table. */
export type UnitKind = "sentence" | "code" | "row" | "columns" | "heading";

/** A sentence, a code block, a table row or a heading: `text[start, end)`. */
export interface TextUnit {
  kind: UnitKind;
  start: number;
  /** Without white space at the end. */
  end: number;
  /** Whether a list item begins with it; its marker is included. */
  item: boolean;
}

const NO_TEXT = /^[\s|:\-=*_>#]*$/;

/**
 * Splits a Markdown text into what can be quoted by itself, in order. Lines of a
 * paragraph belong together, and a code block is one unit. Code and full stops
 * in it split nothing.
 */
export function textUnits(text: string): TextUnit[] {
  const blocks = markdownBlocks(text);
  const shown = withoutCode(text, blocks);
  return blocks.flatMap((block) => unitsOf(shown, block))
    .map((unit) => ({
      ...unit,
      end: unit.start + text.slice(unit.start, unit.end).trimEnd().length,
    })).filter(({ start, end }) => !NO_TEXT.test(text.slice(start, end)));
}

function unitsOf(
  shown: string,
  { kind, start, end, from, to }: MarkdownBlock,
): TextUnit[] {
  switch (kind) {
    case "rule":
      return [];
    case "paragraph":
    case "item": {
      // The marker of an item is before `from`.
      const marked = start < from;
      return sentences(shown, from, to).map(([first, last], at) => ({
        kind: "sentence",
        start: at === 0 && marked ? start : first,
        end: last,
        item: at === 0 && marked,
      }));
    }
    default:
      return [{ kind, start, end, item: false }];
  }
}
