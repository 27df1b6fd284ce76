import { cleanExpansion } from "../expansion/clean_expansion.ts";
import { type QuestionsRow, sectionKey } from "../expansion/questions_file.ts";
import { isObject } from "../is_object.ts";
import { UserError } from "../user_error.ts";
import type { SectionToAsk } from "./asked_sections.ts";

/** What came of an import. */
export interface Imported {
  rows: QuestionsRow[];
  /** Rows that could not be used, or not whole, and why. */
  problems: { row: number; id: string; problem: string }[];
}

/**
 * Checks questions that someone, or a coding agent, wrote for sections.
 *
 * @param text JSON Lines, a JSON array, or an object with the array as `sections`;
 *   of each row `path`, `anchor`, `questions` by language, and if they are there
 *   `hash` (of the text they were written for), `terms` and `model`
 * @param model Who wrote them, where a row does not say.
 * @throws {UserError} when the text is neither
 */
export function importQuestions(
  text: string,
  sections: readonly SectionToAsk[],
  model: string,
): Imported {
  const known = new Map(sections.map((it) => [sectionKey(it), it]));
  const found: Imported = { rows: [], problems: [] };
  parseRows(text).forEach((value, at) => {
    const { path, anchor = "", hash } = value;
    const id = sectionKey({ path: String(path), anchor: String(anchor) });
    const say = (problem: string) =>
      found.problems.push({ row: at + 1, id, problem });
    const section = known.get(id);
    if (section === undefined) return say("no such section");
    if (hash !== undefined && hash !== "" && hash !== section.hash) {
      return say("written for another text than the section has now");
    }
    const { expansion, problems } = cleanExpansion(value);
    for (const problem of problems) say(`left out: ${problem}`);
    if (Object.keys(expansion.questions).length === 0) {
      return say("no question is left");
    }
    found.rows.push({
      ...{ path: section.path, anchor: section.anchor, hash: section.hash },
      model: typeof value.model === "string" && value.model.length <= 100
        ? value.model
        : model,
      ...expansion,
    });
  });
  return found;
}

function parseRows(text: string): Record<string, unknown>[] {
  const plain = text.replace(/^\uFEFF/, "").trim();
  const rows = parsed(plain) ??
    plain.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "")
      .map((line, at) => {
        const row = parsed(line);
        if (row !== undefined) return row;
        throw new UserError(
          `line ${at + 1} of what was to be imported is no JSON: ${
            line.slice(0, 80)
          }`,
          "Give JSON Lines, or a JSON array, of objects with path, anchor and questions.",
        );
      });
  const list = Array.isArray(rows)
    ? rows
    : isObject(rows) && Array.isArray(rows.sections)
    ? rows.sections
    : [rows];
  if (!list.every(isObject)) {
    throw new UserError(
      "what was to be imported has rows that are no objects",
      'A row is {"path": "…", "anchor": "…", "questions": {"en": ["…"]}}.',
    );
  }
  return list;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
