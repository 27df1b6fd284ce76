import assert from "node:assert/strict";
import { join } from "node:path";
import type { Embedder } from "../../src/embed/embedder.ts";
import { vectorOf } from "../fixtures/fake_embeddings_server.ts";
import { build, open, withDocuments } from "./_small_index.ts";

/** An embedder that takes its time, or would if this were no test. */
function slow(dimensions = 16, fail?: (call: number) => void) {
  const asked: string[][] = [];
  const embedder: Embedder = {
    id: `slow-${dimensions}`,
    dimensions: 0,
    contextRepeats: 1,
    slow: { batch: 8, concurrency: 1 },
    embedPassages(texts) {
      asked.push(texts);
      fail?.(asked.length);
      return Promise.resolve(texts.map((text) => {
        const vector = Float32Array.from(vectorOf(text, dimensions));
        return vector.map((it) => it / Math.hypot(...vector));
      }));
    },
    embedQuery: () => Promise.resolve(new Float32Array(dimensions)),
  };
  return { embedder, asked };
}

const pages = Object.fromEntries(
  Array.from({ length: 30 }, (_, i) => [
    `p${String(i).padStart(2, "0")}.md`,
    `# Page ${i}\n\nWord${i} stands here.\n`,
  ]),
);

Deno.test("buildIndex fills batches of a slow embedder across small documents, with the headings prepended once", () =>
  withDocuments(pages, async (folder) => {
    const { embedder, asked } = slow();
    const summary = await build(folder, { embedder });
    assert.deepEqual(asked.map(({ length }) => length), [8, 8, 8, 6]);
    assert.equal(asked[0][0].match(/Page 0/g)!.length, 2);
    assert.equal(summary.embedded, 30);
    assert.equal(summary.reused, 0);
    const index = open(folder);
    assert.deepEqual(index.info.embedder, { id: "slow-16", dimensions: 16 });
    index.close();
  }));

Deno.test("buildIndex embeds only new passages, and drops the vectors of removed ones", () =>
  withDocuments(pages, async (folder) => {
    await build(folder, { embedder: slow().embedder });
    const size = Deno.statSync(`${folder}/index.vectors`).size;
    Deno.writeTextFileSync(
      join(folder, "documents/p03.md"),
      "# Page 3\n\nOther words.\n",
    );
    Deno.removeSync(join(folder, "documents/p04.md"));
    const { embedder, asked } = slow();
    const summary = await build(folder, { embedder });
    assert.deepEqual(asked.length, 1);
    assert.match(asked[0].join(), /Other words/);
    assert.equal(summary.embedded, 1);
    assert.equal(summary.reused, 28);
    const record = 16 + 16 * 4 + 4;
    assert.equal(Deno.statSync(`${folder}/index.vectors`).size, size - record);
    assert.deepEqual(
      [...Deno.readDirSync(folder)].map(({ name }) => name).sort(),
      ["documents", "index", "index.vectors"],
    );
  }));

Deno.test("buildIndex continues an interrupted build, with the same index as an uninterrupted one", () =>
  withDocuments(pages, async (folder) => {
    const broken = slow(16, (call) => {
      if (call === 3) throw new Error("the line is dead");
    });
    await assert.rejects(build(folder, { embedder: broken.embedder }));
    assert.throws(() => Deno.statSync(`${folder}/index`));
    const { embedder, asked } = slow();
    const summary = await build(folder, { embedder });
    assert.equal(summary.embedded, 14);
    assert.equal(summary.reused, 16);
    assert.ok(!asked.flat().some((text) => text.includes("Word0 ")));
    const resumed = open(folder);
    await build(folder, {
      embedder: slow().embedder,
      output: join(folder, "whole"),
    });
    const query = Float32Array.from(vectorOf("Page 7 Word7 stands here", 16));
    const nearest = resumed.nearest(query, 5, -1);
    resumed.close();
    Deno.renameSync(join(folder, "whole"), join(folder, "index"));
    const whole = open(folder);
    assert.deepEqual(nearest, whole.nearest(query, 5, -1));
    whole.close();
  }));

Deno.test("buildIndex writes no journal for the bundled embedder", () =>
  withDocuments(pages, async (folder) => {
    const summary = await build(folder);
    assert.equal(summary.embedded, 30);
    assert.equal(summary.reused, 0);
    assert.throws(() => Deno.statSync(`${folder}/index.vectors`));
  }));
