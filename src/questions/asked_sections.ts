import { cut } from "../cut/cut.ts";
import { detectLanguage } from "../text/detect_language.ts";
import { readSources, type SourceOptions } from "../source/read_sources.ts";
import type {
  FolderQuestions,
  RowState,
} from "../expansion/folder_questions.ts";
import { sectionKey } from "../expansion/questions_file.ts";
import { sectionHash } from "../expansion/section_hash.ts";

/** A section that questions can be written for. */
export interface SectionToAsk {
  /** The document's path, relative to the root. */
  path: string;
  anchor: string;
  /** Of its text, see `sectionHash`. */
  hash: string;
  title: string;
  /** Its h1 and h2, outermost first. */
  headingPath: string[];
  /** The languages that questions are wanted in: its own first. */
  languages: [own: string, other: string];
  text: string;
  state: Exclude<RowState, "empty">;
}

/** The sections of some sources, and the lines of their questions file that fit none. */
export interface AskedSections {
  sections: SectionToAsk[];
  /** Keys of lines whose section is no more. */
  orphaned: string[];
}

/**
 * Reads and cuts the sources as a build does, and compares the sections with what
 * the questions file has for them. Files that a build skips have no sections.
 *
 * @throws {UserError} a source is missing
 * @throws the signal's reason
 */
export async function askedSections(
  sources: string[],
  options: SourceOptions,
  questions: FolderQuestions,
  signal?: AbortSignal,
): Promise<AskedSections> {
  const sections: SectionToAsk[] = [];
  const orphaned = new Set(questions.rows.keys());
  for await (const item of readSources(sources, options)) {
    signal?.throwIfAborted();
    if (item.kind !== "document") continue;
    const { document } = item;
    const { path, text, bodyStart } = document;
    const pieces = cut(document, { passageSize: 500, overlap: 100 });
    const sample = text.slice(bodyStart, bodyStart + 20_000);
    const lang = document.lang ?? detectLanguage(sample);
    for (const { anchor, headingPath, start, end } of pieces.sections) {
      const slice = text.slice(start, end);
      orphaned.delete(sectionKey({ path, anchor }));
      const { state } = questions.find({ path, anchor, text: slice });
      if (state === "empty") continue;
      sections.push({
        ...{ path, anchor, hash: sectionHash(slice), title: pieces.title },
        ...{ headingPath, languages: languagesFor(lang), text: slice, state },
      });
    }
  }
  return { sections, orphaned: [...orphaned] };
}

/** The language of a section, and the one that people are most likely to ask in beside it. */
function languagesFor(lang: string): [string, string] {
  const own = /^[a-z]{2,3}/.exec(lang.toLowerCase())?.[0] ?? "en";
  return [own, own === "en" ? "ja" : "en"];
}
