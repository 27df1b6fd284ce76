import { deepEqual, equal, ok } from "node:assert/strict";
import { openEmbedder } from "../../src/embed/known_embedders.ts";
import { openLateInteraction } from "../../src/embed/open_late_interaction.ts";
import { probability, WEIGHTS } from "../../src/search/relevance.ts";
import {
  Searcher,
  type SearchOptions,
  type SearchResult,
} from "../../src/search/search.ts";
import { matcherOf } from "../../src/search/snippet.ts";
import { asset } from "../embed/_assets.ts";
import { build, open, withDocuments } from "../index/_small_index.ts";

const DOCUMENTS = {
  "pool.md": `---
title: Database guide
---

# Connections

What a request waits for before its query runs.

## Connection pool

Up to \`maxConnections\` are kept open for all requests. How long one of them
waits is the timeout, \`pool.wait\`.

## Backups

Every night a backup is made, and deleted when a month has passed.
`,
  "tls.md": `# Certificates

## Renewal

A server certificate is renewed thirty days before it expires. The command
\`renewCertificate\` does it at once.

## Ciphers

Old ciphers are refused.
`,
  "setup.ja.md": `# 設定

## 設定ファイルの場所

起動したときのフォルダーに設定ファイルがなければ、その上のフォルダーを順に探します。

## ログの出力

リリース 20314 から、ログは標準エラー出力に出ます。
`,
};
const SECTIONS = 9;
/** What four decimals may lose. */
const ROUNDED = 0.0006;

type Ask = (
  query: string,
  options?: Partial<SearchOptions>,
) => Promise<SearchResult>;

function withSearcher(
  test: (ask: Ask) => Promise<void>,
): () => Promise<void> {
  return () =>
    withDocuments(DOCUMENTS, async (folder) => {
      await build(folder);
      const index = open(folder);
      try {
        const embedder = await openEmbedder(undefined, asset);
        const late = openLateInteraction(embedder, asset);
        const searcher = new Searcher(index, embedder, late);
        await test((query, options) =>
          searcher.search(query, { k: 20, minScore: 0.5, ...options })
        );
      } finally {
        index.close();
      }
    });
}

const QUERIES = [
  "how many connections does the pool open",
  "設定ファイルはどこで探しますか",
  "server certificate",
  "証明書の更新",
  "kubernetes ingress controller",
  "maxConnections",
  "20314",
];

Deno.test(
  "Searcher answers what the documents say, with a score of 0.5 or more",
  withSearcher(async (ask) => {
    const cases = [
      ["how many connections does the pool open", "pool.md#connection-pool"],
      ["when is a certificate renewed", "tls.md#renewal"],
      ["設定ファイルはどこで探しますか", "setup.ja.md#設定ファイルの場所"],
      ["20314", "setup.ja.md#ログの出力"],
    ];
    for (const [query, id] of cases) {
      const { hits, nearest } = await ask(query);
      equal(hits[0]?.id, id, query);
      ok(hits.every(({ score }) => score >= 0.5));
      equal(nearest, undefined);
    }
  }),
);

Deno.test(
  "Searcher gives no hit for a question about something else, but at most three of the nearest",
  withSearcher(async (ask) => {
    for (
      const query of [
        "kubernetes ingress controller annotations",
        "シチューの作り方とじゃがいもの下ごしらえ",
      ]
    ) {
      const { hits, nearest } = await ask(query);
      deepEqual(hits, []);
      equal(nearest!.length, 3);
      nearest!.forEach((it, at) => {
        ok(it.score < 0.5 && it.score <= (nearest![at - 1]?.score ?? 1));
      });
      // They are the hits of one who wants all.
      const all = await ask(query, { minScore: 0, k: 3 });
      deepEqual(all.hits.map(({ id }) => id), nearest!.map(({ id }) => id));
      deepEqual(
        all.hits.map(({ score }) => score),
        nearest!.map(({ score }) => score),
      );
    }
  }),
);

