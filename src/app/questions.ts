import { FolderQuestions } from "../expansion/folder_questions.ts";
import {
  formatQuestionsFile,
  type QuestionsRow,
  sectionKey,
} from "../expansion/questions_file.ts";
import { readDocsJson } from "../config/docs_json.ts";
import { locateIndex } from "../config/locate_index.ts";
import type { Settings } from "../config/settings.ts";
import { replaceFile } from "../files/replace_file.ts";
import { writeAll } from "../files/write_all.ts";
import {
  type AskedSections,
  askedSections,
} from "../questions/asked_sections.ts";
import type { AppContext } from "./app_context.ts";
import { planSources } from "./build_plan.ts";
import { openLocatedIndex } from "./open_located_index.ts";

/** The documents that questions are written for. All paths are absolute. */
export interface QuestionsPlan {
  sources: string[];
  /** The folder that has the questions file. */
  root: string;
  include: string[];
  exclude: string[];
  follow: boolean;
  /** With what the `docs.json` in the root adds. */
  settings: Settings;
}

/**
 * Decides whose questions are meant: those of the sources that are named, of the
 * settings or `./docs.json`; without any, those of the index that a search would
 * read, with the include and exclude it was built with.
 *
 * @throws {UserError} there are no sources and no index
 */
export function planQuestions(
  given: readonly string[],
  settings: Settings,
  context: Pick<AppContext, "cwd" | "log">,
): QuestionsPlan {
  const { cwd, log } = context;
  const isNamed = given.length > 0 || settings.sources.value.length > 0 ||
    readDocsJson(cwd)?.sources !== undefined;
  if (!isNamed && locateIndex(settings, cwd) !== undefined) {
    using opened = openLocatedIndex(settings, context);
    const { root, sources, settings: built } = opened.index.info;
    const { include, exclude, follow } = built;
    return { ...opened, ...{ root, sources, include, exclude, follow } };
  }
  const { sources, root, settings: restricted } = planSources(
    given,
    settings,
    cwd,
    (sentence) => log.info(sentence),
  );
  return {
    ...{ sources, root, settings: restricted, follow: false },
    include: restricted.include.value,
    exclude: restricted.exclude.value,
  };
}

/** Sections of a plan, with what their questions file has. */
export interface PlannedQuestions extends AskedSections {
  questions: FolderQuestions;
}

/**
 * Reads the documents of a plan and their questions file.
 *
 * @throws {UserError} a source is missing, or a line of the file is no row
 * @throws the signal's reason
 */
export async function readQuestions(
  { root, sources, include, exclude, follow }: QuestionsPlan,
  signal?: AbortSignal,
): Promise<PlannedQuestions> {
  const questions = new FolderQuestions(root);
  const options = { root, include, exclude, follow };
  const asked = await askedSections(sources, options, questions, signal);
  return { questions, ...asked };
}

/**
 * Adds rows to the questions file of a folder, in place of those for the same
 * sections. The file is read again before, so that two programs may add to it,
 * and replaced in one step.
 *
 * @param root The folder, absolute.
 * @param removed Keys of rows that are to go.
 * @throws {UserError} it cannot be read or written
 */
export function addQuestions(
  root: string,
  rows: readonly QuestionsRow[],
  removed: readonly string[] = [],
): void {
  const { file, rows: all } = new FolderQuestions(root);
  for (const key of removed) all.delete(key);
  for (const row of rows) all.set(sectionKey(row), row);
  const bytes = new TextEncoder().encode(formatQuestionsFile(all.values()));
  replaceFile(file, 0o666, (open) => writeAll(open, bytes));
}
