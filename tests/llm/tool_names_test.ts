import assert from "node:assert/strict";
import fc from "fast-check";
import { ToolNames } from "../../src/llm/_tool_names.ts";

const tool = (name: string) => ({ name, description: "", parameters: {} });

Deno.test("ToolNames leaves names that every provider takes as they are", () => {
  const names = new ToolNames([tool("a.b"), tool("a_b")]);
  assert.equal(names.sent("a_b"), "a_b");
  assert.equal(names.sent("a.b"), "a_b_2");
  assert.equal(names.ours("a_b_2"), "a.b");
  assert.equal(names.ours("unknown"), "unknown");
});

Deno.test("ToolNames gives every tool a name of its own that is allowed, and knows it again", () => {
  const name = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom("a", ".", "_", "2"), maxLength: 4 }),
    fc.string({ unit: "grapheme", minLength: 60, maxLength: 80 }),
  );
  fc.assert(fc.property(fc.uniqueArray(name), (all) => {
    const names = new ToolNames(all.map(tool));
    const sent = all.map((name) => names.sent(name));
    assert.equal(new Set(sent).size, all.length);
    for (const [at, one] of sent.entries()) {
      assert.match(one, /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
      assert.equal(names.ours(one), all[at]);
    }
  }));
});
