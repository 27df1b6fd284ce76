import assert from "node:assert/strict";
import type { Tool } from "@modelcontextprotocol/client";
import { plan, type PlanOptions } from "../../src/probe/plan.ts";
import { parseVary } from "../../src/probe/vary.ts";
import { UserError } from "../../src/user_error.ts";

const tools: Tool[] = [
  {
    name: "read",
    inputSchema: {
      type: "object",
      properties: { page: { type: "integer" }, q: { type: "string" } },
      required: ["q"],
    },
    annotations: { readOnlyHint: true },
  },
  { name: "write", inputSchema: { type: "object" } },
  {
    name: "delete",
    inputSchema: { type: "object" },
    annotations: { readOnlyHint: false },
  },
];

/** The calls of each tool that is called. */
function calls(options: Partial<PlanOptions>) {
  const all = plan(tools, {
    tools: [],
    all: false,
    args: new Map(),
    varies: [],
    ...options,
  });
  return Object.fromEntries(
    all.filter(({ calls }) => calls.length > 0)
      .map(({ tool, calls }) => [tool.name, calls]),
  );
}

Deno.test("plan() calls read-only tools, and no others", () => {
  assert.deepEqual(calls({}), { read: [{ q: "test" }] });
});

Deno.test("plan() calls the named tools, or all of them if wanted", () => {
  assert.deepEqual(calls({ tools: ["delete"] }), { delete: [{}] });
  assert.deepEqual(Object.keys(calls({ all: true })), [
    "read",
    "write",
    "delete",
  ]);
  // Arguments for a tool are no word that it may be called.
  assert.deepEqual(Object.keys(calls({ args: new Map([["write", [{}]]]) })), [
    "read",
  ]);
});

Deno.test("plan() uses given arguments, and varies each of them", () => {
  const args = new Map([["read", [{ q: "a" }, {}]]]);
  assert.deepEqual(calls({ args }).read, [{ q: "a" }, {}]);
  assert.deepEqual(
    calls({ args, varies: [parseVary("page=1,2")] }).read,
    [{ q: "a", page: 1 }, { q: "a", page: 2 }, { page: 1 }, { page: 2 }],
  );
});

Deno.test("plan() varies only tools that have the argument", () => {
  assert.deepEqual(calls({ all: true, varies: [parseVary("page=1,2")] }), {
    read: [{ q: "test", page: 1 }, { q: "test", page: 2 }],
    write: [{}],
    delete: [{}],
  });
});

Deno.test("plan() refuses unknown tools and arguments", () => {
  const hint = (next: string) => (error: unknown) =>
    error instanceof UserError && error.next === next;
  assert.throws(() => calls({ tools: ["raed"] }), hint("Did you mean read?"));
  assert.throws(
    () => calls({ args: new Map([["nonsense", [{}]]]) }),
    hint("Its tools: read, write, delete."),
  );
  assert.throws(
    () => calls({ varies: [parseVary("pge=1")] }),
    /--vary pge: no tool has an argument/,
  );
});
