import assert from "node:assert/strict";
import { DEFAULTS } from "../../src/upstream/config.ts";
import {
  configOf,
  fixture,
  textOf,
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
