import assert from "node:assert/strict";
import type { Answer } from "../../src/answer/answer.ts";
import { AnswerCache } from "../../src/answer/answer_cache.ts";

function answer(text: string): Answer {
  return {
    question: "q",
    answer: text,
    mode: "model",
    claims: [],
    sources: [],
    relevance_score: 0.5,
    model: "m",
    usage: null,
    took_ms: 1,
    sent: null,
    cached: false,
    warnings: [],
  };
}

/** The text of a file that keeps an answer under `a`. */
function kept(file: string): string {
  new AnswerCache({ most: 2, ttl: 60_000, file }).set("a", answer("A"));
  return Deno.readTextFileSync(file);
}

async function withFile(test: (file: string) => void | Promise<void>) {
  const folder = await Deno.makeTempDir();
  try {
    await test(`${folder}/new folder/answers.json`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("AnswerCache drops what was not asked for longest", () => {
  const cache = new AnswerCache({ most: 2, ttl: 60_000 });
  cache.set("a", answer("A"));
  cache.set("b", answer("B"));
  assert.equal(cache.get("a")?.answer, "A");
  cache.set("c", answer("C"));
  assert.equal(cache.get("b"), undefined);
  assert.equal(cache.get("a")?.answer, "A");
  assert.equal(cache.get("c")?.answer, "C");
});

Deno.test("AnswerCache forgets what is older than its time", async () => {
  const cache = new AnswerCache({ most: 2, ttl: 5 });
  cache.set("a", answer("A"));
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(cache.get("a"), undefined);
});

Deno.test("AnswerCache on disk is there for the next process, for its owner alone", () =>
  withFile((file) => {
    const options = { most: 2, ttl: 60_000, file };
    new AnswerCache(options).set("a", answer("回答"));
    assert.equal(new AnswerCache(options).get("a")?.answer, "回答");
    if (Deno.build.os !== "windows") {
      assert.equal(Deno.statSync(file).mode! & 0o077, 0);
    }
    const names = [...Deno.readDirSync(file.slice(0, file.lastIndexOf("/")))];
    assert.deepEqual(names.map(({ name }) => name), ["answers.json"]);
  }));

Deno.test("AnswerCache on disk keeps to its time and number over processes", () =>
  withFile(async (file) => {
    new AnswerCache({ most: 2, ttl: 5, file }).set("a", answer("A"));
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.equal(
      new AnswerCache({ most: 2, ttl: 5, file }).get("a"),
      undefined,
    );
    for (const key of ["a", "b", "c"]) {
      new AnswerCache({ most: 2, ttl: 60_000, file }).set(key, answer(key));
    }
    const last = new AnswerCache({ most: 2, ttl: 60_000, file });
    assert.deepEqual(
      ["a", "b", "c"].map((key) => last.get(key)?.answer),
      [undefined, "b", "c"],
    );
  }));

Deno.test("AnswerCache takes a damaged file, and a folder that cannot be written, for nothing", () =>
  withFile((file) => {
    Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    for (
      const text of [
        ...["", "{", "null", '{"version":1,"answers":7}', '{"form":"9"}'],
        // Kept, and then spoilt.
        kept(file).replace('"answer":"A"', '"answer":5'),
        kept(file).replace('"warnings":[]', '"warnings":null'),
        kept(file).replace(/"form":"[^"]*"/, '"form":"1 0.0.0"'),
      ]
    ) {
      Deno.writeTextFileSync(file, text);
      const cache = new AnswerCache({ most: 2, ttl: 60_000, file });
      assert.equal(cache.get("a"), undefined, text);
      cache.set("a", answer("A"));
      assert.equal(cache.get("a")?.answer, "A", text);
    }
    const nowhere = `${file}/not a folder/answers.json`;
    const cache = new AnswerCache({ most: 2, ttl: 60_000, file: nowhere });
    cache.set("a", answer("A"));
    assert.equal(cache.get("a")?.answer, "A");
  }));

Deno.test("AnswerCache on disk keeps what other processes keep at the same time", () =>
  withFile((file) => {
    const options = { most: 3, ttl: 60_000, file };
    const caches = ["a", "b", "c"].map((key) => ({
      key,
      cache: new AnswerCache(options),
    }));
    for (const { key, cache } of caches) cache.set(key, answer(key));
    const next = new AnswerCache(options);
    assert.deepEqual(
      caches.map(({ key }) => next.get(key)?.answer),
      ["a", "b", "c"],
    );
  }));

Deno.test("AnswerCache on disk drops what was not asked for longest in any process", () =>
  withFile((file) => {
    const options = { most: 2, ttl: 60_000, file };
    new AnswerCache(options).set("a", answer("A"));
    new AnswerCache(options).set("b", answer("B"));
    assert.equal(new AnswerCache(options).get("a")?.answer, "A");
    new AnswerCache(options).set("c", answer("C"));
    const next = new AnswerCache(options);
    assert.deepEqual(
      ["a", "b", "c"].map((key) => next.get(key)?.answer),
      ["A", undefined, "C"],
    );
  }));
