import assert from "node:assert/strict";
import {
  Client,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { FakeEmbeddingsServer } from "../fixtures/fake_embeddings_server.ts";
import { McpCaller } from "../soak/_mcp_caller.ts";
import { assertRefused, docs, GUIDE, withFiles, withGuide } from "./program.ts";
import { withHttp } from "./serving.ts";

const connected = async (
  url: string,
  mode: "legacy" | "auto",
  token?: string,
) => {
  const client = new Client(
    { name: "test", version: "1" },
    { versionNegotiation: { mode } },
  );
  const headers: Record<string, string> = token
    ? { authorization: `Bearer ${token}` }
    : {};
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers },
    }),
  );
  return client;
};

Deno.test("clients of both eras search over HTTP, with progress and without", () =>
  withGuide((cwd) =>
    withHttp(["--index", "guide.index"], { cwd }, async ({ url, said }) => {
      for (const mode of ["legacy", "auto"] as const) {
        const client = await connected(url, mode);
        const search = { name: "search_docs", arguments: { query: "設定" } };
        const steps: number[] = [];
        const found = await client.callTool(search, {
          onprogress: ({ progress }) => steps.push(progress),
        });
        assert.deepEqual(steps, [0, 1, 2]);
        const again = await client.callTool(search);
        assert.deepEqual(again.content, found.content);
        await client.close();
      }
      assert.match(said(), /INFO POST \/mcp tools\/call search_docs 200/);
      assert.ok(!said().includes("設定"));
      assert.ok(!said().includes("legacy behavior"), "a warning of Deno's");
    })
  ));

Deno.test("docs serve --http is open to this machine only, unless there is a token", () =>
  withGuide(async (cwd) => {
    assertRefused(
      await docs(["serve", "--http", "0.0.0.0:0"], { cwd }),
      /there is no token[^]*DOCS_TOKEN/,
    );
    const env = { DOCS_TOKEN: "s3cret" };
    await withHttp(
      ["0.0.0.0:0", "--index", "guide.index"],
      { cwd, env },
      async ({ url }) => {
        await assert.rejects(connected(url, "legacy"));
        const client = await connected(url, "legacy", "s3cret");
        assert.equal((await client.listTools()).tools.length, 4);
        await client.close();
        const health = await fetch(url.replace("/mcp", "/readyz"));
        assert.equal(await health.text(), "ready\n");
      },
    );
  }));

Deno.test("docs serve --http ends well on SIGTERM under load", () =>
  withGuide((cwd) =>
    withHttp(["--index", "guide.index"], { cwd }, async ({ url, stop }) => {
      const client = await connected(url, "auto");
      let done = 0, over = false;
      const load = Array.from({ length: 8 }, async () => {
        while (!over) {
          await client.callTool({
            name: "search_docs",
            arguments: { query: "pool" },
          });
          done++;
        }
      });
      const ended = Promise.allSettled(load);
      while (done < 20) await new Promise((resolve) => setTimeout(resolve, 10));
      const started = performance.now();
      const { code } = await stop("SIGTERM");
      over = true;
      assert.equal(code, 0);
      assert.ok(performance.now() - started < 3_000);
      await ended;
    })
  ));

Deno.test("calls that stream their progress get their answers after SIGTERM, and a second one does no harm", () =>
  withFiles(GUIDE, async (cwd) => {
    const slow = { delay: 0 };
    await using embeddings = new FakeEmbeddingsServer(slow);
    const env = { EMBEDDING_MODEL: `${embeddings.url}#m` };
    const start = { cwd, env };
    await docs(["build", "guide", "-o", "guide.index"], start);
    await withHttp(["--index", "guide.index"], start, async (server) => {
      slow.delay = 1_500;
      const answers = [];
      for (const mode of ["legacy", "auto"] as const) {
        const client = await connected(server.url, mode);
        const reading = Promise.withResolvers<void>();
        answers.push(client.callTool(
          { name: "search_docs", arguments: { query: "backup" } },
          { onprogress: ({ progress }) => progress === 1 && reading.resolve() },
        ));
        await reading.promise;
      }
      const started = performance.now();
      const stopped = server.stop("SIGTERM");
      setTimeout(() => Deno.kill(server.pid, "SIGTERM"), 300);
      for (const { structuredContent } of await Promise.all(answers)) {
        assert.match(JSON.stringify(structuredContent), /Backups/);
      }
      const { code, signal } = await stopped;
      assert.deepEqual([code, signal], [0, null], server.said());
      assert.ok(performance.now() - started < 10_000);
    });
  }));

