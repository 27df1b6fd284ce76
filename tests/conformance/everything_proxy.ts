/**
 * `docs proxy` in front of other people's server, the one that shows everything
 * of the protocol. It comes from npm when this is run, so it is not among the
 * ordinary tests:
 *
 *     deno test -A tests/conformance/everything_proxy.ts
 *
 * @module
 */

import assert from "node:assert/strict";
import { ERAS, withProxy } from "../proxy/_proxied.ts";
import { configOf, textOf } from "../upstream/_upstreams.ts";

const SERVER = "npm:@modelcontextprotocol/server-everything@2026.8.31";
const config = configOf({
  command: Deno.execPath(),
  args: ["run", "-A", "--no-lock", "--no-config", SERVER],
});

for (const era of ERAS) {
  Deno.test(`${era}: what server-everything has passes the proxy`, () =>
    withProxy(config, async ({ connect }) => {
      const can = { elicitation: { form: {} }, sampling: {} };
      const client = await connect(era, can);
      client.setRequestHandler("elicitation/create", () => ({
        action: "decline" as const,
      }));
      client.setRequestHandler("sampling/createMessage", () => ({
        role: "assistant" as const,
        model: "test",
        content: { type: "text" as const, text: "sampled" },
      }));
      const { tools } = await client.listTools();
      assert.ok(tools.length >= 13);
      const steps: number[] = [];
      const call = async (name: string, args: Record<string, unknown> = {}) => {
        const result = await client.callTool({ name, arguments: args }, {
          onprogress: ({ progress }) => steps.push(progress),
        });
        return textOf(result as never);
      };
      assert.equal(await call("echo", { message: "や" }), "Echo: や");
      assert.match(await call("get-sum", { a: 1, b: 2 }), /is 3/);
      const long = { duration: 1, steps: 3 };
      await call("trigger-long-running-operation", long);
      assert.deepEqual(steps, [1, 2, 3]);
      assert.match(await call("trigger-elicitation-request"), /declined/);
      const prompt = { prompt: "p", maxTokens: 5 };
      assert.match(await call("trigger-sampling-request", prompt), /sampled/);
      const { resources } = await client.listResources();
      const { contents } = await client.readResource(resources[0]);
      assert.ok(contents.length > 0);
      const { prompts } = await client.listPrompts();
      assert.ok(prompts.some(({ name }) => name === "simple-prompt"));
    }));
}
