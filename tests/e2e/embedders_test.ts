import assert from "node:assert/strict";
import type { BuildReport } from "../../src/app/build.ts";
import type { Status } from "../../src/app/status.ts";
import type { SearchResultJson } from "../../src/search/hit_json.ts";
import { hasOnnxModel, ONNX_MODEL } from "../embed/_onnx_model.ts";
import { FakeEmbeddingsServer } from "../fixtures/fake_embeddings_server.ts";
import { build, withDocuments } from "../index/_small_index.ts";
import { McpCaller } from "../soak/_mcp_caller.ts";
import {
  assertRefused,
  docs,
  docsJson,
  GUIDE,
  spawnDocs,
  withFiles,
} from "./program.ts";
import { withHttp } from "./serving.ts";

const BUILD = ["build", "guide", "-o", "guide.index"];
const INDEX = ["--index", "guide.index"];

/** Many small pages, more than go into one request. */
const PAGES = Object.fromEntries(
  Array.from({ length: 300 }, (_, i) => [
    `guide/p${i}.md`,
    `# Page ${i}\n\nThe word${i} is explained here.\n`,
  ]),
);

const environment = (server: FakeEmbeddingsServer) => ({
  EMBEDDING_MODEL: `${server.url}#m`,
  EMBEDDING_API_KEY: "k3y-of-the-test",
});

Deno.test("docs build and search by a server: says what goes where, keeps the key to itself", () =>
  withFiles(GUIDE, async (cwd) => {
    await using server = new FakeEmbeddingsServer({ key: "k3y-of-the-test" });
    const env = environment(server);
    const { host } = new URL(server.url);
    const built = await docs(BUILD, { cwd, env });
    assert.equal(built.code, 0, built.stderr);
    assert.match(built.stdout, new RegExp(`embedder ${server.url}#m`));
    assert.equal(
      built.stderr,
      `docs: sending passages to ${host}, to be embedded by m\n`,
    );
    const sent = server.texts.length;
    assert.ok(sent >= 5);

    const found = await docs(["search", "a backup every night", ...INDEX], {
      cwd,
      env,
    });
    assert.equal(found.code, 0, found.stderr);
    assert.match(found.stdout, /Backups/);
    assert.equal(
      found.stderr,
      `docs: sending the query to ${host}, to be embedded by m\n`,
    );
    assert.deepEqual(server.texts.slice(sent), ["a backup every night"]);
    const { hits } = await docsJson<SearchResultJson>(
      ["search", "a backup every night", ...INDEX],
      { cwd, env },
    );
    assert.equal(hits[0].vector_rank, 1);

    const status = await docs(["status", ...INDEX], { cwd, env });
    const files = ["guide.index", "guide.index.vectors"].map((name) =>
      new TextDecoder("latin1").decode(Deno.readFileSync(`${cwd}/${name}`))
    );
    for (const text of [...files, status.stdout, built.stdout]) {
      assert.ok(!text.includes("k3y-of-the-test"));
    }
  }));

Deno.test("docs build sends only what has changed since the last one", () =>
  withFiles(GUIDE, async (cwd) => {
    await using server = new FakeEmbeddingsServer();
    const env = environment(server);
    const first = await docsJson<BuildReport>(BUILD, { cwd, env });
    assert.equal(first.embedded, first.passages);
    const sent = server.texts.length;
    const same = await docsJson<BuildReport>(BUILD, { cwd, env });
    assert.equal(server.texts.length, sent);
    assert.deepEqual([same.embedded, same.reused], [0, first.passages]);
    await Deno.writeTextFile(`${cwd}/guide/notes.txt`, "Trout and pike.\n");
    const changed = await docs(BUILD, { cwd, env });
    assert.equal(changed.code, 0);
    assert.match(
      changed.stdout,
      new RegExp(`1 passage embedded, ${first.passages - 1} kept from before`),
    );
    assert.equal(server.texts.length, sent + 1);
    assert.match(server.texts.at(-1)!, /Trout and pike/);
    const status = await docsJson<Status>(["status", ...INDEX], { cwd, env });
    assert.equal(status.index!.info.embedder.id, `${server.url}#m`);
  }));

for (const signal of ["SIGKILL", "SIGINT"] as const) {
  Deno.test(`docs build goes on where ${signal} stopped it`, {
    ignore: Deno.build.os === "windows",
  }, () =>
    withFiles(PAGES, async (cwd) => {
      await using server = new FakeEmbeddingsServer({ delay: 150 });
      const env = environment(server);
      const child = spawnDocs(BUILD, { cwd, env });
      const output = child.output();
      await child.stdin.close();
      // Four requests are open at a time: after six, two batches are kept.
      while (server.seen.length < 6) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      const stopped = performance.now();
      child.kill(signal);
      const { code, stderr } = await output;
      assert.ok(performance.now() - stopped < 2000, "it ends at once");
      if (signal === "SIGINT") {
        assert.equal(code, 130);
        assert.match(
          new TextDecoder().decode(stderr),
          /what is embedded is kept in .*guide\.index\.vectors; the next build goes on from there/,
        );
      }
      assert.throws(() => Deno.statSync(`${cwd}/guide.index`));
      const report = await docsJson<BuildReport>(BUILD, { cwd, env });
      assert.equal(report.passages, 300);
      assert.equal(report.embedded + report.reused, 300);
      assert.ok(report.reused >= 2 * 32, `${report.reused} kept`);
      const found = await docsJson<SearchResultJson>(
        ["search", "word299", ...INDEX],
        { cwd, env },
      );
      assert.equal(found.hits[0].path, "p299.md");
    }));
}

