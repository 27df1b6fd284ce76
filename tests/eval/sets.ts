/** A question and the sections that answer it, as `path#anchor`. */
export interface Question {
  id: string;
  query: string;
  kind: string;
  relevant: string[];
  /** What it was asked about, where several questions are about the same. */
  cluster?: string;
}

/** Questions over one collection of documents. */
export interface EvalSet {
  name: string;
  /** Folders or files that are built. */
  sources: string[];
  questions: Question[];
  /** Questions that the collection does not answer. */
  unanswerable: string[];
  /** More of them, ours. */
  ours: string[];
}

export const TREES = ["vite", "vue", "react", "astro"];

const OURS: Record<string, string[]> = JSON.parse(
  Deno.readTextFileSync(new URL("unanswerable.json", import.meta.url)),
);

/**
 * The sets of an evaluation folder (`trees/`, `queries/`, `jsquad/`): both
 * languages, across the languages, and a Japanese encyclopedia.
 */
export function evalSets(data: string): EvalSet[] {
  const sets: EvalSet[] = [];
  for (const lang of ["ja", "en"]) {
    const other = lang === "ja" ? "en" : "ja";
    const folder = `${data}/queries/${lang}-docs`;
    const rows = readRows<Row>(`${folder}/queries.jsonl`);
    const sources = (it: string) =>
      TREES.map((tree) => `${data}/trees/${tree}-${it}`);
    sets.push({
      name: `${lang}-docs`,
      sources: sources(lang),
      questions: rows.map(({ id, query, kind, relevant }) => ({
        id,
        query,
        kind,
        relevant,
      })),
      unanswerable: readRows<{ query: string }>(`${folder}/unanswerable.jsonl`)
        .map(({ query }) => query),
      ours: OURS[lang],
    }, {
      name: `${lang}-to-${other}`,
      sources: sources(other),
      questions: rows.filter(({ parallel }) => parallel?.length).map((
        { id, query, kind, parallel },
      ) => ({ id, query, kind, relevant: parallel! })),
      unanswerable: readRows<{ query: string }>(`${folder}/unanswerable.jsonl`)
        .map(({ query }) => query),
      ours: OURS[lang],
    });
  }
  sets.push({
    name: "jsquad",
    sources: [`${data}/jsquad/corpus.jsonl`],
    questions: readRows<Row>(`${data}/jsquad/queries.jsonl`).map(
      ({ id, query, relevant }) => ({
        id,
        query,
        kind: "fact",
        relevant: relevant.map((it) => `${it}#`),
      }),
    ),
    unanswerable: [],
    ours: OURS.ja,
  });
  return sets;
}

interface Row {
  id: string;
  query: string;
  kind: string;
  relevant: string[];
  parallel?: string[];
}

function readRows<T>(path: string): T[] {
  return Deno.readTextFileSync(path).trim().split("\n")
    .map((line) => JSON.parse(line));
}
