import { basename } from "node:path";
import { readSources } from "../../src/source/read_sources.ts";
import { developmentSets } from "./development.ts";
import { generatedSets } from "./generated.ts";
import { evalSets, type Question, TREES } from "./sets.ts";

/** Questions of one sort over collections of one sort. */
export interface Group {
  name: string;
  answerable: boolean;
  /** What each of its questions counts in the regression. */
  weight: number;
  asked: Asked[];
}

/** A question, and the folders or files that it is put to. */
export interface Asked {
  query: string;
  sources: string[];
}

/** Nonsense, other subjects and names that the data does not have, to tune with. */
const OTHER_SUBJECTS: Record<Language, string[]> = JSON.parse(
  Deno.readTextFileSync(new URL("other_subjects.json", import.meta.url)),
);

/** Whether a section is of the half that is tuned with. */
function isTuned(section: string): boolean {
  let hash = 0;
  for (const sign of section) hash = (hash * 31 + sign.charCodeAt(0)) >>> 0;
  return hash % 2 === 0;
}

const LANGUAGES = ["ja", "en"] as const;
type Language = typeof LANGUAGES[number];

const CORPUS = `${import.meta.dirname}/../../corpus`;
const CORPUS_QUESTIONS: Record<Language, { query: string }[]> = JSON.parse(
  Deno.readTextFileSync(
    new URL("../fixtures/corpus_questions.json", import.meta.url),
  ),
);

/**
 * The questions that relevance is calibrated with, in groups: those that a
 * collection answers, and those that it does not, over the same collections.
 */
export async function calibrationGroups(data: string): Promise<Group[]> {
  const all = [
    ...evalSets(data),
    ...await generatedSets(data),
    ...developmentSets(data, `${data}/../questions`),
  ];
  const sets = new Map(all.map((set) => [set.name, set]));
  const tree = (name: string) => `${data}/trees/${name}`;
  const trees = (language: Language) =>
    TREES.map((it) => tree(`${it}-${language}`));
  const groups: Group[] = [];
  for (const language of LANGUAGES) {
    const add = (
      name: string,
      answerable: boolean,
      weight: number,
      asked: Asked[],
    ) =>
      groups.push({ name: `${language} ${name}`, answerable, weight, asked });
    const other = language === "ja" ? "en" : "ja";
    const set = sets.get(`${language}-docs`)!;
    const { questions, unanswerable: given, ours } = set;
    const across = sets.get(`${language}-to-${other}`)!;
    const mixed = [...trees("ja"), ...trees("en")];

    add("trees", true, 2, over(questions, set.sources));
    add("trees, ours", false, 1, texts(ours, set.sources));
    add("trees, given", false, 0, texts(given, set.sources));
    add("mixed", true, 0.3, over(questions, mixed));
    add("mixed, ours", false, 0.3, texts(ours, mixed));
    add("mixed, given", false, 0, texts(given, mixed));
    add("across", true, 0.6, over(across.questions, across.sources));
    add("across, ours", false, 0.6, texts(ours, across.sources));
    add("across, given", false, 0, texts(given, across.sources));

    const strangeSubjects = OTHER_SUBJECTS[language];
    add("trees, other subjects", false, 3, texts(strangeSubjects, set.sources));
    add(
      "across, other subjects",
      false,
      3,
      texts(strangeSubjects, across.sources),
    );
    // Every other section, as the choice of the weights was made by half of them.
    for (const name of [`${language}-dev`, `${language}-to-${other}-dev`]) {
      const written = sets.get(name);
      if (written === undefined) continue;
      const half = written.questions.filter(({ cluster }) => isTuned(cluster!));
      const place = name === `${language}-dev` ? "dev" : "dev, across";
      add(place, true, 2.5, over(half, written.sources));
    }

    const headings = sets.get(`${language}-headings`)!;
    const headed = evenly(headings.questions, 60);
    add("headings", true, 0.15, over(headed, headings.sources));
    const twins = sets.get(`${language}-headings-to-${other}`)!;
    const crossing = evenly(twins.questions, 60);
    add("headings, across", true, 0.15, over(crossing, twins.sources));

    const own = questions.map((it) => ({ ...it, ...home(it) }));
    const pages = await pagesOf(set.sources);
    const strange = strangers(pages);
    const spread = evenly(ours, 25);
    const one = (it: { tree: string; page: string }) => [tree(it.page)];
    const four = (it: { tree: string; page: string }) => [
      tree(it.page),
      ...strange(it.tree, 3),
    ];
    add("own tree", true, 0.4, asked(own, (it) => [tree(it.tree)]));
    add(
      "a tree, ours",
      false,
      0.4,
      set.sources.flatMap((source) => texts(spread, [source])),
    );
    add("own page", true, 0.5, asked(own, one));
    add("own page and three", true, 0.5, asked(own, four));
    const part = evenly(headings.questions, 40)
      .map((it) => ({ ...it, ...home(it) }));
    add("headings, own page", true, 0.15, asked(part, one));
    add("headings, and three", true, 0.15, asked(part, four));
    const both = [...own, ...part];
    add("strange page", false, 0.5, asked(both, (it) => strange(it.tree, 1)));
    add("four strange", false, 0.5, asked(both, (it) => strange(it.tree, 4)));
    const unasked = spread.map((query) => ({ query }));
    add("a page, ours", false, 0.5, asked(unasked, () => strange("", 1)));
    add("four pages, ours", false, 0.5, asked(unasked, () => strange("", 4)));

    add("corpus", true, 0.5, over(CORPUS_QUESTIONS[language], [CORPUS]));
    add("corpus, ours", false, 0.5, texts(ours, [CORPUS]));
    add("corpus, of trees", false, 0.5, over(questions, [CORPUS]));
  }
  const { sources, questions, ours } = sets.get("jsquad")!;
  groups.push({
    name: "jsquad",
    answerable: true,
    weight: 0.3,
    asked: over(evenly(questions, 100), sources),
  }, {
    name: "jsquad, ours",
    answerable: false,
    weight: 0.3,
    asked: texts(ours, sources),
  });
  return groups;
}

