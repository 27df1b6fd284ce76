import assert from "node:assert/strict";
import type { BatchLimits, Embedder } from "../../src/embed/embedder.ts";
import { journaledEmbedder } from "../../src/index/journaled_embedder.ts";
import { VectorJournal } from "../../src/index/vector_journal.ts";

/** An embedder of two dimensions that says what it is asked. */
class Counting implements Embedder {
  readonly id = "counting";
  dimensions = 2;
  readonly contextRepeats = 1;
  readonly asked: string[][] = [];
  open = 0;
  mostAtOnce = 0;
  fail = (_: string[]) => {};

  constructor(readonly slow: BatchLimits) {}

  async embedPassages(texts: string[], signal?: AbortSignal) {
    this.asked.push(texts);
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.open);
    await new Promise((resolve) => setTimeout(resolve, 2));
    this.open--;
    signal?.throwIfAborted();
    this.fail(texts);
    return texts.map((text) =>
      new Float32Array(this.dimensions).fill(text.length)
    );
  }

  embedQuery = () => Promise.resolve(new Float32Array(2));
}

async function withJournal(test: (journal: VectorJournal) => Promise<void>) {
  const folder = await Deno.makeTempDir({ prefix: "docs-journal-" });
  try {
    using journal = new VectorJournal(`${folder}/vectors`, "counting");
    await test(journal);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const letters = (count: number) =>
  Array.from({ length: count }, (_, i) => "x".repeat(i + 1));

Deno.test("journaledEmbedder embeds each text once, in batches, with limited concurrency", () =>
  withJournal(async (journal) => {
    const inner = new Counting({ batch: 3, concurrency: 2 });
    const counts = { embedded: 0, reused: 0 };
    let batches = 0;
    const embedder = journaledEmbedder(inner, journal, counts, () => batches++);
    const texts = [...letters(7), "x", "xx"];
    const vectors = await embedder.embedPassages(texts);
    assert.deepEqual(
      vectors.map(([value]) => value),
      texts.map(({ length }) => length),
    );
    assert.deepEqual(inner.asked.map(({ length }) => length), [3, 3, 1]);
    assert.equal(inner.mostAtOnce, 2);
    assert.equal(batches, 3);
    assert.deepEqual(counts, { embedded: 7, reused: 2 });
    await embedder.embedPassages(["xxx", "new text"]);
    assert.deepEqual(inner.asked.at(-1), ["new text"]);
    assert.deepEqual(counts, { embedded: 8, reused: 3 });
  }));

Deno.test("journaledEmbedder saves the finished batches when one fails", () =>
  withJournal(async (journal) => {
    const inner = new Counting({ batch: 2, concurrency: 1 });
    inner.fail = (texts) => {
      if (texts.includes("xxxxx")) throw new Error("the fifth");
    };
    const counts = { embedded: 0, reused: 0 };
    const embedder = journaledEmbedder(inner, journal, counts, () => {});
    await assert.rejects(embedder.embedPassages(letters(9)), /the fifth/);
    assert.equal(journal.size, 4);
    assert.equal(inner.asked.length, 3, "what follows is not asked for");
  }));

Deno.test("journaledEmbedder throws the signal's reason", () =>
  withJournal(async (journal) => {
    const inner = new Counting({ batch: 1, concurrency: 2 });
    const stop = new AbortController();
    const embedder = journaledEmbedder(
      inner,
      journal,
      { embedded: 0, reused: 0 },
      () => stop.abort(new Error("stopped")),
    );
    await assert.rejects(
      embedder.embedPassages(letters(50), stop.signal),
      /stopped/,
    );
    assert.ok(journal.size >= 1 && journal.size < 5, `${journal.size}`);
  }));

Deno.test("journaledEmbedder refuses vectors of another length than those in the journal", () =>
  withJournal(async (journal) => {
    const inner = new Counting({ batch: 8, concurrency: 1 });
    const embedder = journaledEmbedder(
      inner,
      journal,
      { embedded: 0, reused: 0 },
      () => {},
    );
    await embedder.embedPassages(letters(3));
    inner.dimensions = 3;
    await assert.rejects(
      embedder.embedPassages(letters(4)),
      /different lengths \(2, 3\)/,
    );
    const [vector] = await embedder.embedPassages(letters(1));
    assert.equal(vector.length, 3);
  }));
