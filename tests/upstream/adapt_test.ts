import assert from "node:assert/strict";
import fc from "fast-check";
import {
  adaptArguments,
  adaptSchema,
} from "../../src/upstream/adapt_arguments.ts";
import { capResult, TRUNCATED } from "../../src/upstream/cap_result.ts";
import { childEnvironment } from "../../src/upstream/child_environment.ts";
import { markFailure } from "../../src/upstream/mark_failure.ts";
import { textOf } from "./_upstreams.ts";

const RULES = { force: { save_file: false }, drop: ["output_dir"] };

Deno.test("adaptArguments() forces what the tool has, and what was sent though it has not", () => {
  const has = { type: "object", properties: { save_file: {} } };
  const hasNot = { type: "object", properties: {} };
  const adapt = (given: Record<string, unknown>, schema = has) =>
    adaptArguments(given, RULES, schema as never);
  assert.deepEqual(adapt({ a: 1, output_dir: "/" }), {
    a: 1,
    save_file: false,
  });
  assert.deepEqual(adapt({ save_file: null }), { save_file: false });
  assert.deepEqual(adapt({ a: 1 }, hasNot as never), { a: 1 });
  assert.deepEqual(adapt({ save_file: true }, hasNot as never), {
    save_file: false,
  });
  assert.deepEqual(adaptArguments(undefined, RULES, undefined), {
    save_file: false,
  });
});

Deno.test("adaptSchema() hides arguments wherever the schema speaks of them", () => {
  const properties = { a: {}, save_file: {}, output_dir: {} };
  const schema = {
    type: "object",
    properties,
    required: ["a", "save_file"],
    anyOf: [{ required: ["output_dir"] }, { properties, required: ["a"] }],
    if: { properties: { save_file: { const: true } } },
    then: { required: ["output_dir"] },
    $defs: { other: { properties } },
  };
  assert.deepEqual(adaptSchema(schema, RULES), {
    type: "object",
    properties: { a: {} },
    required: ["a"],
    anyOf: [{}, { properties: { a: {} }, required: ["a"] }],
    if: { properties: {} },
    then: {},
    $defs: { other: { properties } },
  });
  assert.equal(adaptSchema(schema, { force: {}, drop: [] }), schema);
});

Deno.test("capResult() keeps the beginning, whole characters, within the limit", () => {
  const texts = fc.array(fc.string({ unit: "grapheme", maxLength: 40 }));
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 60 }), (texts, most) => {
      const result = {
        content: texts.map((text) => ({ type: "text", text })),
      };
      const all = texts.join("");
      const capped = capResult(result, most);
      if (all.length <= most) return assert.equal(capped, result);
      const shown = capped.content!.map(({ text }) => text).join("");
      const [kept, said] = shown.split(`\n${TRUNCATED}`);
      assert.ok(all.startsWith(kept));
      assert.ok(kept.length <= most && kept.length >= most - 1);
      assert.ok(kept.isWellFormed());
      assert.equal(
        said,
        ` (${kept.length} of ${all.length} characters are shown)`,
      );
    }),
  );
});

Deno.test("capResult() leaves out structured content that does not fit, and says so", () => {
  const structuredContent = { list: "x".repeat(100) };
  const whole = { content: [{ type: "text", text: "ok" }], structuredContent };
  assert.equal(capResult(whole, 1_000), whole);
  assert.deepEqual(capResult(whole, 50), { content: whole.content });
  const alone = capResult({ content: [], structuredContent }, 50);
  assert.match(alone.content![0].text!, /0 of 111 characters/);
  assert.equal("structuredContent" in alone, false);
});

Deno.test("capResult() cuts text in resources and leaves pictures", () => {
  const picture = {
    type: "image",
    data: "A".repeat(500),
    mimeType: "image/png",
  };
  const resource = { uri: "test://1", text: "あ".repeat(30) };
  const capped = capResult({
    content: [{ type: "resource", resource }, picture],
  }, 10);
  assert.deepEqual(capped.content![1], picture);
  assert.match(
    capped.content![0].resource!.text!,
    /^あ{10}\n__trunc.*10 of 30/,
  );
});

Deno.test("markFailure() looks into structured content and JSON text", () => {
  const rules = [
    { path: ["status"], equals: ["error", "need_confirmation"] },
    { path: ["data", "ok"], equals: [false] },
  ];
  const marked = (text: string, structuredContent?: unknown) =>
    markFailure({ content: [{ type: "text", text }], structuredContent }, rules)
      .isError ?? false;
  assert.ok(marked('{"status":"error"}'));
  assert.ok(marked(' {"status": "need_confirmation"}'));
  assert.ok(marked('{"data":{"ok":false}}'));
  assert.ok(marked("", { status: "error" }));
  assert.ok(!marked('{"status":"success","data":{"status":"error"}}'));
  assert.ok(!marked("status error"));
  assert.ok(!marked('{"status":"error"'));
  assert.ok(!marked("[1]"));
});

Deno.test("childEnvironment() passes the usual, the named, or all", () => {
  const own = { PATH: "/bin", SECRET: "s", NAMED: "n" };
  const all = { ...own, DOCS_TOKEN: "t" };
  assert.deepEqual(childEnvironment(all, [], {}), { PATH: "/bin" });
  // The token is for our clients alone, whatever is passed on.
  assert.deepEqual(
    childEnvironment(all, ["NAMED", "NOT", "DOCS_TOKEN"], { PATH: "/x" }),
    {
      PATH: "/x",
      NAMED: "n",
    },
  );
  assert.deepEqual(childEnvironment(all, true, { A: "1" }), { ...own, A: "1" });
});

Deno.test("capResult() tells the length that a text had at first, also when it is cut again", () => {
  const text = "名".repeat(1_000);
  const once = capResult({ content: [{ type: "text", text }] }, 500);
  const twice = capResult(once, 100);
  assert.match(
    textOf(twice),
    /^名{100}\n__truncated_by_char_limit__ \(100 of 1000 characters are shown\)$/,
  );
});