Deno.test(
  "Searcher with a least score of 0 gives all that there is and never abstains",
  withSearcher(async (ask) => {
    for (const query of QUERIES) {
      const { hits, nearest } = await ask(query, { minScore: 0 });
      ok(hits.length > 0, query);
      equal(nearest, undefined);
    }
    const { hits } = await ask("server certificate", { minScore: 0 });
    equal(hits.length, SECTIONS);
    equal(new Set(hits.map(({ id }) => id)).size, SECTIONS);
  }),
);

Deno.test(
  "Searcher gives hits in falling order of score, ranked from 1, and by a higher least score the first of them",
  withSearcher(async (ask) => {
    for (const query of QUERIES) {
      const { hits } = await ask(query, { minScore: 0 });
      hits.forEach(({ rank, score }, at) => {
        equal(rank, at + 1);
        ok(score >= 0 && score <= (hits[at - 1]?.score ?? 1), query);
      });
      for (const minScore of [0.2, 0.5, 0.9]) {
        const some = await ask(query, { minScore });
        deepEqual(some.hits, hits.filter(({ score }) => score >= minScore));
      }
      for (const k of [1, 3]) {
        const first = await ask(query, { minScore: 0, k });
        deepEqual(first.hits, hits.slice(0, k));
      }
    }
  }),
);

Deno.test(
  "Searcher finds nothing, and nothing near, for a query without a word or where nothing may be found",
  withSearcher(async (ask) => {
    for (const minScore of [0, 0.5]) {
      for (const query of ["？", "", " -- "]) {
        const { hits, nearest } = await ask(query, { minScore });
        deepEqual([hits, nearest], [[], undefined]);
      }
      const nowhere = await ask("backup", { minScore, in: ["nowhere/**"] });
      deepEqual([nowhere.hits, nowhere.nearest], [[], undefined]);
    }
  }),
);

Deno.test(
  "Searcher looks only into the paths that it is told, also for the nearest",
  withSearcher(async (ask) => {
    const { hits } = await ask("certificate", { minScore: 0, in: ["pool.md"] });
    ok(hits.length > 0 && hits.every(({ path }) => path === "pool.md"));
    const { nearest } = await ask("kubernetes ingress controller", {
      in: ["tls.md"],
    });
    ok(nearest!.every(({ path }) => path === "tls.md"));
  }),
);

Deno.test(
  "Searcher searches for the nearest word in place of a mistyped one, and says so",
  withSearcher(async (ask) => {
    const typed = await ask("renewCertifcate");
    deepEqual(typed.corrections, [
      { typed: "renewCertifcate", taken: "renewcertificate" },
    ]);
    equal(typed.query, "renewCertifcate");
    equal(typed.hits[0].id, "tls.md#renewal");
    // What is marked is what was searched for.
    ok(matcherOf(typed.searched.terms).terms.has("renewcertificate"));
    equal((await ask("renewCertificate")).corrections, undefined);
  }),
);

Deno.test(
  "Searcher explains which terms a hit has, by field",
  withSearcher(async (ask) => {
    const { hits: [hit] } = await ask("how does the connection pool timeout", {
      explain: true,
    });
    equal(hit.id, "pool.md#connection-pool");
    const { terms } = hit.explain!;
    deepEqual(terms.title, []);
    deepEqual(terms.headings.toSorted(), ["connection", "pool"]);
    deepEqual(terms.path, ["pool"]);
    deepEqual(terms.text.toSorted(), [
      ...["connection", "how", "pool", "the", "timeout"],
    ]);
  }),
);

