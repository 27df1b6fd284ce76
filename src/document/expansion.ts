/**
 * The file with the questions of a folder of documents, in the folder that their
 * paths are relative to. It is never a document itself.
 */
export const QUESTIONS_FILE = "docs.questions.jsonl";

/**
 * What a section can be found by beside its own words: document expansion
 * (doc2query; Nogueira, Yang, Lin, Cho 2019, https://arxiv.org/abs/1904.08375).
 * It is searched, and never shown, quoted or sent to a model.
 */
export interface Expansion {
  /** Questions that the section answers, by language (`ja`, `en`). */
  questions: Readonly<Record<string, readonly string[]>>;
  /** Other words for what it is about. */
  terms: readonly string[];
}

/** How far the sections of some documents have questions. */
export interface ExpansionCounts {
  /** Sections that have current ones. */
  sections: number;
  /** Questions of these. */
  questions: number;
  /** Sections whose text has changed since; what was written for them is not used. */
  stale: number;
  /** Sections that have none. */
  missing: number;
  /** Of the file's content: SHA-256, the first 16 hex digits. */
  hash: string;
}
