import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { editDistance } from "../../src/text/edit_distance.ts";
import type { PackedIndex } from "../../src/index/packed_index.ts";
import type { TermEntry } from "../../src/index/term_dictionary.ts";
import { correctSpelling as correct } from "../../src/search/correct_spelling.ts";
import { readQuery } from "../../src/search/read_query.ts";

/** An index of which only the terms are there, each in so many passages. */
function indexOf(terms: Record<string, number>): PackedIndex {
  const entries = Object.keys(terms).sort()
    .map((term) => ({ term, passages: terms[term] }) as TermEntry);
  return {
    term: (term: string) => entries.find((it) => it.term === term),
    termsWithPrefix: (prefix: string, limit: number) =>
      entries.filter(({ term }) => term.startsWith(prefix)).slice(0, limit),
  } as PackedIndex;
}

const INDEX = indexOf({
  "resolve.alias": 3,
  resolve: 20,
  alias: 9,
  bodysizelimit: 1,
  sass: 5,
  container: 12,
  contained: 2,
  contains: 40,
  configuration: 30,
  server: 30,
  設定: 20,
});

const correctSpelling = (
  index: PackedIndex,
  query: string,
  isCommon = (_: string) => false,
) => correct(index, readQuery(query), isCommon);

const corrected = (query: string, index = INDEX) =>
  correctSpelling(index, query).query;

Deno.test("correctSpelling takes a word with two letters changed for the one that is there", () => {
  deepEqual(correctSpelling(INDEX, "resolve.alais"), {
    query: "resolve.alias",
    corrections: [{ typed: "alais", taken: "alias" }],
  });
  equal(corrected("alais"), "alias");
});

Deno.test("correctSpelling takes a word that lacks a letter or has one too many, from 8 letters on", () => {
  deepEqual(correctSpelling(INDEX, "bodySizeLimt").corrections, [
    { typed: "bodySizeLimt", taken: "bodysizelimit" },
  ]);
  equal(corrected("serrver"), "server"); // a letter doubled
  equal(corrected("serer"), "serer");
  equal(corrected("aliast"), "aliast");
});

Deno.test("correctSpelling takes a wrong letter only in a word of 8 letters or more", () => {
  equal(corrected("contaimer"), "container");
  equal(corrected("contaims"), "contains");
  equal(corrected("servar"), "servar");
  equal(corrected("alios"), "alios");
});

Deno.test("correctSpelling forgives two letters only from 12 on, and never three", () => {
  equal(corrected("cnfigurationn"), "cnfigurationn"); // the first two are believed
  equal(corrected("confgurationn"), "configuration");
  equal(corrected("confgurtion"), "confgurtion");
  equal(corrected("confguratioonn"), "confguratioonn");
});

Deno.test("correctSpelling leaves a word of four letters as it is", () => {
  equal(corrected("saga"), "saga");
  equal(corrected("sas"), "sas");
});

Deno.test("correctSpelling takes the nearest word, of equals the one in most passages", () => {
  const index = indexOf({ container: 2, contained: 12, contains: 40 });
  equal(corrected("containe", index), "contains");
  equal(corrected("contaned", index), "contained");
  // `contained` is in more passages, but two letters away.
  equal(corrected("containrr", index), "container");
});

Deno.test("correctSpelling leaves what is around a word as it is, letter by letter", () => {
  equal(
    corrected("  「resolve.alais」の設定は？ ＡＢＣ 🚀 e\u0301 serrver\n"),
    "  「resolve.alias」の設定は？ ＡＢＣ 🚀 e\u0301 server\n",
  );
  // Full-width letters are the same word, and the answer names them as typed.
  deepEqual(correctSpelling(INDEX, "ｓｅｒｒｖｅｒを起動"), {
    query: "serverを起動",
    corrections: [{ typed: "ｓｅｒｒｖｅｒ", taken: "server" }],
  });
});

Deno.test("correctSpelling corrects a word once, not its parts again", () => {
  deepEqual(correctSpelling(INDEX, "resolve.alais serrver").corrections, [
    { typed: "alais", taken: "alias" },
    { typed: "serrver", taken: "server" },
  ]);
});

Deno.test("correctSpelling changes neither Japanese nor numbers nor accents", () => {
  for (
    const query of [
      "設走する",
      "コンテナァー",
      "12345678",
      "1.0.211",
      "rêsolve",
    ]
  ) {
    deepEqual(correctSpelling(INDEX, query), { query, corrections: [] });
  }
});

Deno.test("correctSpelling takes no number for another", () => {
  const index = indexOf({ http: 9, "v1.2.1": 5, es2020modules: 2 });
  for (const query of ["http3", "v1.2.10", "es2022modules"]) {
    equal(corrected(query, index), query);
  }
  equal(corrected("es2020modles", index), "es2020modules");
});

const word = fc.stringMatching(/^[abc]{1,9}$/);
const vocabulary = fc.uniqueArray(word, { minLength: 1, maxLength: 30 });

Deno.test("correctSpelling never changes a word that a document has", () => {
  fc.assert(
    fc.property(vocabulary, fc.infiniteStream(fc.nat()), (words, at) => {
      const index = indexOf(Object.fromEntries(words.map((it) => [it, 1])));
      const query = [...at.take(5)].map((it) => words[it % words.length])
        .join(" ");
      deepEqual(correctSpelling(index, query), { query, corrections: [] });
    }),
  );
});

Deno.test("correctSpelling takes only words that are there, and what it took it leaves", () => {
  fc.assert(fc.property(
    vocabulary,
    fc.array(word, { maxLength: 5 }),
    (words, typed) => {
      const index = indexOf(Object.fromEntries(words.map((it) => [it, 1])));
      const { query, corrections } = correctSpelling(index, typed.join(" "));
      for (const { typed, taken } of corrections) {
        ok(words.includes(taken) && !words.includes(typed));
        equal(taken.slice(0, 2), typed.slice(0, 2));
        ok(editDistance(typed, taken) <= (typed.length < 12 ? 1 : 2));
      }
      deepEqual(correctSpelling(index, query), { query, corrections: [] });
    },
  ));
});

Deno.test("correctSpelling leaves a common word, and tells of a repeated one once", () => {
  const common = (word: string) => word === "contaiers";
  equal(correctSpelling(INDEX, "contaiers", common).query, "contaiers");
  deepEqual(correctSpelling(INDEX, "alais alais"), {
    query: "alias alias",
    corrections: [{ typed: "alais", taken: "alias" }],
  });
});
