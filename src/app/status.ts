import { verifyCarried } from "../artifact/verify_carried.ts";
import type { SettingDescription, Settings } from "../config/settings.ts";
import type { IndexInfo } from "../index/layout.ts";
import { UserError } from "../user_error.ts";
import type { AppContext } from "./app_context.ts";
import { openLocatedIndex } from "./open_located_index.ts";
import { type QuestionsStatus, questionsStatus } from "./questions_status.ts";
import { type Staleness, staleness } from "./staleness.ts";
import type { UpstreamReport } from "./upstream_status.ts";

/** The JSON of `docs status --json`. */
export interface Status {
  /** null if there is none or it cannot be opened. */
  index: { path: string; from: string; info: IndexInfo } | null;
  /** Whether all checksums match. */
  intact: boolean;
  /** What is wrong, if anything, and what to do about it. */
  error: { code: "failed"; message: string; hint: string | null } | null;
  /** Parts of the index, each checked against its checksums. */
  parts: { part: string; bytes: number; ok: boolean }[];
  /** Assets embedded in the program, and which are damaged; none when run from source. */
  program: { parts: number; damaged: string[] };
  /** null when there is no index. */
  files: Staleness | null;
  /** How far the sections have questions now; null without an index or such a file. */
  questions: QuestionsStatus | null;
  /** Other MCP servers that are configured. */
  upstreams: UpstreamReport[];
  settings: Omit<SettingDescription, "shown">[];
}

/** The result of `status`. */
export interface Examined {
  /** Without `upstreams` and `settings`, which the caller fills in. */
  report: Status;
  /** With the restrictions of the index, if it could be opened. */
  settings: Settings;
}

/**
 * Checks the index that the settings select, its source files, and the
 * program's assets. Problems are part of the report.
 */
export async function status(
  loaded: Settings,
  context: Pick<AppContext, "cwd" | "log">,
): Promise<Examined> {
  const program = verifyCarried();
  const report: Status = {
    index: null,
    intact: program.every(({ ok }) => ok),
    error: null,
    parts: [],
    program: {
      parts: program.length,
      damaged: program.filter(({ ok }) => !ok).map(({ part }) => part),
    },
    files: null,
    questions: null,
    upstreams: [],
    settings: [],
  };
  let settings = loaded;
  let problem: string | undefined;
  let next: string | undefined;
  try {
    using opened = openLocatedIndex(loaded, context);
    const { index, from } = opened;
    settings = opened.settings;
    report.index = { path: index.path, from, info: index.info };
    report.parts = index.verify();
    if (report.parts.every(({ ok }) => ok)) {
      report.files = await staleness(index);
      report.questions = questionsStatus(index);
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    report.intact = false;
    problem = error.message;
    next = error.next;
  }
  const damaged = [...report.parts, ...program]
    .filter(({ ok }) => !ok).map(({ part }) => part);
  if (damaged.length > 0) {
    report.intact = false;
    problem ??= `damaged: ${damaged.join(", ")}`;
    next ??= report.parts.every(({ ok }) => ok)
      ? "Get this program again."
      : "Build the index again: docs build FOLDER -o FILE";
  }
  if (problem !== undefined) {
    report.error = { code: "failed", message: problem, hint: next ?? null };
  }
  return { report, settings };
}
