import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import {
  type Evidence,
  evidence as evidenceOf,
  logOdds,
  monotoneOdds,
  probability,
} from "../../src/search/relevance.ts";
import type { QueryTermWeight } from "../../src/search/query_words.ts";
import type { RerankedSection } from "../../src/search/rerank.ts";

/** A word that counts as one of few names, if no more is said. */
function word(
  text: string,
  more: Partial<QueryTermWeight> = {},
): QueryTermWeight {
  return {
    text,
    weight: 1,
    norm: 1,
    surprise: 20,
    known: true,
    whole: true,
    terms: [text],
    exact: false,
    ...more,
  };
}

/** The evidence in an index without end. */
const evidence = (
  words: QueryTermWeight[],
  section: RerankedSection,
  ideal: number,
) => inIndexOf(Infinity, words, section, ideal);

function inIndexOf(
  passages: number,
  words: QueryTermWeight[],
  section: RerankedSection,
  ideal = 30,
  query = words.map(({ text }) => text).join(" "),
): Evidence {
  return evidenceOf(
    { words, query, ideal, passages, isFitted: true, leastCosine: 0.2 },
    section,
  );
}

/** The best section: how it has each word, in which language, with which BM25 score. */
function section(
  cosines: number[],
  { lang = "en", coverage = 0.5, bm25 }: {
    lang?: string;
    coverage?: number;
    bm25?: number;
  } = {},
): RerankedSection {
  return {
    section: 0,
    score: 1,
    keyword: bm25 === undefined
      ? null
      : { rank: 1, raw: bm25, passage: 0, expansion: null, normalised: 1 },
    vector: { rank: 1, raw: 0.5, passage: 0, expansion: null, normalised: 1 },
    read: {
      coverage,
      cosines: new Float32Array(cosines),
      lang,
      passage: 0,
      text: "",
    },
  };
}

const NONE: Evidence = {
  coverage: 0,
  keyword: 0,
  unknown: 0,
  missed: 0,
  absent: 0,
  foreign: 0,
  small: 0,
  cosine: 0.2,
};
const share = fc.double({ min: 0, max: 1, noNaN: true });
const anyEvidence = fc.record<Evidence>({
  coverage: share,
  keyword: share,
  unknown: share,
  missed: share,
  absent: share,
  foreign: fc.constantFrom(0, 1),
  small: share,
  cosine: fc.option(share),
});

Deno.test("logOdds never falls with more coverage or more words in common, and never rises with unknown or missed names", () => {
  fc.assert(fc.property(anyEvidence, share, (it, more) => {
    const change = (name: keyof Evidence) =>
      logOdds({ ...it, [name]: it[name]! + more }) - logOdds(it);
    ok(change("coverage") >= 0 && change("keyword") >= 0);
    ok(it.cosine === null || change("cosine") >= 0);
    ok(change("unknown") <= 0 && change("missed") <= 0);
    ok(change("absent") <= 0);
  }));
});

Deno.test("logOdds is for all words covered in the words themselves, and against none", () => {
  const all = { ...NONE, coverage: 1, keyword: 0.6 };
  ok(probability(logOdds({ ...all, cosine: 0.5 })) > 0.95);
  ok(probability(logOdds({ ...all, cosine: null })) > 0.95);
  ok(probability(logOdds(NONE)) < 0.1);
});

Deno.test("probability is even at log odds of 0, and 0..1 in their order", () => {
  equal(probability(0), 0.5);
  ok(Math.abs(probability(Math.log(3)) - 0.75) < 1e-12);
  const odds = fc.double({ min: -800, max: 800, noNaN: true });
  fc.assert(fc.property(odds, odds, (a, b) => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)].map(probability);
    ok(low >= 0 && low <= high && high <= 1);
  }));
});