Deno.test("docs refuses a server elsewhere when offline, before anything is sent", () =>
  withFiles(GUIDE, async (cwd) => {
    const away = { EMBEDDING_MODEL: "https://models.example/v1#m" };
    assertRefused(
      await docs([...BUILD, "--offline"], { cwd, env: away }),
      /offline is set, and the embedding model .* is on models\.example\n/,
    );
    assertRefused(
      await docs(BUILD, { cwd, env: { ...away, DOCS_OFFLINE: "1" } }),
      /Unset DOCS_OFFLINE/,
    );
    assertRefused(
      await docs([...BUILD, "--offline"], {
        cwd,
        env: { EMBEDDING_MODEL: "intfloat/multilingual-e5-large" },
      }),
      /Xenova\/multilingual-e5-large is not on this machine/,
    );
    await using server = new FakeEmbeddingsServer();
    const env = environment(server);
    const here = await docs([...BUILD, "--offline"], { cwd, env });
    assert.equal(here.code, 0, here.stderr);
    const search = ["search", "backup", "--offline", ...INDEX];
    assert.equal((await docs(search, { cwd, env })).code, 0);
  }));

Deno.test("docs serve --offline answers no query that would leave the machine, and says so", () =>
  withDocuments(
    { "backup.md": "# Backups\n\nA backup is taken every night.\n" },
    async (folder) => {
      const vector = Float32Array.of(1, ...new Array(255).fill(0));
      await build(folder, {
        embedder: {
          id: "https://models.example/v1#m",
          dimensions: 256,
          contextRepeats: 0,
          embedPassages: (texts) => Promise.resolve(texts.map(() => vector)),
          embedQuery: () => Promise.resolve(vector),
        },
      });
      const args = ["--offline", "--index", `${folder}/index`];
      await withHttp(args, {}, async ({ url }) => {
        const caller = new McpCaller(url, true);
        const { isError, content } = await caller.call("search_docs", {
          query: "backup",
        });
        await caller.close();
        assert.ok(isError);
        assert.match(
          content[0].text,
          /offline is set, .* is on models\.example/,
        );
      });
    },
  ));

Deno.test("docs says what is wrong when the server refuses, and leaves the index as it was", () =>
  withFiles(GUIDE, async (cwd) => {
    assert.equal((await docs(BUILD, { cwd })).code, 0);
    const before = await Deno.readFile(`${cwd}/guide.index`);
    await using server = new FakeEmbeddingsServer({ key: "another" });
    const env = environment(server);
    assertRefused(
      await docs(BUILD, { cwd, env }),
      /answered 401: no such key: Bearer …\nSet EMBEDDING_API_KEY/,
    );
    assertRefused(
      await docs(BUILD, { cwd, env: { EMBEDDING_MODEL: server.url } }),
      /does not say which model after #\nWrite it as https:\/\/HOST\/v1#MODEL/,
    );
    assert.deepEqual(await Deno.readFile(`${cwd}/guide.index`), before);
  }));

Deno.test("a query to an index of a server that now answers with another model is refused", () =>
  withFiles(GUIDE, async (cwd) => {
    await using server = new FakeEmbeddingsServer();
    const env = environment(server);
    assert.equal((await docs(BUILD, { cwd, env })).code, 0);
    server.faults.push("other length");
    assertRefused(
      await docs(["search", "backup", ...INDEX], { cwd, env }),
      /now returns vectors of length 257; before, they had 256\n.*build the index again/,
    );
  }));

Deno.test("an executable made of such an index asks the same server", () =>
  withFiles(GUIDE, async (cwd) => {
    await using server = new FakeEmbeddingsServer();
    const env = environment(server);
    const made = await docs(["build", "guide", "--executable", "./mine"], {
      cwd,
      env,
    });
    assert.equal(made.code, 0, made.stderr);
    const found = await docsJson<SearchResultJson>([
      "search",
      "a backup every night",
    ], {
      cwd,
      program: `${cwd}/mine`,
    });
    assert.equal(found.hits[0].heading_path.at(-1), "Backups");
    assert.equal(found.hits[0].vector_rank, 1);
    assert.equal(server.seen.at(-1)!.authorization, null);
  }));

Deno.test(
  "docs build and search by an ONNX model in a folder, in the built program",
  {
    ignore: !hasOnnxModel,
  },
  () =>
    withFiles(GUIDE, async (cwd) => {
      const env = { EMBEDDING_MODEL: ONNX_MODEL };
      const first = await docsJson<BuildReport>(BUILD, { cwd, env });
      assert.match(first.embedder, /^e5-small-ja-en-onnx@[0-9a-f]{12}$/);
      const again = await docsJson<BuildReport>(BUILD, { cwd, env });
      assert.deepEqual([again.embedded, again.reused], [0, first.passages]);
      const { hits } = await docsJson<SearchResultJson>(
        [
          ...["search", "archives and their retention period"],
          ...["--min-score", "0", ...INDEX],
        ],
        { cwd },
      );
      assert.equal(hits[0].heading_path.at(-1), "Backups");
      const moved = { ...env, EMBEDDING_MODEL: "static-ja-en" };
      const other = await docs(["search", "backup", ...INDEX], {
        cwd,
        env: moved,
      });
      assert.match(other.stderr, /was built with e5-small-ja-en-onnx@.*counts/);
    }),
);
