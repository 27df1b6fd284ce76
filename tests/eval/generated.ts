import { cut } from "../../src/cut/cut.ts";
import { readSources } from "../../src/source/read_sources.ts";
import { type EvalSet, type Question, TREES } from "./sets.ts";

/** Questions of a generated set. */
const QUESTIONS = 400;

interface Heading {
  text: string;
  id: string;
}

interface Page {
  sections: (Heading & { depth: number })[];
  deeper: Heading[];
}

/**
 * Larger sets made from the documents themselves, since thirty questions are
 * few: an h3 heading as the question for its section, and a heading of one
 * language for the same section in the other (pages whose headings
 * correspond one to one).
 */
export async function generatedSets(data: string): Promise<EvalSet[]> {
  const pages = {
    ja: await readPages(data, "ja"),
    en: await readPages(data, "en"),
  };
  const sets: EvalSet[] = [];
  for (const lang of ["ja", "en"] as const) {
    const other = lang === "ja" ? "en" : "ja";
    const deeper = [...pages[lang].values()].flatMap(({ deeper }) => deeper);
    const parallel: Heading[] = [];
    for (const [path, page] of pages[lang]) {
      const twin = pages[other].get(path);
      if (twin === undefined || !correspond(page, twin)) continue;
      page.sections.forEach(({ text }, at) => {
        const { id, text: translated } = twin.sections[at];
        if (text !== translated) parallel.push({ text, id });
      });
    }
    const sources = (it: string) =>
      TREES.map((tree) => `${data}/trees/${tree}-${it}`);
    sets.push({
      name: `${lang}-headings`,
      sources: sources(lang),
      questions: questions(deeper),
      unanswerable: [],
      ours: [],
    }, {
      name: `${lang}-headings-to-${other}`,
      sources: sources(other),
      questions: questions(parallel),
      unanswerable: [],
      ours: [],
    });
  }
  return sets;
}

function correspond(a: Page, b: Page): boolean {
  return a.sections.length === b.sections.length &&
    a.sections.every(({ depth }, at) => depth === b.sections[at].depth);
}

/** Headings that say something by themselves, each once, evenly spread. */
function questions(headings: Heading[]): Question[] {
  const relevant = new Map<string, string[]>();
  for (const { text, id } of headings) {
    const query = text.replace(/[`*]|<[^>]*>/g, "").trim();
    const long = /[ぁ-んァ-ヶ一-龠]/.test(query) ? 6 : 14;
    if (query.length < long) continue;
    const known = relevant.get(query);
    if (known === undefined) relevant.set(query, [id]);
    else if (!known.includes(id)) known.push(id);
  }
  // A heading of many sections ("はじめに") asks for none of them.
  const clear = [...relevant].filter(([, ids]) => ids.length <= 3);
  const step = Math.max(1, clear.length / QUESTIONS);
  return Array.from(
    { length: Math.min(QUESTIONS, clear.length) },
    (_, i) => clear[Math.floor(i * step)],
  ).map(([query, ids], i) => ({
    id: `g${i}`,
    query,
    kind: "heading",
    relevant: ids,
  }));
}

/** Pages by their path without the tree's language. */
async function readPages(
  data: string,
  lang: string,
): Promise<Map<string, Page>> {
  const pages = new Map<string, Page>();
  const options = { include: [], exclude: [], follow: false };
  for (const tree of TREES) {
    const name = `${tree}-${lang}`;
    for await (
      const item of readSources([`${data}/trees/${name}`], options)
    ) {
      if (item.kind !== "document") continue;
      const { document } = item;
      const page: Page = { sections: [], deeper: [] };
      const { sections } = cut(document, { passageSize: 500, overlap: 100 });
      for (const { anchor, headingPath, depth, passages } of sections) {
        const id = `${name}/${document.path}#${anchor}`;
        page.sections.push({ text: headingPath.at(-1) ?? "", id, depth });
        for (const [from, to] of passages.flatMap((it) => it.headings)) {
          const line = document.text.slice(from, to);
          const [, text] = /^### (.*?)(?: *\{.*\})?$/.exec(line) ?? [];
          if (text !== undefined) page.deeper.push({ text, id });
        }
      }
      pages.set(`${tree}/${document.path}`, page);
    }
  }
  return pages;
}
