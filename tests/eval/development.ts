import { type EvalSet, type Question, TREES } from "./sets.ts";

/**
 * The development questions: a language model wrote them, two in the section's
 * language and one in the other, from one section at a time. They are asked of the
 * four manuals of a language together. None where there is no such folder.
 *
 * @param data The folder of the evaluation data.
 * @param questions The folder with `dev-ja.jsonl` and `dev-en.jsonl`.
 */
export function developmentSets(data: string, questions: string): EvalSet[] {
  return ["ja", "en"].flatMap((lang): EvalSet[] => {
    const other = lang === "ja" ? "en" : "ja";
    let text: string;
    try {
      text = Deno.readTextFileSync(`${questions}/dev-${lang}.jsonl`);
    } catch {
      return [];
    }
    const rows: Row[] = text.trim().split("\n").map((it) => JSON.parse(it));
    const set = (name: string, of: "same" | "other"): EvalSet => ({
      name,
      sources: TREES.map((tree) => `${data}/trees/${tree}-${lang}`),
      questions: rows.flatMap((row) =>
        row[of].map((query, at): Question => ({
          id: `${row.section} ${at}`,
          query,
          kind: "written",
          relevant: [row.section],
          cluster: row.section,
        }))
      ),
      unanswerable: [],
      ours: [],
    });
    return [
      set(`${lang}-dev`, "same"),
      set(`${other}-to-${lang}-dev`, "other"),
    ];
  });
}

interface Row {
  section: string;
  same: string[];
  other: string[];
}