Deno.test("an index is built ten times and then deleted under sixteen clients, and no call fails", () =>
  withGuide((cwd) =>
    withHttp(["--index", "guide.index"], { cwd }, async ({ url, said }) => {
      let over = false, calls = 0;
      const clients = Array.from({ length: 16 }, async (_, at) => {
        const caller = new McpCaller(url, at % 2 === 0);
        await caller.begin();
        while (!over) {
          const args = { query: at % 4 < 2 ? "connection pool" : "設定" };
          const { isError, structuredContent } = await caller.call(
            "search_docs",
            args,
          );
          assert.ok(!isError && structuredContent.hits.length > 0);
          calls++;
          // Leaves the builds some of the machine.
          await new Promise((next) => setTimeout(next, 20));
        }
        await caller.close();
      });
      const all = Promise.all(clients);
      const asked = new McpCaller(url, true);
      const work = async () => {
        for (let i = 0; i < 10; i++) {
          Deno.writeTextFileSync(`${cwd}/guide/n.md`, `# Number ${i}\n`);
          const built = await docs(
            ["build", "guide", "-o", "guide.index"],
            { cwd },
          );
          assert.equal(built.code, 0, built.stderr);
          const { structuredContent } = await asked.call("get_doc", {
            path: "n.md",
          });
          assert.equal(structuredContent.text, `# Number ${i}\n`);
        }
        Deno.removeSync(`${cwd}/guide.index`);
        const until = calls + 64;
        while (calls < until) await new Promise((next) => setTimeout(next, 20));
      };
      try {
        await Promise.race([work(), all]);
      } finally {
        over = true;
        asked.close();
      }
      await all;
      const warnings = said().match(/ WARNING .*/g) ?? [];
      assert.equal(warnings.length, 1, warnings.join("\n"));
      assert.match(
        warnings[0],
        /guide\.index is gone; the index opened before/,
      );
    })
  ));

Deno.test("docs serve --http without an index says so once, and finds it when it is built", () =>
  withFiles(
    GUIDE,
    (cwd) =>
      withHttp(["--index", "guide.index"], { cwd }, async ({ url, said }) => {
        const ready = () => fetch(url.replace("/mcp", "/readyz"));
        const client = await connected(url, "auto");
        const search = { name: "search_docs", arguments: { query: "pool" } };
        for (let i = 0; i < 3; i++) {
          assert.equal((await ready()).status, 503);
          const { isError, content } = await client.callTool(search);
          assert.ok(isError);
          assert.match(JSON.stringify(content), /Build one: docs build FOLDER/);
        }
        assert.equal(said().match(/WARNING/g)?.length, 1, said());
        await docs(["build", "guide", "-o", "guide.index"], { cwd });
        assert.ok(!(await client.callTool(search)).isError);
        assert.equal((await ready()).status, 200);
        await client.close();
      }),
  ));

Deno.test("--no-auth wins over DOCS_TOKEN and says so", () =>
  withHttp(
    ["0.0.0.0:0", "--no-auth"],
    { env: { DOCS_TOKEN: "s3cret" } },
    async ({ url, said }) => {
      const client = await connected(url, "legacy");
      assert.equal((await client.listTools()).tools.length, 4);
      await client.close();
      assert.match(
        said(),
        /--no-auth wins: the token of environment DOCS_TOKEN/,
      );
      assert.ok(!said().includes("s3cret"));
    },
  ));

Deno.test("docs serve --http says when an address is taken", () =>
  withHttp([], {}, async ({ url }) => {
    const { host } = new URL(url);
    assertRefused(
      await docs(["serve", "--http", host]),
      /cannot listen at 127\.0\.0\.1:\d+: .*\nGive another address/,
    );
  }));

Deno.test("docs serve says what is wrong with how it is called", async () => {
  assertRefused(await docs(["serve"]), /needs one of --stdio and --http/);
  assertRefused(await docs(["serve", "--stdio", "--http"]), /needs one of/);
  assertRefused(await docs(["serve", "--stdio", "x:1"]), /goes with --http/);
  assertRefused(await docs(["serve", "--http", "a:b:c"]), /no address/);
  for (
    const flag of [
      ["--no-auth"],
      ...["--token-file", "--allow-host", "--allow-origin"].map((
        it,
      ) => [it, "x"]),
    ]
  ) {
    assertRefused(
      await docs(["serve", "--stdio", ...flag]),
      new RegExp(`docs: ${flag[0]} goes with --http, not with --stdio`),
    );
  }
  assertRefused(
    await docs(["serve", "--http", "--no-auth", "--token-file", "x"]),
    /--no-auth lets everybody in/,
  );
  assertRefused(
    await docs(["serve", "--http", "--allow-host", "https://docs.test/"]),
    /"https:\/\/docs\.test\/" \(flag --allow-host\) is no host name[^]*docs\.test/,
  );
  const env = { DOCS_ALLOWED_ORIGINS: "docs.test" };
  assertRefused(
    await docs(["serve", "--http"], { env }),
    /"docs\.test" \(environment DOCS_ALLOWED_ORIGINS\) is no origin/,
  );
});
