import assert from "node:assert/strict";
import fc from "fast-check";
import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/client/validators/cf-worker";
import { sampleArguments } from "../../src/probe/sample_arguments.ts";
import type { Schema } from "../../src/upstream/adapt_arguments.ts";

/** The value that is made up for one required argument. */
function valueOf(schema: Schema, root: Schema = {}): unknown {
  return sampleArguments({
    ...root,
    type: "object",
    properties: { it: schema },
    required: ["it"],
  }).it;
}

Deno.test("sampleArguments() gives the required arguments and no others", () => {
  assert.deepEqual(
    sampleArguments({
      type: "object",
      properties: {
        lat: { type: "number" },
        target_apis: {
          type: "array",
          items: { type: "integer", minimum: 1, maximum: 30 },
        },
        save_file: { anyOf: [{ type: "boolean" }, { type: "null" }] },
      },
      required: ["lat", "target_apis"],
    }),
    { lat: 1, target_apis: [1] },
  );
  assert.deepEqual(sampleArguments({}), {});
  assert.deepEqual(sampleArguments({ type: "object" }), {});
});

Deno.test("sampleArguments() uses values that the schema itself gives", () => {
  assert.equal(valueOf({ const: "only" }), "only");
  assert.equal(valueOf({ type: "string", default: "en" }), "en");
  assert.equal(valueOf({ type: "integer", examples: [35, 36] }), 35);
  assert.equal(valueOf({ enum: ["a", "b"] }), "a");
  assert.equal(valueOf({ enum: [null, "b"] }), "b");
  assert.equal(valueOf({ enum: ["a", "b"], default: "b" }), "b");
  // A hint of the wrong type is none, nor is null, which asks back.
  assert.equal(valueOf({ type: "integer", examples: ["five"] }), 1);
  assert.equal(valueOf({ type: ["string", "null"], default: null }), "test");
});

Deno.test("sampleArguments() respects the limits of numbers", () => {
  assert.equal(valueOf({ type: "integer", minimum: 10 }), 10);
  assert.equal(valueOf({ type: "integer", maximum: -3 }), -3);
  assert.equal(valueOf({ type: "integer", exclusiveMinimum: 1 }), 2);
  assert.equal(valueOf({ type: "integer", multipleOf: 5 }), 5);
  assert.equal(
    valueOf({ type: "integer", minimum: 2.5, multipleOf: 4 }),
    4,
  );
  assert.equal(valueOf({ type: "number", minimum: -90, maximum: 90 }), 1);
  assert.equal(
    valueOf({ type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }),
    0.5,
  );
  // Draft 4, where it is a word about the minimum.
  assert.equal(
    valueOf({ type: "integer", minimum: 7, exclusiveMinimum: true }),
    8,
  );
});

Deno.test("sampleArguments() respects formats, lengths and some patterns", () => {
  assert.equal(valueOf({ type: "string", format: "date" }), "2025-01-01");
  assert.equal(
    valueOf({ type: "string", format: "uri" }),
    "https://example.com/",
  );
  assert.equal(valueOf({ type: "string", minLength: 6 }), "testte");
  assert.equal(valueOf({ type: "string", maxLength: 2 }), "te");
  assert.equal(valueOf({ type: "string", pattern: "^\\d{5}$" }), "12345");
  assert.equal(valueOf({ type: "string", format: "made-up" }), "test");
  // What is no regular expression of ours is left alone.
  assert.equal(valueOf({ type: "string", pattern: "(?<" }), "test");
});

Deno.test("sampleArguments() resolves lists, objects, references and alternatives", () => {
  assert.deepEqual(valueOf({ type: "array", items: { type: "string" } }), [
    "test",
  ]);
  assert.deepEqual(
    valueOf({
      type: "array",
      items: { enum: ["a", "b", "c"] },
      minItems: 2,
      uniqueItems: true,
    }),
    ["a", "b"],
  );
  assert.deepEqual(valueOf({ type: "array", maxItems: 0 }), []);
  assert.deepEqual(
    valueOf({
      prefixItems: [{ type: "number" }, { type: "boolean" }],
      items: false,
    }),
    [1, false],
  );
  assert.deepEqual(
    valueOf({
      type: "object",
      properties: { at: { $ref: "#/$defs/Point" }, note: {} },
      required: ["at"],
    }, {
      $defs: {
        Point: {
          type: "object",
          properties: { lat: { type: "number", minimum: 20 } },
          required: ["lat"],
        },
      },
    }),
    { at: { lat: 20 } },
  );
  assert.equal(valueOf({ anyOf: [{ type: "null" }, { type: "integer" }] }), 1);
  assert.deepEqual(
    valueOf({
      allOf: [
        { properties: { a: { type: "integer" } }, required: ["a"] },
        { properties: { b: { type: "boolean" } }, required: ["b"] },
      ],
    }),
    { a: 1, b: false },
  );
});