function asked<T extends { query: string }>(
  questions: T[],
  sources: (question: T) => string[],
): Asked[] {
  return questions.map((it) => ({ query: it.query, sources: sources(it) }));
}

function over(questions: { query: string }[], sources: string[]): Asked[] {
  return asked(questions, () => sources);
}

function texts(queries: string[], sources: string[]): Asked[] {
  return queries.map((query) => ({ query, sources }));
}

/** So many of a list, from all over it. */
function evenly<T>(list: T[], count: number): T[] {
  return Array.from(
    { length: Math.min(count, list.length) },
    (_, at) => list[Math.floor(at * list.length / count)],
  );
}

/** The page that answers a question, as `TREE/PATH`, and its tree. */
function home({ relevant: [id] }: Question): { tree: string; page: string } {
  const page = id.slice(0, id.indexOf("#"));
  return { page, tree: page.slice(0, page.indexOf("/")) };
}

/** The pages of trees. */
async function pagesOf(
  sources: string[],
): Promise<{ tree: string; file: string }[]> {
  const pages = [];
  const options = { include: [], exclude: [], follow: false };
  for (const source of sources) {
    for await (const item of readSources([source], options)) {
      if (item.kind !== "document") continue;
      const file = `${source}/${item.document.path}`;
      pages.push({ tree: basename(source), file });
    }
  }
  return pages;
}

/** Picks pages that are not of a tree: others at each call, the same in each run. */
function strangers(pages: { tree: string; file: string }[]) {
  let at = 0;
  return (tree: string, count: number): string[] => {
    const picked = new Set<string>();
    while (picked.size < count) {
      // A stride that shares no divisor with their number comes past all.
      at = (at + 7919) % pages.length;
      if (pages[at].tree !== tree) picked.add(pages[at].file);
    }
    return [...picked];
  };
}
