import { deepEqual, equal, ok } from "node:assert/strict";
import { LateInteraction } from "../../src/embed/late_interaction.ts";
import { UnigramTokenizer } from "../../src/embed/unigram_tokenizer.ts";
import type { PackedIndex } from "../../src/index/packed_index.ts";
import type { TermEntry } from "../../src/index/term_dictionary.ts";
import { hasWord, queryWords, trust } from "../../src/search/query_words.ts";
import { readQuery } from "../../src/search/read_query.ts";
import { asset } from "../embed/_assets.ts";

const tables = [asset("tokenizer-ja-en.bin"), asset("late-ja-en-96.bin")];
const late = new LateInteraction(tables[1], new UnigramTokenizer(tables[0]));
for (const table of tables) table.close();

/** An index of which only the terms are there, each in so many passages. */
function indexOf(passages: number, terms: Record<string, number>) {
  const entry = (term: string) =>
    ({ term, passages: terms[term], sections: 0 }) as TermEntry;
  return {
    info: { passages },
    expansionSections: new Uint32Array(0),
    term: (term: string) => term in terms ? entry(term) : undefined,
    termsWithPrefix: (prefix: string) =>
      Object.keys(terms).filter((it) => it.startsWith(prefix)).map(entry),
  } as unknown as PackedIndex;
}

const words = (query: string, index = indexOf(10_000, {})) =>
  queryWords(index, late, readQuery(query));
const word = (query: string, index?: PackedIndex) => words(query, index)[0];

Deno.test("queryWords gives a word the same name in quotes, in brackets and after a sign", () => {
  const bare = word("vacation");
  for (
    const query of ['"vacation"', "`vacation`", "「vacation」", "#vacation"]
  ) {
    const { text, surprise, norm } = word(query);
    deepEqual([text, surprise, norm], [
      "vacation",
      bare.surprise,
      bare.norm,
    ]);
  }
});

Deno.test("queryWords takes what has a digit for a word that is there or not", () => {
  const index = indexOf(10_000, { e2001: 3, e: 400 });
  const codes = (query: string) =>
    words(query, index).filter(({ exact }) => exact);
  deepEqual(codes("E2001").map(({ text, known }) => [text, known]), [
    ["e2001", true],
  ]);
  deepEqual(codes("E2002 とは").map(({ text, known }) => [text, known]), [
    ["e2002", false],
  ]);
  equal(codes("2回動く").length, 0); // two times may be said in words
  equal(codes("404 404").length, 1);
});

Deno.test("queryWords goes by how rare a word is in any text, as long as the index is small", () => {
  const few = indexOf(5, { churn: 4 }), many = indexOf(100_000, { churn: 4 });
  const weight = (index: PackedIndex, text: string) =>
    words("how is churn defined", index).find((it) => it.text === text)!.weight;
  ok(weight(few, "churn") > weight(few, "how"));
  ok(weight(few, "churn") > weight(few, "defined"));
  ok(weight(many, "churn") > weight(many, "how"));
  ok(trust(0) === 0 && trust(300) === 0.5 && trust(Infinity) === 1);
});

Deno.test("queryWords knows a word by its whole or by all of its parts, and lets particles weigh nothing", () => {
  equal(word("nextCursor", indexOf(9, { next: 1, cursor: 1 })).known, true);
  equal(word("nextCursor", indexOf(9, { next: 1 })).known, false);
  equal(word("証明書", indexOf(9, { 証明: 1, 明書: 1 })).known, true);
  equal(word("証明書", indexOf(9, { 証明: 1 })).known, false);
  equal(words("を").every(({ weight }) => weight === 0), true);
});

Deno.test("hasWord finds a Latin word where it stands by itself, in any case, whole or in parts", () => {
  const has = (text: string, query: string) =>
    hasWord(text.normalize("NFKC").toLowerCase(), word(query));
  equal(has("The NPS is high.", "nps"), true);
  equal(has("use `next_cursor` here", "nextCursor"), true);
  equal(has("synchronous", "sync"), false);
  equal(has("`sync`", "sync"), true);
  equal(has("証明書を更新", "証明書"), false); // the vectors see that
});
