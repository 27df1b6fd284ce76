import type { ExpansionCounts } from "../document/expansion.ts";
import { ExpansionSource } from "../expansion/expansion_source.ts";
import { FolderQuestions } from "../expansion/folder_questions.ts";
import type { PackedIndex } from "../index/packed_index.ts";

/** How far the sections of an index have questions, by the file as it is now. */
export interface QuestionsStatus extends ExpansionCounts {
  /** Absolute path of the file. */
  file: string;
  /** Whether the index was built with this content of it. */
  is_built: boolean;
}

/**
 * Compares the questions file in the root of an index with its sections.
 *
 * @returns null where there is no such file now, and was none at the build
 * @throws {UserError} the file cannot be read
 */
export function questionsStatus(index: PackedIndex): QuestionsStatus | null {
  const { root, sections, expansion } = index.info;
  const questions = new FolderQuestions(root);
  if (questions.hash === undefined && expansion === undefined) return null;
  const source = new ExpansionSource(questions);
  for (let section = 0; section < sections; section++) {
    const { document, anchor, start, end } = index.section(section);
    const { path } = index.document(document);
    source.of({ path, anchor, text: index.text(document, start, end) });
  }
  const counts = source.counts();
  return {
    file: questions.file,
    ...counts,
    is_built: counts.hash === (expansion?.hash ?? ""),
  };
}
