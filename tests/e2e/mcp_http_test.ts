import assert from "node:assert/strict";
import {
  Client,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { assertRefused, docs, withGuide } from "./program.ts";
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
});
