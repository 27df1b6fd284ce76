import type { Document } from "../document/document.ts";
import { markupOf } from "../document/markup.ts";
import { markdownOutline } from "./markdown_outline.ts";
import type { Outline } from "../document/outline.ts";
import { type CutOptions, type Passage, passages } from "./passages.ts";
import { sections, type SectionSpan } from "./sections.ts";
import { textOutline } from "./text_outline.ts";

export type { CutOptions, Passage } from "./passages.ts";

/** A section: what the model reads, and the passages that it is searched by. */
export interface Section extends SectionSpan {
  /** In order, without a gap; together they are the section. */
  passages: Passage[];
}

/** A document, cut. */
export interface CutDocument {
  /** The document's own title, else its first h1, else its file's name. */
  title: string;
  sections: Section[];
}

/**
 * Cuts a document into sections and these into passages. Both are slices of
 * `document.text`; joining the sections gives the text back from the first
 * one's start to its end.
 *
 * @throws {RangeError} if the sizes are impossible; see `passages`.
 */
export function cut(document: Document, options: CutOptions): CutDocument {
  const { text, bodyStart } = document;
  const outline = document.outline ?? outlineOf(document);
  return {
    title: document.title?.trim() || titleOf(document, outline),
    sections: sections(text, bodyStart, outline).map((section) => ({
      ...section,
      passages: passages(text, section.start, section.end, outline, options),
    })),
  };
}

function outlineOf({ format, text, bodyStart }: Document): Outline {
  const markup = markupOf(format);
  return markup === undefined
    ? textOutline(text, bodyStart)
    : markdownOutline(text, bodyStart, { mdx: markup === "mdx" });
}

function titleOf({ path, file }: Document, { headings }: Outline): string {
  const first = headings.find(({ depth, nested, plain }) =>
    depth === 1 && !nested && plain !== ""
  );
  if (first) return first.plain;
  // A row's id is no file name: a dot in it begins no extension.
  if (path !== file) return path;
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.replace(/(?<=.)\.[^.]*$/, "");
}