Deno.test("evidence gives shares in 0..1 for any words", () => {
  const words = fc.array(
    fc.record<QueryTermWeight>({
      text: fc.constantFrom("vite", "kubectl", "証明書", "探す", "C", "ß"),
      weight: fc.double({ min: 0, max: 9, noNaN: true }),
      norm: share,
      surprise: fc.double({ min: 0, max: 40, noNaN: true }),
      known: fc.boolean(),
      whole: fc.boolean(),
      terms: fc.constant([]),
      exact: fc.boolean(),
    }),
    { maxLength: 8 },
  );
  fc.assert(fc.property(
    words,
    fc.constantFrom("ja", "en", "zh", ""),
    share,
    fc.double({ min: 0, max: 60, noNaN: true }),
    (words, lang, cosine, bm25) => {
      const best = section(words.map(() => cosine), { lang, bm25 });
      for (const [name, it] of Object.entries(evidence(words, best, 30))) {
        ok(it !== null && it >= 0 && it <= 1 + 1e-9, `${name} ${it}`);
      }
    },
  ));
});

Deno.test("evidence counts a name that no document has, by its share of the weight", () => {
  const of = (known: boolean) =>
    evidence(
      [word("server", { weight: 3 }), word("kubectl", { known })],
      section([1, 0.1]),
      30,
    );
  equal(of(true).unknown, 0);
  equal(of(false).unknown, 0.25);
  ok(logOdds(of(false)) < logOdds(of(true)));
});

Deno.test("evidence counts an unknown name half in an index of a page, and not at all where its kin is there", () => {
  const of = (cosine: number, passages: number, surprise = 17) =>
    inIndexOf(
      passages,
      [word("kubectl", { known: false, whole: false, surprise })],
      section([cosine]),
    ).unknown;
  equal(of(0.1, Infinity), 1);
  ok(of(0.1, 3) > 0.5 && of(0.1, 3) < 0.51);
  equal(of(0.7, Infinity), 0);
  // The mean of several pieces is near to anything.
  equal(of(0.78, Infinity, 36), 1);
});

Deno.test("evidence counts an unknown word as far as it surprises: how not, a name whole", () => {
  const of = (surprise: number) =>
    evidence([word("it", { surprise, known: false })], section([0]), 30)
      .unknown;
  deepEqual([7, 12, 14, 16, 33].map(of), [0, 0, 0.5, 1, 1]);
});

Deno.test("evidence counts a Latin name as missed that others have and the section has not", () => {
  const of = (cosine: number) =>
    evidence([word("server"), word("kubectl")], section([0.9, cosine]), 30)
      .missed;
  equal(of(0.2), 0.5);
  equal(of(0.69), 0.5);
  equal(of(0.71), 0);
  // That nobody has it is held against the query once.
  equal(
    evidence([word("kubectl", { known: false })], section([0]), 30).missed,
    0,
  );
  // A Japanese word may stand there in another form.
  equal(
    evidence([word("証明書")], section([0.2], { lang: "ja" }), 30).missed,
    0,
  );
});

Deno.test("evidence does not count an unknown word with hiragana, which is no name", () => {
  const of = (text: string) =>
    evidence([word(text, { known: false })], section([0], { lang: "ja" }), 30)
      .unknown;
  equal(of("証明書"), 1);
  equal(of("サーバー"), 1);
  equal(of("調べる"), 0);
});

Deno.test("evidence is foreign where a Japanese query found English, or the reverse", () => {
  const of = (lang: string, ...texts: string[]) =>
    evidence(texts.map((it) => word(it)), section([1, 1], { lang }), 30)
      .foreign;
  equal(of("en", "証明書", "探す"), 1);
  equal(of("ja", "certificate"), 1);
  equal(of("ja", "証明書"), 0);
  equal(of("en", "certificate"), 0);
  // A Latin name among Japanese words leaves the query Japanese.
  equal(of("ja", "vite", "設定"), 0);
  equal(of("en", "vite", "設定"), 1);
  equal(of("zh-Hant", "設定"), 0);
  equal(of("jav", "certificate"), 0);
  // Of a query without words none can say.
  equal(of("ja"), 0);
});

Deno.test("evidence expects of foreign documents only the Latin names", () => {
  const of = (lang: string) =>
    evidence(
      [word("証明書", { known: false }), word("kubectl", { known: false })],
      section([0.1, 0.1], { lang }),
      30,
    );
  equal(of("en").unknown, 0.5);
  equal(of("en").missed, 0);
  equal(of("ja").unknown, 1);
  equal(of("ja").missed, 0);
});

