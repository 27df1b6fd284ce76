import { type Expansion, QUESTIONS_FILE } from "../document/expansion.ts";
import { hashBytes } from "../files/hash_bytes.ts";
import { resolvePath } from "../files/paths.ts";
import { readTextFile } from "../files/read_text_file.ts";
import {
  parseQuestionsFile,
  type QuestionsRow,
  sectionKey,
} from "./questions_file.ts";
import { sectionHash } from "./section_hash.ts";

/** A section as questions are written for it. */
export interface AskedSection {
  /** The document's path. */
  path: string;
  anchor: string;
  /** Its slice of the document. */
  text: string;
}

/** The questions of a folder of documents, and how far they cover the sections. */
export class FolderQuestions {
  /** Absolute path of the file, which need not exist. */
  readonly file: string;
  /** By {@linkcode sectionKey}. */
  readonly rows: Map<string, QuestionsRow>;
  /** Of the file's content; undefined without a file. */
  readonly hash: string | undefined;

  /**
   * Reads the questions file of a folder.
   *
   * @param root The folder that the paths of documents are relative to, absolute.
   * @throws {UserError} it cannot be read, or a line of it is no row
   */
  constructor(root: string) {
    this.file = resolvePath(root, QUESTIONS_FILE);
    const text = readTextFile(this.file);
    this.rows = parseQuestionsFile(text ?? "", this.file);
    this.hash = text === undefined
      ? undefined
      : hashBytes(new TextEncoder().encode(text)).slice(0, 16);
  }

  /** What was written for a section, and whether its text is still the same. */
  find(section: AskedSection): { state: RowState; row?: QuestionsRow } {
    const row = this.rows.get(sectionKey(section));
    if (section.text.trim() === "") return { state: "empty" };
    if (row === undefined || Object.keys(row.questions).length === 0) {
      return { state: "missing" };
    }
    const isSame = row.hash === sectionHash(section.text);
    return { state: isSame ? "current" : "stale", row };
  }
}

/** `empty`: a section without text, which needs no questions. */
export type RowState = "current" | "stale" | "missing" | "empty";

/** Number of questions in all languages. */
export function questionCount({ questions }: Expansion): number {
  return Object.values(questions)
    .reduce((sum, list) => sum + list.length, 0);
}
