/**
 * Treats the program badly for a while and demands that it never loses or
 * falsifies anything:
 *
 *     deno task soak [--seconds 120] [--seed 1]
 *
 * In turns: a build is killed at a random moment (the index that was there must
 * stay whole and the next build must tidy up); a random bit of an index is
 * flipped or its end is cut off (a search must refuse it with exit code 2 or
 * answer exactly as before); searches run while the index is rebuilt (each must
 * answer). `DOCS_BIN` names the program, default `dist/docs`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { manyPages } from "../bench/_many_pages.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "120" },
    seed: { type: "string", default: String(Date.now() % 1e9) },
  },
});
const seconds = Number(values.seconds);
if (!(seconds > 0)) throw new TypeError(`--seconds ${values.seconds}`);
const docs = resolve(Deno.env.get("DOCS_BIN") ?? "dist/docs");
const root = resolve(import.meta.dirname!, "../..");
const folder = Deno.makeTempDirSync({ prefix: "docs-soak-" });
const pages = join(folder, "pages"), index = join(folder, "pages.index");
const counts = { killed: 0, survived: 0, refused: 0, unharmed: 0, searches: 0 };
let state = Number(values.seed) || 1;

console.log(`seed ${values.seed}`);
try {
  Deno.mkdirSync(pages);
  manyPages(join(root, "corpus"), pages, 400);
  run("build", pages, "-o", index);
  const answer = search(index).out;
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    await killBuild(answer);
    for (let i = 0; i < 10; i++) damage(answer);
    await searchWhileBuilding(answer);
  }
  console.log(JSON.stringify(counts));
} finally {
  Deno.removeSync(folder, { recursive: true });
}

async function killBuild(answer: string): Promise<void> {
  const child = new Deno.Command(docs, {
    args: ["build", pages, "-o", index],
    stdout: "null",
    stderr: "null",
  }).spawn();
  await new Promise((done) => setTimeout(done, random(900)));
  try {
    child.kill("SIGKILL");
  } catch { /* it was done before */ }
  const { signal } = await child.status;
  counts[signal === null ? "survived" : "killed"]++;
  assert.equal(search(index).out, answer, "a killed build changed the index");
  run("build", pages, "-o", index);
  const left = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  assert.deepEqual(left, ["pages", "pages.index"], "something stayed behind");
}

function damage(answer: string): void {
  const bytes = Deno.readFileSync(index);
  const harmed = join(folder, "harmed.index");
  const cut = random(4) === 0;
  const at = random(bytes.length);
  if (!cut) bytes[at] ^= 1 << random(8);
  Deno.writeFileSync(harmed, cut ? bytes.subarray(0, at) : bytes);
  const { code, out, error } = search(harmed);
  const what = cut ? `cut at ${at}` : `a bit of byte ${at} flipped`;
  if (code === 2) {
    counts.refused++;
    assert.match(
      error,
      /damaged|cut short|not a docs index|empty|version/,
      what,
    );
    assert.doesNotMatch(error, /internal error/, what);
    assert.equal(out, "", what);
  } else {
    counts.unharmed++;
    assert.equal(out, answer, what);
  }
  Deno.removeSync(harmed);
}

async function searchWhileBuilding(answer: string): Promise<void> {
  const building = new Deno.Command(docs, {
    args: ["build", pages, "-o", index],
    stdout: "null",
    stderr: "null",
  }).spawn();
  let done = false;
  building.status.then(() => done = true);
  while (!done) {
    assert.equal(search(index).out, answer);
    counts.searches++;
    await new Promise((next) => setTimeout(next));
  }
}

/** The hits of one question, without what differs from run to run. */
function search(path: string): { code: number; out: string; error: string } {
  const { code, stdout, stderr } = new Deno.Command(docs, {
    args: ["search", "設定ファイルの場所 index", "--index", path, "--json"],
  }).outputSync();
  const text = new TextDecoder().decode(stdout);
  // A failure is an object without hits: it answers nothing.
  const out = text === "" ? "" : JSON.stringify(JSON.parse(text).hits) ?? "";
  return { code, out, error: new TextDecoder().decode(stderr) };
}

function run(...args: string[]): void {
  const { success, stderr } = new Deno.Command(docs, { args }).outputSync();
  assert.ok(success, new TextDecoder().decode(stderr));
}

/** A whole number below `limit` (xorshift32, Marsaglia 2003). */
function random(limit: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % limit;
}
