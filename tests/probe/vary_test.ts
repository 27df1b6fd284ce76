import assert from "node:assert/strict";
import fc from "fast-check";
import {
  MAX_CALLS_PER_TOOL,
  parseVary,
  propertyOf,
  varied,
} from "../../src/probe/vary.ts";
import type { Schema } from "../../src/upstream/adapt_arguments.ts";
import { UserError } from "../../src/user_error.ts";

const schema: Schema = {
  type: "object",
  properties: {
    apis: { type: "array", items: { type: "integer" } },
    page: { type: "integer" },
    lang: { type: "string" },
    full: { type: ["null", "boolean"] },
    kind: { enum: [1, "two"] },
    any: {},
    ids: {
      anyOf: [{ $ref: "#/$defs/ids" }, { type: "null" }],
      default: null,
    },
  },
  $defs: {
    ids: { type: "array", items: { $ref: "#/$defs/id" } },
    id: { type: "number" },
  },
};

/** The values that an argument gets. */
function values(text: string): unknown[] {
  const vary = parseVary(text);
  return varied({}, [vary], schema).map((it) => it[vary.name]);
}

Deno.test("parseVary() reads ranges and lists, mixed too", () => {
  assert.deepEqual(parseVary("page=1..4"), {
    name: "page",
    values: ["1", "2", "3", "4"],
  });
  assert.deepEqual(parseVary("page=-1..1,9").values, ["-1", "0", "1", "9"]);
  assert.deepEqual(parseVary("lang=ja,en").values, ["ja", "en"]);
  assert.deepEqual(parseVary("q=a=b").values, ["a=b"]);
  assert.deepEqual(parseVary("v=1.0..2.0").values, ["1.0..2.0"]);
});

Deno.test("parseVary() refuses anything else, and shows the correct form", () => {
  for (const text of ["", "page", "page=", "=1", "page=1,,2", "page=1,"]) {
    assert.throws(() => parseVary(text), /must be NAME=VALUES/, text);
  }
  assert.throws(() => parseVary("page=5..1"), /is empty/);
  assert.throws(
    () => parseVary("page=1..1000000"),
    (error) =>
      error instanceof UserError && /1,000,000 calls/.test(error.message) &&
      /At most 1,000/.test(error.next!),
  );
  assert.throws(() => parseVary("page=0..99999999999999999999"), UserError);
});

Deno.test("varied() gives values the type that the schema says", () => {
  assert.deepEqual(values("apis=1..3"), [[1], [2], [3]]);
  assert.deepEqual(values("ids=7"), [[7]]);
  assert.deepEqual(values("page=1,x"), [1, "x"]);
  assert.deepEqual(values("lang=1,ja"), ["1", "ja"]);
  assert.deepEqual(values("full=true,false"), [true, false]);
  assert.deepEqual(values("kind=1,two"), [1, "two"]);
  assert.deepEqual(values("any=1,null,ja"), [1, null, "ja"]);
});

Deno.test("varied() combines all values over the base arguments, the last varying fastest", () => {
  assert.deepEqual(
    varied(
      { lat: 35, page: 9 },
      [parseVary("page=1..2"), parseVary("lang=ja,en")],
      schema,
    ),
    [
      { lat: 35, page: 1, lang: "ja" },
      { lat: 35, page: 1, lang: "en" },
      { lat: 35, page: 2, lang: "ja" },
      { lat: 35, page: 2, lang: "en" },
    ],
  );
  assert.deepEqual(varied({ lat: 35 }, [], schema), [{ lat: 35 }]);
});

Deno.test("varied() limits the number of calls", () => {
  const many = [parseVary("page=1..40"), parseVary("apis=1..40")];
  assert.throws(() => varied({}, many, schema), /1,600 calls/);
});

Deno.test("varied() makes every combination once", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 30 }),
      (pages, apis) => {
        const all = varied(
          {},
          [parseVary(`page=1..${pages}`), parseVary(`apis=1..${apis}`)],
          schema,
        ).map((it) => JSON.stringify(it));
        assert.equal(new Set(all).size, pages * apis);
        assert.ok(all.length <= MAX_CALLS_PER_TOOL);
      },
    ),
  );
});

Deno.test("propertyOf() knows which arguments a tool has", () => {
  assert.equal(propertyOf(schema, "page")?.type, "integer");
  assert.equal(propertyOf(schema, "toString"), undefined);
  assert.equal(propertyOf({}, "page"), undefined);
});