Deno.test("sampleArguments() terminates for schemas that refer to themselves", () => {
  const tree = {
    type: "object",
    properties: {
      children: { type: "array", items: { $ref: "#" } },
      next: { $ref: "#" },
    },
    required: ["children", "next"],
  };
  assert.ok(JSON.stringify(sampleArguments(tree)).length > 0);
  assert.deepEqual(sampleArguments({ $ref: "#" }), {});
});

Deno.test("a reference that cannot be resolved leads nowhere, whatever it holds", () => {
  const references = [
    "#%",
    "#/%E3%81",
    "#/$defs/none",
    "#/a/b",
    "other.json",
    "",
  ];
  for (const $ref of references) {
    assert.deepEqual(sampleArguments({ $ref }), {}, $ref);
  }
});

Deno.test("sampleArguments() limits the length of texts and lists", () => {
  const text = valueOf({ type: "string", minLength: 1e12 }) as string;
  assert.equal(text.length, 10_000);
  const list = valueOf({ type: "array", minItems: 1e12 }) as unknown[];
  assert.equal(list.length, 100);
});

/** Schemas that can be satisfied, made of everything that is promised. */
const schemas = fc.letrec<Record<string, Schema>>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<Schema>(
      { type: "boolean" },
      { type: "null" },
      { type: ["null", "integer"] },
      { const: { a: 1 } },
      { type: "string", format: "date-time" },
      { type: "string", format: "ipv4" },
    ),
    fc.record({
      type: fc.constantFrom("integer", "number"),
      minimum: fc.integer({ min: -100, max: 0 }),
      maximum: fc.integer({ min: 50, max: 100 }),
      multipleOf: fc.integer({ min: 1, max: 25 }),
    }, { requiredKeys: ["type"] }),
    fc.record({
      type: fc.constant("number"),
      exclusiveMinimum: fc.double({ min: -5, max: 5, noNaN: true }),
      exclusiveMaximum: fc.double({ min: 5.5, max: 9, noNaN: true }),
    }, { requiredKeys: ["type"] }),
    fc.record({
      type: fc.constant("string"),
      minLength: fc.integer({ min: 0, max: 12 }),
      maxLength: fc.integer({ min: 12, max: 20 }),
    }, { requiredKeys: ["type"] }),
    fc.uniqueArray(fc.jsonValue({ maxDepth: 1 }), {
      minLength: 1,
      maxLength: 4,
      selector: (it) => JSON.stringify(it),
    }).map((it) => ({ enum: it })),
    fc.record({
      type: fc.constant("array"),
      items: tie("value"),
      minItems: fc.integer({ min: 0, max: 3 }),
    }),
    fc.record({
      type: fc.constant("array"),
      items: fc.record({
        type: fc.constantFrom("integer", "number"),
        minimum: fc.integer({ min: -100, max: 5 }),
        maximum: fc.integer({ min: 40, max: 100 }),
        exclusiveMaximum: fc.integer({ min: 40, max: 100 }),
        multipleOf: fc.integer({ min: 1, max: 5 }),
      }, { requiredKeys: ["type"] }),
      minItems: fc.integer({ min: 0, max: 6 }),
      uniqueItems: fc.constant(true),
    }),
    tie("object"),
    fc.record({
      anyOf: fc.array(tie("value"), { minLength: 1, maxLength: 3 }),
    }),
  ),
  object: fc.dictionary(
    fc.stringMatching(/^[a-z]{1,4}$/),
    tie("value"),
    { maxKeys: 4 },
  ).map((properties) => ({
    type: "object",
    properties,
    required: Object.keys(properties).slice(1),
    additionalProperties: false,
  })),
}));

Deno.test("sampleArguments() gives arguments that an independent validator accepts", () => {
  const validator = new CfWorkerJsonSchemaValidator();
  fc.assert(
    fc.property(schemas.object, (schema) => {
      const args = sampleArguments(schema);
      const { valid, errorMessage } = validator.getValidator(schema)(args);
      assert.ok(valid, `${JSON.stringify(args)}: ${errorMessage}`);
    }),
    { numRuns: 500 },
  );
});

Deno.test("sampleArguments() never throws, whatever a server sends as a schema", () => {
  fc.assert(
    fc.property(fc.object({ maxDepth: 4 }), (schema) => {
      assert.equal(typeof sampleArguments(schema), "object");
    }),
  );
  const keywords = fc.constantFrom(
    ...["type", "properties", "required", "items", "enum", "minimum", "anyOf"],
    ...["$ref", "minLength", "minItems", "multipleOf", "pattern", "default"],
  );
  fc.assert(
    fc.property(
      fc.dictionary(keywords, fc.jsonValue()),
      fc.dictionary(keywords, fc.jsonValue()),
      (inner, outer) => {
        assert.equal(
          typeof sampleArguments({
            ...outer,
            properties: { a: inner },
            required: ["a"],
          }),
          "object",
        );
      },
    ),
    { numRuns: 500 },
  );
});