Deno.test(
  "Searcher explains both sides and every word of the query",
  withSearcher(async (ask) => {
    const { hits } = await ask("server certificate 証明書 zyxwvq", {
      minScore: 0,
      explain: true,
    });
    hits.forEach((hit) => {
      const { keyword, vector, words, ranked_by } = hit.explain!;
      equal(keyword?.rank ?? null, hit.keywordRank);
      equal(vector?.rank ?? null, hit.vectorRank);
      const fused = [keyword, vector].reduce(
        (sum, it) => sum + (it ? it.weight * it.normalised : 0),
        0,
      );
      ok(Math.abs(fused + words!.coverage - ranked_by) < ROUNDED);
    });
    const { keyword, vector, words } = hits[0].explain!;
    equal(hits[0].id, "tls.md#renewal");
    ok(keyword!.bm25 > 0 && vector!.cosine > 0);
    equal(keyword!.weight + vector!.weight, 1);
    const of = new Map(words!.of.map((it) => [it.word, it]));
    deepEqual([...of.keys()].toSorted(), [
      ...["certificate", "server", "zyxwvq", "証明書"],
    ]);
    equal(of.get("certificate")!.known, true);
    equal(of.get("zyxwvq")!.known, false);
    equal(of.get("証明書")!.known, false);
    ok(of.get("certificate")!.cosine > 0.98);
    ok(of.get("証明書")!.cosine > 0.5 && of.get("証明書")!.cosine < 0.98);
    const weight = words!.of.reduce((sum, { weight }) => sum + weight, 0);
    const covered = words!.of.reduce(
      (sum, { weight, cosine }) =>
        sum + weight * Math.max(0, (cosine - 0.1) / 0.9),
      0,
    );
    ok(Math.abs(covered / weight - words!.coverage) < ROUNDED);
  }),
);

Deno.test(
  "Searcher explains a score: the evidence by the weights, for what comes after the first one more, and at least what comes later has",
  withSearcher(async (ask) => {
    for (const query of QUERIES) {
      const { hits } = await ask(query, { minScore: 0, explain: true });
      const own = hits.map(({ explain }) => {
        const { log_odds: _, ...evidence } = explain!.calibration;
        const { intercept, ...weights } = WEIGHTS;
        deepEqual(
          Object.keys(evidence).toSorted(),
          Object.keys(weights).toSorted(),
        );
        return Object.entries(weights).reduce(
          (sum, [name, weight]) =>
            sum + weight * (evidence[name as keyof typeof evidence] ?? 0),
          intercept,
        );
      });
      hits.forEach(({ score, explain }, at) => {
        const { log_odds } = explain!.calibration;
        ok(Math.abs(probability(log_odds) - score) < ROUNDED);
        ok(log_odds < own[0] + 20 * ROUNDED);
        const later = at === 0 ? own[0] : Math.max(...own.slice(at)) + 1;
        ok(log_odds > Math.min(own[0], later) - 20 * ROUNDED, query);
      });
    }
  }),
);

Deno.test(
  "nonsense, words without a meaning and identifiers that no document has are refused",
  withSearcher(async (ask) => {
    for (
      const query of [
        ...["zzzzqqqq", "asdfgh", "xyzzy plugh", "the", "a", "の", "は"],
        ...["renewCertificateAuthority", "useConnectionPool", "waitForRenewal"],
        ...[
          "カレーの作り方",
          "how to cook curry",
          "aGVsbG8gd29ybGQgdGhpcyBpcw==",
        ],
      ]
    ) {
      const { hits } = await ask(query, { minScore: 0.5 });
      deepEqual(hits.map(({ id }) => id), [], query);
    }
  }),
);

Deno.test("a compound leads to the document that has it, not to one whose headings hold its parts", async () => {
  const parts = ["個人", "情報", "保護"];
  const documents = {
    "hub.md": `# ${parts.join("・")}の一覧\n\n${parts.join("、")}。\n\n` +
      parts.map((it) => `## ${it}\n\n${it}の頁。\n`).join("\n"),
    "law.md": "# 概要\n\n個人情報保護は2005年からの決まりである。\n",
  };
  await withDocuments(documents, async (folder) => {
    await build(folder);
    const embedder = await openEmbedder(undefined, asset);
    const index = open(folder);
    const searcher = new Searcher(
      index,
      embedder,
      openLateInteraction(embedder, asset),
    );
    const { hits } = await searcher.search("個人情報保護", {
      k: 3,
      minScore: 0,
    });
    equal(hits[0].path, "law.md");
    index.close();
  });
});
