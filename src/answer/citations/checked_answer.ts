/** A section as it was sent to the model. */
export interface SentSection {
  /** From 1; the `[n]` of the prompt. */
  number: number;
  id: string;
  path: string;
  anchor: string;
  url: string;
  title: string;
  headingPath: string[];
  /** Lines of the file that the text begins and ends on, from 1. */
  startLine: number;
  endLine: number;
  /**
   * The file's line of each line of `text`, where they do not simply follow
   * `startLine`: text that was extracted from a page, rows of JSON Lines.
   */
  lines?: readonly number[];
  /** The exact slice that was sent. */
  text: string;
}

/** Where a claim stands in the documents. */
export interface Citation {
  id: string;
  path: string;
  start_line: number;
  end_line: number;
  /** The sentences, row or lines of code that say it: an exact slice. */
  quote: string;
}

/** A statement of an answer. */
export interface Claim {
  /** As the model wrote it, without citations. */
  text: string;
  /** Those of the model's citations that hold; none is added. */
  citations: Citation[];
  /** Whether a section supports it, cited or not. */
  supported: boolean;
}

/** An answer whose remaining citations hold. */
export interface CheckedAnswer {
  /** Without false citations and the model's list of sources, with marks on what nothing supports. */
  answer: string;
  claims: Claim[];
  /** Numbers of the sections that are cited and support what cites them, in order of first use. */
  cited: number[];
  /** What was changed, for people. */
  warnings: string[];
}
