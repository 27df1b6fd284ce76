import { parse, postprocess, preprocess } from "micromark";
import { gfmTable } from "micromark-extension-gfm-table";
import { lineEnd } from "./_javascript.ts";
import {
  type Extension,
  type MdxSource,
  mdxSyntax,
  rawBlockSyntax,
} from "./_mdx_syntax.ts";
import {
  type Leaf,
  leavesOfEvents,
  withoutBlankLines,
} from "./_outline_events.ts";
import { leadOf, openEnd, pieceEnd } from "./_pieces.ts";

/** Only blocks are wanted: these are read as plain text. */
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

/** UTF-16 units. */
const LONG_LINE = 50_000;

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * The headings and leaf blocks of Markdown, in order. It is parsed in pieces,
 * so that memory stays bounded: the parser needs about a hundred bytes for each
 * that it holds.
 *
 * @param pieceSize UTF-16 units from which on a piece ends at the next place
 *   that can end it.
 */
export function markdownLeaves(
  text: string,
  bodyStart: number,
  mdx: boolean,
  pieceSize: number,
): Leaf[] {
  const leaves: Leaf[] = [];
  const budget = { left: 4 * text.length + 10_000 };
  let start = text[bodyStart] === BYTE_ORDER_MARK ? bodyStart + 1 : bodyStart;
  let lead = "";
  for (let size = pieceSize; start < text.length;) {
    const end = pieceEnd(text, start + size);
    const source = { text, start, end, lead, budget };
    const piece = parsePiece(source, mdx);
    const last = piece.at(-1) ?? (lead ? leaves.at(-1) : undefined);
    let next = end;
    if (last && !last.nested && end < text.length) {
      const reach = openEnd(text, end, last, budget, mdx);
      if (reach !== undefined) {
        last.end = withoutBlankLines(text, last.start, reach);
        next = reach;
      }
    }
    const nextLead = next === end ? leadOf(text, end, last) : "";
    if (nextLead === undefined && end < text.length) {
      // Doubling keeps the sum of the attempts linear.
      size = 2 * (end - start);
      continue;
    }
    append(leaves, piece, start);
    start = next;
    lead = nextLead ?? "";
    size = pieceSize;
  }
  return leaves;
}

function parsePiece(source: MdxSource, mdx: boolean): Leaf[] {
  const { text, start, end, lead } = source;
  const piece = lead + text.slice(start, end);
  const extensions = [BLOCKS_ONLY];
  // What has such a line is no table, but would be taken apart at each "|".
  if (!hasLongLine(piece)) extensions.push(gfmTable());
  extensions.push(mdx ? mdxSyntax(source) : rawBlockSyntax(source));
  // micromark drops a byte order mark at the start without counting it. It gets
  // one to drop, so that it leaves one of the text alone.
  const chunks = preprocess()(BYTE_ORDER_MARK + piece, undefined, true);
  const events = parse({ extensions }).document().write(chunks);
  // What is left to be tokenized is inline text, which nobody asks for. All
  // lines of one run of blocks name the same tokenizer.
  let flow: (typeof events)[number][1]["_tokenizer"];
  for (const [, token] of events) {
    if (!token._tokenizer || token._tokenizer === flow) continue;
    flow = token._tokenizer;
    for (const [, child] of flow.events) child.contentType = undefined;
  }
  return leavesOfEvents(postprocess(events), text, start - lead.length, start);
}

function hasLongLine(piece: string): boolean {
  for (let at = 0; at < piece.length;) {
    const end = lineEnd(piece, at);
    if (end - at > LONG_LINE) return true;
    at = end + 1;
  }
  return false;
}

/** Adds a piece; a leaf that began in its lead goes on with the last one. */
function append(leaves: Leaf[], piece: Leaf[], start: number): void {
  for (const leaf of piece) {
    if (leaf.start >= start) {
      leaves.push(leaf);
    } else if (leaf.heading) {
      // The paragraph turns out to be the first lines of a setext heading.
      const paragraph = leaves.pop()!;
      leaf.start = paragraph.start;
      leaf.heading.content[0] = paragraph.start;
      leaves.push(leaf);
    } else if (leaf.end > start) {
      leaves.at(-1)!.end = leaf.end;
    }
  }
}