Deno.test("evidence takes the BM25 score as a share of the highest that there could be", () => {
  const of = (bm25: number | undefined, ideal: number) =>
    evidence([word("server")], section([1], { bm25 }), ideal).keyword;
  equal(of(15, 30), 0.5);
  equal(of(60, 30), 1);
  equal(of(undefined, 30), 0);
  equal(of(5, 0), 0);
});

Deno.test("evidence of a query without words is whether it was found to the letter", () => {
  const found = evidence([], section([], { coverage: 0, bm25: 12 }), 30);
  deepEqual(found, { ...NONE, coverage: 1, keyword: 0.4, cosine: 0.5 });
  ok(logOdds(found) > logOdds({ ...found, coverage: 0 }));
  const near = evidence([], section([], { coverage: 0 }), 30);
  deepEqual(near, { ...NONE, cosine: 0.5 });
  ok(logOdds(near) < 0);
});

Deno.test("evidence of words that weigh nothing holds nothing against the documents", () => {
  const words = [word("kubectl", { weight: 0, known: false })];
  const { unknown, missed } = evidence(words, section([0]), 30);
  deepEqual([unknown, missed], [0, 0]);
});

Deno.test("inOrder lets no hit over the first, none under a later one, and grants each after the first one", () => {
  deepEqual(monotoneOdds([2, -1, 0.5, -3]), [2, 1.5, 1.5, -2]);
  deepEqual(monotoneOdds([-1, 4, 3]), [-1, -1, -1]);
  deepEqual(monotoneOdds([]), []);
});

Deno.test("evidence counts an identifier whose parts alone are known as unknown, unless the section has them", () => {
  const of = (cosine: number, whole = false) =>
    evidence([word("waitForSelector", { whole })], section([cosine]), 30);
  equal(of(0.6).unknown, 1);
  equal(of(0.6).coverage, 0);
  equal(of(1).unknown, 0);
  equal(of(0.6, true).unknown, 0);
  equal(of(0.6, true).missed, 1);
});

Deno.test("evidence looks past the part of a message that varies, where the rest is there", () => {
  const unknown = { known: false, whole: false, surprise: 30 };
  const rest = ["too", "many", "open", "files"].map((it) => word(it));
  const of = (name: string, query: string, words = rest) =>
    inIndexOf(
      Infinity,
      [word(name, unknown), ...words],
      section([0.3, ...words.map(() => 1)]),
      30,
      query,
    );
  for (
    const [name, query] of [
      ["EMFILE", "EMFILE too many open files"],
      ["frobnicate", "too many open files: 'frobnicate'"],
      ["frobnicate", "too many open files in /srv/frobnicate/x"],
    ]
  ) {
    equal(of(name, query).unknown, 0, query);
    ok(of(name, query).coverage > 0.99, query);
  }
  ok(of("frobnicate", "frobnicate too many open files").unknown > 0.15);
  ok(of("EMFILE", "EMFILE files", rest.slice(3)).unknown > 0.4);
});

Deno.test("evidence is nothing for words that mean nothing by themselves", () => {
  const the = word("the", { weight: 0.05 });
  const { coverage, keyword } = evidence([the], section([1], { bm25: 20 }), 30);
  deepEqual([coverage, keyword], [0, 0]);
});

Deno.test("evidence counts a Japanese noun that others have and to which nothing in a section is kin", () => {
  const of = (cosine: number, lang = "ja") =>
    evidence(
      [word("カレー"), word("作り", { weight: 3 })],
      section([cosine, 1], { lang }),
      30,
    ).absent;
  equal(of(0.2), 0.25);
  equal(of(0.6), 0);
  equal(of(0.2, "en"), 0);
});

Deno.test("evidence gives no cosine where the weights were fitted for another embedder", () => {
  const context = {
    ...{ words: [word("a1")], query: "a1", ideal: 30 },
    ...{ passages: 9, isFitted: false, leastCosine: 0.2 },
  };
  equal(evidenceOf(context, section([1])).cosine, null);
});
