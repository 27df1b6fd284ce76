import assert from "node:assert/strict";
import fc from "fast-check";
import { VectorJournal } from "../../src/index/vector_journal.ts";

const EMBEDDER = "e5@0123456789ab";

/** A path of a file that is not there yet; its folder is gone after the test. */
function inFolder(test: (path: string) => void): void {
  const folder = Deno.makeTempDirSync({ prefix: "docs-journal-" });
  try {
    test(`${folder}/x.index.vectors`);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

const TEXTS = ["one", "二", "three", "", "one more"];
const VECTORS = TEXTS.map((_, i) => Float32Array.of(i, 0.5, -i, 1 / 3));

/** Two writes: the first two texts, then the others. */
function fill(path: string): void {
  using journal = new VectorJournal(path, EMBEDDER);
  journal.add(TEXTS.slice(0, 2), VECTORS.slice(0, 2));
  journal.add(TEXTS.slice(2), VECTORS.slice(2));
}

/** What is there of the texts, as far as the first that is missing. */
function prefix(journal: VectorJournal): number {
  let count = 0;
  while (count < TEXTS.length && journal.get(TEXTS[count])) count++;
  return count;
}

Deno.test("VectorJournal returns every vector exactly", () =>
  inFolder((path) => {
    fill(path);
    using journal = new VectorJournal(path, EMBEDDER);
    TEXTS.forEach((text, i) => {
      assert.deepEqual(journal.get(text), VECTORS[i]);
    });
    assert.equal(journal.get("another"), undefined);
    assert.equal(journal.size, TEXTS.length);
  }));

Deno.test("VectorJournal truncated at any byte contains a prefix of its records, and continues from there", () =>
  inFolder((path) => {
    fill(path);
    const whole = Deno.readFileSync(path);
    const record = 16 + 4 * 4 + 4;
    for (let cut = 0; cut <= whole.length; cut++) {
      Deno.writeFileSync(path, whole.subarray(0, cut));
      const expected = Math.max(0, Math.floor((cut - 32) / record));
      {
        using journal = new VectorJournal(path, EMBEDDER);
        assert.equal(journal.size, expected, `cut at ${cut}`);
        assert.equal(prefix(journal), expected, `cut at ${cut}`);
        journal.add(TEXTS.slice(expected), VECTORS.slice(expected));
      }
      if (cut < whole.length) assert.deepEqual(Deno.readFileSync(path), whole);
    }
  }));

Deno.test("VectorJournal with any byte damaged returns correct vectors or none", () =>
  inFolder((path) => {
    fill(path);
    const whole = Deno.readFileSync(path);
    const damage = fc.record({
      at: fc.nat({ max: whole.length - 1 }),
      by: fc.integer({ min: 1, max: 255 }),
    });
    fc.assert(fc.property(damage, ({ at, by }) => {
      const broken = whole.slice();
      broken[at] ^= by;
      Deno.writeFileSync(path, broken);
      using journal = new VectorJournal(path, EMBEDDER);
      const count = prefix(journal);
      assert.ok(count <= Math.max(0, Math.floor((at - 32) / 36)));
      for (let i = 0; i < count; i++) {
        assert.deepEqual(journal.get(TEXTS[i]), VECTORS[i]);
      }
    }));
  }));

Deno.test("VectorJournal drops vectors of another embedder or of another length", () =>
  inFolder((path) => {
    fill(path);
    {
      using other = new VectorJournal(path, "another@0123456789ab");
      assert.equal(other.size, 0);
    }
    fill(path);
    using journal = new VectorJournal(path, EMBEDDER);
    journal.add(["five"], [new Float32Array(5).fill(1)]);
    assert.equal(journal.size, 1);
    assert.equal(journal.get("one"), undefined);
    assert.deepEqual(journal.get("five"), new Float32Array(5).fill(1));
  }));

Deno.test("VectorJournal.compact keeps the vectors that were requested or added, and leaves no temporary file", () =>
  inFolder((path) => {
    fill(path);
    {
      using journal = new VectorJournal(path, EMBEDDER);
      journal.get("three");
      journal.add(["new"], [VECTORS[0]]);
      journal.compact(`${path}.tmp`);
      journal.add(["newer"], [VECTORS[1]]);
      assert.deepEqual(journal.get("three"), VECTORS[2]);
    }
    using journal = new VectorJournal(path, EMBEDDER);
    assert.equal(journal.size, 3);
    assert.deepEqual(journal.get("newer"), VECTORS[1]);
    assert.equal(journal.get("one"), undefined);
    assert.throws(() => Deno.statSync(`${path}.tmp`), Deno.errors.NotFound);
  }));

Deno.test("VectorJournal never returns the vector of another text, even if two builds write at once", () =>
  inFolder((path) => {
    using one = new VectorJournal(path, EMBEDDER);
    using other = new VectorJournal(path, EMBEDDER);
    one.add(["a", "b"], [VECTORS[0], VECTORS[1]]);
    other.add(["c"], [VECTORS[2]]);
    const a = one.get("a");
    assert.ok(a === undefined || a[0] === VECTORS[0][0]);
    assert.deepEqual(other.get("c"), VECTORS[2]);
    assert.deepEqual(one.get("b") ?? VECTORS[1], VECTORS[1]);
  }));
