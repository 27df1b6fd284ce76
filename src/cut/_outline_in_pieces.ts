import { parse, postprocess, preprocess } from "micromark";
import { gfmTable } from "micromark-extension-gfm-table";
import { Anchors } from "./anchors.ts";
import { type Extension, mdxSyntax, type Source } from "./_mdx_syntax.ts";
import { outlineOfEvents, type PartOutline } from "./_outline_events.ts";
import type { Outline } from "./outline.ts";

/** Only blocks are wanted: without these, inline text is one token. */
const BLOCKS_ONLY: Extension = {
  disable: {
    null: [
      "attention",
      "autolink",
      "codeText",
      "hardBreakEscape",
      "htmlText",
      "labelStartImage",
      "labelStartLink",
      "labelEnd",
    ],
  },
};

// A column-0 ATX heading behind a blank line closes every container, paragraph
// and table, so what is before it can be parsed alone; only an open fence or
// raw HTML could reach across.
const PIECE_START =
  /(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r(?!\n))(?=#{1,6}[ \t\r\n])/g;

/**
 * The outline of Markdown, parsed in pieces so that memory stays bounded: the
 * parser needs about a hundred bytes for each byte that it holds.
 *
 * @param pieceSize UTF-16 units from which on a piece ends at the next place
 *   that can end it.
 */
export function outlineInPieces(
  text: string,
  bodyStart: number,
  mdx: boolean,
  pieceSize: number,
): Outline {
  const anchors = new Anchors();
  const outline: Outline = { headings: [], blocks: [] };
  const budget = { left: 4 * text.length + 10_000 };
  // micromark drops a byte order mark without counting it.
  let start = text.charCodeAt(bodyStart) === 0xFEFF ? bodyStart + 1 : bodyStart;
  for (let size = pieceSize; start < text.length;) {
    PIECE_START.lastIndex = start + size;
    const end = PIECE_START.test(text) ? PIECE_START.lastIndex : text.length;
    const source: Source = { text, start, end, budget, crossed: false };
    const part = parsePiece(source, mdx);
    if (end < text.length && (part.open || source.crossed)) {
      // Doubling keeps the sum of the attempts linear.
      size = 2 * (end - start);
      continue;
    }
    for (const { explicit, ...heading } of part.headings) {
      const anchor = anchors.anchor(heading.plain, explicit);
      outline.headings.push({ ...heading, anchor });
    }
    for (const block of part.blocks) outline.blocks.push(block);
    start = end;
    size = pieceSize;
  }
  return outline;
}

function parsePiece(source: Source, mdx: boolean): PartOutline {
  const { text, start, end } = source;
  const extensions = [gfmTable(), BLOCKS_ONLY];
  if (mdx) extensions.push(mdxSyntax(source));
  const chunks = preprocess()(text.slice(start, end), undefined, true);
  const events = parse({ extensions }).document().write(chunks);
  for (const [, token] of events) {
    for (const [, child] of token._tokenizer?.events ?? []) {
      delete child.contentType;
    }
  }
  return outlineOfEvents(postprocess(events), text, start, mdx);
}
