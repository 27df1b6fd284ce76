import { Anchors } from "../document/anchors.ts";
import { headingText, idOnNextLine, isAttributeLine } from "./_heading_text.ts";
import { hiddenInHtml, hiddenInProse, type HiddenSpan } from "./_hidden.ts";
import { markdownLeaves } from "./_leaves.ts";
import { type RawBlock, rawBlockAt } from "./_raw_blocks.ts";
import type { Leaf } from "./_outline_events.ts";
import type { Outline } from "../document/outline.ts";

/** `markdownOutline` with the size of the pieces that are parsed at once. */
export function outlineInPieces(
  text: string,
  bodyStart: number,
  mdx: boolean,
  pieceSize: number,
): Outline {
  const anchors = new Anchors();
  const outline: Outline = { headings: [], blocks: [] };
  for (const leaf of markdownLeaves(text, bodyStart, mdx, pieceSize)) {
    if (leaf.heading) addHeading(outline, leaf, text, mdx, anchors);
    else addBlocks(outline, leaf, text, mdx);
  }
  return outline;
}

function addHeading(
  outline: Outline,
  { heading, start, end, nested }: Leaf,
  text: string,
  mdx: boolean,
  anchors: Anchors,
): void {
  const { depth, content } = heading!;
  // The further lines of a setext heading, without a quote's markers.
  const source = text.slice(...content).replace(/(?:\r\n?|\n)[ \t>]*/g, " ");
  const { explicit, ...texts } = headingText(source, mdx);
  const id = explicit ?? (mdx ? undefined : idOnNextLine(text, end));
  const anchor = anchors.anchor(texts.plain, id);
  outline.headings.push({ depth, ...texts, anchor, start, end, nested });
  for (const [start, end] of hiddenInProse(text, ...content, mdx)) {
    outline.blocks.push({ kind: "hidden", start, end });
  }
}

/** The leaf as blocks: cut in pieces around what is hidden in it. */
function addBlocks(
  { blocks }: Outline,
  leaf: Leaf,
  text: string,
  mdx: boolean,
): void {
  const { start, end, fence } = leaf;
  const kind = leaf.kind === "definition" || leaf.kind === "heading"
    ? "paragraph"
    : leaf.kind === "html" && !mdx
    ? rawKind(text, start) ?? leaf.kind
    : leaf.kind;
  if (kind === "code" || kind === "rule" || kind === "hidden") {
    blocks.push({ kind, start, end, ...fence && { fence } });
    return;
  }
  const hidden: HiddenSpan[] = kind !== "html"
    ? hiddenInParagraph(text, start, end, mdx)
    : isModuleOrComment(text.slice(start, end))
    ? [[start, end]]
    : mdx
    ? hiddenInJsx(text, start, end)
    : hiddenInHtml(text, start, end);
  let at = start;
  hidden.push([end, end]);
  for (const [from, to] of hidden) {
    if (/\S/.test(text.slice(at, from))) {
      blocks.push({ kind, start: at, end: from });
    }
    if (from < to) blocks.push({ kind: "hidden", start: from, end: to });
    at = to;
  }
}

/** Comments of both kinds: `<b>{/* hidden *\/}</b>` is one block. */
function hiddenInJsx(text: string, start: number, end: number): HiddenSpan[] {
  const spans = hiddenInHtml(text, start, end);
  const others = hiddenInProse(text, start, end, true).filter(([from, to]) =>
    !spans.some((it) => it[0] < to && from < it[1])
  );
  return [...spans, ...others].sort((a, b) => a[0] - b[0]);
}

/** Comments, and in front or behind kramdown's attributes. */
function hiddenInParagraph(
  text: string,
  start: number,
  end: number,
  mdx: boolean,
): HiddenSpan[] {
  const spans = hiddenInProse(text, start, end, mdx);
  if (mdx || !text.slice(start, end).includes("{:")) return spans;
  const lines = [...text.slice(start, end).matchAll(/[^\r\n]+/g)]
    .map((it): HiddenSpan => [
      start + it.index,
      start + it.index + it[0].length,
    ]);
  const outer = lines.length < 2 ? lines : [lines[0]!, lines.at(-1)!];
  const attributes = outer.filter(([from, to]) =>
    isAttributeLine(text.slice(from, to)) &&
    !spans.some((it) => it[0] < to && from < it[1])
  );
  return [...spans, ...attributes].sort((a, b) => a[0] - b[0]);
}

/** What a site generator's raw block is: the only raw HTML that begins with a brace. */
function rawKind(text: string, start: number): RawBlock["kind"] | undefined {
  const from = start + text.slice(start, start + 99).search(/\S/);
  return rawBlockAt(text, from, { left: Infinity })?.kind;
}

/** MDX only, for CommonMark's raw HTML begins with "<". */
function isModuleOrComment(block: string): boolean {
  const first = block.trimStart();
  if (first[0] === "<") return false;
  return first[0] !== "{" ||
    /^(?:\{\s*\/\*(?:(?!\*\/)[\s\S])*\*\/\s*\}\s*)+$/.test(first);
}
