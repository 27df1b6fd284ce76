import type { ExpansionCounts } from "../document/expansion.ts";
import { expansionText } from "./expansion_text.ts";
import {
  type AskedSection,
  type FolderQuestions,
  questionCount,
} from "./folder_questions.ts";

/** Gives a build the text by which each section is found, and counts. */
export class ExpansionSource {
  readonly #questions: FolderQuestions;
  readonly #counts = { sections: 0, questions: 0, stale: 0, missing: 0 };

  constructor(questions: FolderQuestions) {
    this.#questions = questions;
  }

  /** The text for a section; "" where questions are missing or stale. */
  of(section: AskedSection): string {
    const { state, row } = this.#questions.find(section);
    if (state === "stale" || state === "missing") this.#counts[state]++;
    if (state !== "current") return "";
    this.#counts.sections++;
    this.#counts.questions += questionCount(row!);
    return expansionText(row!);
  }

  /** Counts of all sections so far. */
  counts(): ExpansionCounts {
    return { ...this.#counts, hash: this.#questions.hash ?? "" };
  }
}
