import assert from "node:assert/strict";
import fc from "fast-check";
import { mcpRoute } from "../../../src/mcp/http/mcp_route.ts";

const route = mcpRoute("/mcp", {
  handle: () => Promise.resolve(new Response()),
  close: () => Promise.resolve(),
});

Deno.test("the log hears of a method and the name of a tool, and of nothing else that a client sends", () => {
  const subjects: [unknown, string][] = [
    [{ method: "ping" }, "ping"],
    [
      { method: "tools/call", params: { name: "a", arguments: 1 } },
      "tools/call a",
    ],
    [{ method: "prompts/get", params: { name: "a" } }, "prompts/get"],
    [{ method: "x".repeat(200) }, "x".repeat(100)],
    [[{ method: "ping" }], "batch"],
    [{ id: 1, result: {} }, "-"],
    [null, "-"],
    [5, "-"],
  ];
  for (const [body, subject] of subjects) {
    assert.equal(route.subject!(body), subject);
  }
  fc.assert(fc.property(fc.jsonValue(), (body) => {
    assert.ok(route.subject!(body).length <= 100);
  }));
});

Deno.test("what only listens is endless: a GET, and a POST of subscriptions/listen", () => {
  const isEndless = (method: string, body?: unknown) =>
    route.isEndless!(new Request("http://localhost/", { method }), body);
  assert.ok(isEndless("GET"));
  assert.ok(isEndless("POST", { method: "subscriptions/listen" }));
  assert.ok(!isEndless("POST", { method: "tools/call" }));
  assert.ok(!isEndless("POST"));
});

Deno.test("its errors are those of JSON-RPC, with their own code where they have one", async () => {
  const message = "no";
  for (const [code, expected] of [[undefined, -32000], [-32700, -32700]]) {
    const reply = route.errors!({ status: 400, message, code });
    assert.equal(reply.status, 400);
    assert.deepEqual(await reply.json(), {
      jsonrpc: "2.0",
      id: null,
      error: { code: expected, message },
    });
  }
});
