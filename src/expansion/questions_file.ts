import type { Expansion } from "../document/expansion.ts";
import { isObject } from "../is_object.ts";
import { UserError } from "../user_error.ts";
import { cleanExpansion } from "./clean_expansion.ts";

/** A line of a questions file: what was written for a section. */
export interface QuestionsRow extends Expansion {
  /** The document's path in the index. */
  path: string;
  /** The section's anchor; "" for the text before the first heading. */
  anchor: string;
  /** Of the section's text when the questions were written, see {@linkcode sectionHash}. */
  hash: string;
  /** Who wrote them: a model's name, `hand`, or what an import says. */
  model: string;
}

/** Name of a section within a questions file. */
export function sectionKey(
  { path, anchor }: { path: string; anchor: string },
): string {
  return `${path}#${anchor}`;
}

/**
 * Reads a questions file: JSON Lines, one section a line. Of two lines for a
 * section the later one counts. Questions that break a rule (see
 * {@linkcode cleanExpansion}) are left out.
 *
 * @param text The file's content.
 * @param name Its path, for messages.
 * @throws {UserError} naming the line that is no row of such a file
 */
export function parseQuestionsFile(
  text: string,
  name: string,
): Map<string, QuestionsRow> {
  const rows = new Map<string, QuestionsRow>();
  text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/).forEach((line, at) => {
    if (line.trim() === "") return;
    const row = parseRow(line);
    if (typeof row === "string") {
      throw new UserError(
        `${name}, line ${at + 1}: ${row}`,
        'A line is an object: {"path": "guide/a.md", "anchor": "install", "hash": "…", "model": "…", "questions": {"en": ["…"]}}. Mend it, or remove the line: its section then counts as missing.',
      );
    }
    rows.set(sectionKey(row), row);
  });
  return rows;
}

/** Encodes a questions file, ordered by path and anchor, so that a change shows as a few lines. */
export function formatQuestionsFile(rows: Iterable<QuestionsRow>): string {
  return [...rows]
    .sort((a, b) => compare(a.path, b.path) || compare(a.anchor, b.anchor))
    .map(({ path, anchor, hash, model, questions, terms }) => {
      const languages = Object.keys(questions).sort();
      const ordered = Object.fromEntries(
        languages.map((language) => [language, questions[language]]),
      );
      return JSON.stringify({
        ...{ path, anchor, hash, model, questions: ordered },
        ...(terms.length > 0 && { terms }),
      }) + "\n";
    }).join("");
}

/** A row, or what is wrong with the line. */
function parseRow(line: string): QuestionsRow | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return `no JSON (${error instanceof Error ? error.message : error})`;
  }
  if (!isObject(value)) return "no JSON object";
  for (const key of ["path", "anchor", "hash"]) {
    if (typeof value[key] !== "string") return `"${key}" is not a string`;
  }
  const { path, anchor, hash, model } = value as Record<string, string>;
  const { expansion, problems } = cleanExpansion(value);
  if (!isObject(value.questions)) return problems[0]!;
  return {
    ...{ path: path!, anchor: anchor!, hash: hash! },
    model: typeof model === "string" ? model : "unknown",
    ...expansion,
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
