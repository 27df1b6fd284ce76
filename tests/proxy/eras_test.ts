import assert from "node:assert/strict";
import { McpServer } from "@modelcontextprotocol/server";
import { Sessions } from "../../src/mcp/http/sessions.ts";
import { DEFAULTS } from "../../src/upstream/config.ts";
import { Upstream } from "../../src/upstream/upstream.ts";
import { keptLog } from "../mcp/_library.ts";
import { fixture } from "../_fixture.ts";
import {
  configOf,
  textOf,
  until,
  withUpstream,
} from "../upstream/_upstreams.ts";
import { ERAS, withProxy } from "./_proxied.ts";

const modern = configOf(fixture("modern_upstream_server.ts"));
const text = (result: unknown) => textOf(result as never);

for (const era of ERAS) {
  Deno.test(`${era} before a server of 2026-07-28: tools, progress and questions pass`, () =>
    withProxy(modern, async ({ connect, upstream }) => {
      assert.equal(upstream.about?.era, "modern");
      const client = await connect(era, { elicitation: { form: {} } });
      client.setRequestHandler("elicitation/create", () => ({
        action: "accept" as const,
        content: { 名前: "花子" },
      }));
      const echo = { name: "echo", arguments: { text: "今" } };
      assert.equal(text(await client.callTool(echo)), "今");
      const steps: number[] = [];
      await client.callTool({ name: "progress" }, {
        onprogress: ({ progress }) => steps.push(progress),
      });
      await new Promise((next) => setTimeout(next, 100));
      assert.deepEqual(steps.slice(0, 2), [1, 2]);
      assert.equal(text(await client.callTool({ name: "elicit" })), "花子さん");
    }));

  Deno.test(`${era} before a server over HTTP: tools, progress and adaptation pass`, () =>
    withProxy(configOf(fixture("faulty_upstream_server.ts")), (inner) => {
      const config = {
        ...DEFAULTS,
        name: "far",
        connection: { url: `${inner.base}/mcp`, headers: {} },
        deny: ["die"],
      };
      return withProxy(config, async ({ connect }) => {
        const client = await connect(era);
        const { tools } = await client.listTools();
        assert.ok(tools.length > 10);
        assert.ok(!tools.some(({ name }) => name === "die"));
        const echo = { name: "echo", arguments: { text: "遠" } };
        assert.equal(text(await client.callTool(echo)), "遠");
        const steps: number[] = [];
        const call = { name: "progress", arguments: { steps: 5 } };
        await client.callTool(call, {
          onprogress: ({ progress }) => steps.push(progress),
        });
        await new Promise((next) => setTimeout(next, 100));
        assert.deepEqual(steps.slice(0, 4), [1, 2, 3, 4]);
      });
    }));
}

Deno.test("a server over HTTP that is not there is unavailable, and its address is not told", () => {
  const url = "http://127.0.0.1:49151/mcp?key=s3cret";
  const connection = { url, headers: {} };
  return withUpstream(
    { ...DEFAULTS, name: "far", connection },
    async (upstream, lines) => {
      assert.equal(upstream.status.state, "down");
      assert.match(upstream.status.reason!, /it cannot be reached/);
      assert.doesNotMatch(lines.join("\n"), /s3cret/);
      await assert.rejects(upstream.tools(), { failure: "unavailable" });
    },
  );
});

Deno.test("a server over HTTP that says the key that it refuses does not have us say it on", async () => {
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    ({ headers }) =>
      new Response(`no: ${headers.get("authorization")}`, { status: 403 }),
  );
  const url = `http://127.0.0.1:${server.addr.port}/mcp`;
  const headers = { authorization: "Bearer hush-hush" };
  await withUpstream(
    { ...DEFAULTS, name: "far", connection: { url, headers } },
    async (upstream, lines) => {
      await assert.rejects(upstream.callTool({ name: "x" }), (error: Error) => {
        assert.match(error.message, /403|not available/);
        assert.doesNotMatch(error.message, /hush/);
        return true;
      });
      assert.doesNotMatch(
        lines.join("\n") + JSON.stringify(upstream.status),
        /hush/,
      );
    },
  );
});

Deno.test("a session that a server over HTTP has forgotten is begun anew", async () => {
  const { log } = keptLog();
  const factory = () => {
    const server = new McpServer({ name: "old", version: "1" });
    const text = () => ({ content: [{ type: "text" as const, text: "ja" }] });
    server.registerTool("echo", {}, text);
    return server;
  };
  let sessions = new Sessions(factory);
  // Knows nothing of 2026-07-28, as most servers.
  const server = Deno.serve({ port: 0, onListen() {} }, async (request) => {
    const body = request.method === "POST" ? await request.json() : undefined;
    return await sessions.handle(request, body, new AbortController().signal);
  });
  const url = `http://127.0.0.1:${server.addr.port}/mcp`;
  const connection = { url, headers: {} };
  const upstream = new Upstream({ ...DEFAULTS, name: "old", connection }, log);
  try {
    await upstream.start();
    assert.equal(upstream.about?.era, "legacy");
    const call = () => upstream.callTool({ name: "echo" });
    assert.equal(textOf(await call()), "ja");
    await sessions.close();
    sessions = new Sessions(factory);
    await assert.rejects(call(), { failure: "crashed" });
    await until(() => upstream.status.restarts === 1);
    assert.equal(textOf(await call()), "ja");
  } finally {
    await upstream.close();
    await sessions.close();
    await server.shutdown();
  }
});
