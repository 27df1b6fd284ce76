import assert from "node:assert/strict";
import { LiveIndex, type OpenIndex } from "../../src/mcp/live_index.ts";
import { UserError } from "../../src/user_error.ts";
import { build } from "../index/_small_index.ts";
import { call, keptLog, withLibrary } from "./_library.ts";

/** A source whose index is named by its stamp. */
function fakeSource() {
  const closed: string[] = [];
  const state = { stamp: "a" as string | undefined, broken: false, opened: 0 };
  return {
    state,
    closed,
    stamp: () => state.stamp,
    open(): Promise<OpenIndex> {
      state.opened++;
      const name = state.stamp ?? "none";
      if (state.broken) throw new UserError(`${name} is damaged`, "Mend it.");
      const info = { documents: 1, passages: 1 };
      return Promise.resolve({
        index: { info, path: name },
        searcher: () => Promise.reject(new UserError(`${name}: no embedder`)),
        minScore: 0,
        close: () => closed.push(name),
      } as unknown as OpenIndex);
    },
  };
}

Deno.test("LiveIndex.use() opens once for many, and again when the index is another", async () => {
  const source = fakeSource();
  const live = new LiveIndex(source, keptLog().log);
  const leases = await Promise.all(Array.from({ length: 9 }, () => live.use()));
  assert.equal(source.state.opened, 1);
  source.state.stamp = "b";
  const other = await live.use();
  assert.equal(other.index.path, "b");
  assert.deepEqual(source.closed, [], "calls on the old one are under way");
  for (const lease of leases) lease[Symbol.dispose]();
  leases[0][Symbol.dispose]();
  assert.deepEqual(source.closed, ["a"]);
  other[Symbol.dispose]();
  live.close();
  assert.deepEqual(source.closed, ["a", "b"]);
});

Deno.test("LiveIndex.use() goes on with the old index while the new one is gone or damaged", async () => {
  const source = fakeSource();
  const { log, lines } = keptLog();
  const live = new LiveIndex(source, log);
  (await live.use())[Symbol.dispose]();
  source.state.stamp = undefined;
  assert.equal((await live.use()).index.path, "a");
  source.state.stamp = "b";
  source.state.broken = true;
  for (let i = 0; i < 3; i++) {
    using lease = await live.use();
    assert.equal(lease.index.path, "a");
  }
  assert.equal(source.state.opened, 2, "a damaged one is tried once");
  assert.match(lines.join("\n"), /b is damaged; the index opened before/);
  source.state.stamp = "c";
  source.state.broken = false;
  assert.equal((await live.use()).index.path, "c");
});

Deno.test("LiveIndex.use() tries again at every call while there is none", async () => {
  const source = fakeSource();
  source.state.broken = true;
  const live = new LiveIndex(source, keptLog().log);
  await assert.rejects(live.use(), /a is damaged/);
  assert.equal(live.isOpen, false);
  source.state.broken = false;
  (await live.use())[Symbol.dispose]();
  assert.equal(live.isOpen, true);
});

Deno.test("LiveIndex that is eager is open only when it can be searched", async () => {
  const source = fakeSource();
  const live = new LiveIndex(source, keptLog().log, true);
  await live.warm();
  assert.equal(live.isOpen, false);
  assert.deepEqual(source.closed, ["a"]);
  await assert.rejects(live.use(), /no embedder/);
});

Deno.test("a rebuilt index is answered from at the next call", () =>
  withLibrary(async ({ client, folder }) => {
    const path = "guide/new.md";
    assert.ok((await call(client, "get_doc", { path })).isError);
    Deno.writeTextFileSync(`${folder}/documents/${path}`, "# New\n");
    await build(folder);
    assert.equal(
      (await call(client, "get_doc", { path })).data.text,
      "# New\n",
    );
    Deno.removeSync(`${folder}/index`);
    assert.equal(
      (await call(client, "get_doc", { path })).data.text,
      "# New\n",
    );
  }));

Deno.test("a damaged index is a tool error that says what mends it, until there is a sound one", () =>
  withLibrary(async ({ client, folder }) => {
    const { text, isError } = await call(client, "search_docs", { q: "pool" });
    assert.ok(!isError, text);
    // Damage that is found when it is read, not when it is opened.
    const file = Deno.openSync(`${folder}/index`, { write: true });
    file.seekSync(64, Deno.SeekMode.Start);
    file.writeSync(new Uint8Array(8).fill(7));
    file.close();
    Deno.copyFileSync(`${folder}/index`, `${folder}/copy`);
    Deno.renameSync(`${folder}/copy`, `${folder}/index`);
    const damaged = await call(client, "get_doc", { path: "guide/pool.md" });
    assert.ok(damaged.isError);
    assert.match(damaged.text, /is damaged[^]*Build it again: docs build/);
    await build(folder);
    assert.ok(
      !(await call(client, "get_doc", { path: "guide/pool.md" })).isError,
    );
  }));
