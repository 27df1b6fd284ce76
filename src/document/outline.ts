/**
 * What a reader knows of a document's structure: its headings and its leaf
 * blocks, as spans of the text. All offsets are UTF-16 units of
 * `Document.text`; a byte order mark and the front matter count.
 */

/** A heading of any depth. */
export interface Heading {
  /** 1 to 6. */
  depth: number;
  /**
   * The source text without markers, closing hashes, explicit id and comments;
   * inline markup is kept, the line ends of a setext heading become spaces.
   */
  text: string;
  /** The text as rendered: no markup. */
  plain: string;
  /** Distinct within the document and never empty. */
  anchor: string;
  /** Where its first line starts, indentation included (nested: its marker). */
  start: number;
  /** The end of its last line, without the line end. */
  end: number;
  /** Inside a list item or a quote: never cuts a section. */
  nested: boolean;
}

/**
 * - `list_item`: the first paragraph of a list item, from the item's marker.
 * - `html`: raw HTML or JSX; the text in it is content.
 * - `hidden`: comments, scripts, styles, import and export statements: kept in
 *   the text, never indexed, never shown.
 */
export type BlockKind =
  | "paragraph"
  | "code"
  | "table"
  | "list_item"
  | "html"
  | "hidden"
  | "rule";

/**
 * A leaf block. Blocks are in order and do not overlap: a comment inside a
 * paragraph splits it into three. Headings are no blocks, but a comment inside
 * a heading is.
 */
export interface Block {
  kind: BlockKind;
  /** Where its first line starts, or its first character behind a container's marker. */
  start: number;
  /** The end of its last line, without the line end. */
  end: number;
  /**
   * Only fenced code: the opening fence (``` or longer), its info string, and
   * whether a fence closes it.
   */
  fence?: { marker: string; info: string; closed: boolean };
}

/** The structure of one document. */
export interface Outline {
  headings: Heading[];
  blocks: Block[];
}

/** A heading or a leaf block. */
export type OutlineElement = Heading | Block;
