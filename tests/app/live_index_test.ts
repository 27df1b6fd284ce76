import assert from "node:assert/strict";
import { LiveIndex, type OpenIndex } from "../../src/app/live_index.ts";
import { UserError } from "../../src/user_error.ts";
import { build } from "../index/_small_index.ts";
import { HEADER_BYTES, PAGE_BYTES } from "../../src/index/layout.ts";
import { call, DOCUMENTS, keptLog, withLibrary } from "../mcp/_library.ts";

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

Deno.test("LiveIndex says once that its file is gone, and once that it is back", async () => {
  const source = fakeSource();
  const { log, lines } = keptLog();
  const live = new LiveIndex(source, log);
  const said = async (stamp: string | undefined, broken = false) => {
    lines.length = 0;
    Object.assign(source.state, { stamp, broken });
    for (let i = 0; i < 3; i++) (await live.use())[Symbol.dispose]();
    return lines.map((line) => line.replace(/^\S+ /, ""));
  };
  const opened = ["INFO opened a: 1 documents, 1 passages"];
  assert.deepEqual(await said("a"), opened);
  const gone = ["WARNING a is gone; the index opened before is used on"];
  assert.deepEqual(await said(undefined), gone);
  assert.deepEqual(await said("a"), ["INFO a is back as it was"]);
  assert.deepEqual(await said(undefined), gone);
  const damaged = [
    "WARNING b is damaged; the index opened before is used on",
  ];
  assert.deepEqual(await said("b", true), damaged);
  assert.deepEqual(await said("a"), ["INFO a is back as it was"]);
  assert.deepEqual(await said("b", true), damaged);
  assert.deepEqual(await said("c"), [
    "INFO opened c: 1 documents, 1 passages",
  ]);
});

Deno.test("LiveIndex says once that there is no index, however many ask", async () => {
  const source = fakeSource();
  source.state.broken = true;
  const { log, lines } = keptLog();
  const live = new LiveIndex(source, log);
  await live.warm();
  for (let i = 0; i < 3; i++) await assert.rejects(live.use(), /a is damaged/);
  const warnings = lines.filter((line) => line.includes("WARNING"));
  assert.equal(warnings.length, 1, lines.join("\n"));
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

Deno.test("damage that is met while reading is an error that says what mends it, in whatever is asked", () =>
  withLibrary(async ({ client, folder }) => {
    const whole = Deno.readFileSync(`${folder}/index`);
    // Pages are checked when they are read, what is behind them on opening.
    const end = HEADER_BYTES + new DataView(whole.buffer).getFloat64(16, true);
    assert.ok(end > 5 * PAGE_BYTES, `${end} bytes`);
    const asks = [
      ...["search_docs", "answer_question"].map((name) => () =>
        call(client, name, { query: "connection pool" })
      ),
      () => call(client, "get_doc", { path: "guide/pool.md" }),
      () => call(client, "list_docs", { sections: true }),
      () => asProtocol(client.listResources()),
      () => asProtocol(client.readResource({ uri: "docs://guide/pool.md" })),
      () =>
        asProtocol(client.getPrompt({
          name: "compare_sections",
          arguments: { first: "guide/pool.md", second: "guide/pool.md" },
        })),
    ];
    let met = 0, answered = 0;
    for (let at = HEADER_BYTES; at < end; at += PAGE_BYTES) {
      const bytes = whole.slice();
      bytes[at] ^= 255;
      Deno.writeFileSync(`${folder}/copy`, bytes);
      Deno.renameSync(`${folder}/copy`, `${folder}/index`);
      for (const ask of asks) {
        const { text, isError } = await ask();
        if (isError) met++;
        else answered++;
        const expected = isError
          ? /index is damaged: [^]*Build it again: docs build/
          : /^/;
        assert.match(text, expected);
      }
    }
    assert.ok(met >= asks.length && answered > 0, `${met}, ${answered}`);
    Deno.writeFileSync(`${folder}/copy`, whole);
    Deno.renameSync(`${folder}/copy`, `${folder}/index`);
    for (const ask of asks) assert.ok(!(await ask()).isError);
  }, { ...DOCUMENTS, ...MANY }));

/** Documents enough for an index of several pages. */
const MANY = Object.fromEntries(
  Array.from({ length: 150 }, (_, i) => [
    `many/${i}.md`,
    `# Page ${i}\n\n${
      Array.from({ length: 40 }, (_, j) => `word${i * 40 + j}`).join(" ")
    }\n`,
  ]),
);

/** What is not a tool says errors by the protocol. */
async function asProtocol(asked: Promise<unknown>) {
  try {
    await asked;
    return { text: "", isError: false };
  } catch (error) {
    return { text: String(error), isError: true };
  }
}
