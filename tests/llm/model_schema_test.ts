import assert from "node:assert/strict";
import { modelSchema } from "../../src/llm/_model_schema.ts";
import { testEach } from "./_models.ts";

Deno.test("modelSchema() makes an object of a schema that says nothing", () => {
  const nothing = { type: "object", properties: {} };
  assert.deepEqual(modelSchema({}), nothing);
  assert.deepEqual(modelSchema({ $schema: "x", $id: "y" }), nothing);
});

Deno.test("modelSchema() says in other words what models do not know, and drops the rest", () => {
  assert.deepEqual(
    modelSchema({
      type: "object",
      additionalProperties: false,
      properties: {
        count: {
          type: "integer",
          exclusiveMinimum: 0,
          maximum: 30,
          multipleOf: 2,
        },
        kind: { const: "point" },
        url: { type: "string", format: "uri", pattern: "^h", default: "h" },
        when: { type: "string", format: "date-time" },
        flag: { enum: [true, null] },
        list: { type: "array" },
        any: {
          oneOf: [{ type: "string" }, { $ref: "#/definitions/p", title: "x" }],
        },
        not: { not: { type: "null" } },
      },
      patternProperties: { "^x": {} },
      required: ["count"],
      definitions: { p: { type: "object", properties: { x: true } } },
    }),
    {
      type: "object",
      additionalProperties: false,
      properties: {
        count: { type: "integer", minimum: 0, maximum: 30 },
        kind: { enum: ["point"] },
        url: { type: "string" },
        when: { type: "string", format: "date-time" },
        flag: {},
        list: { type: "array", items: {} },
        any: { anyOf: [{ type: "string" }, { $ref: "#/$defs/p" }] },
        not: {},
      },
      required: ["count"],
      $defs: { p: { type: "object", properties: { x: {} } } },
    },
  );
});

Deno.test("modelSchema() puts alternatives at the top level together", () => {
  const alternatives = [
    { properties: { a: { type: "string" } }, required: ["a", "c"] },
    { properties: { b: { type: "string" } }, required: ["b", "c"] },
  ];
  const properties = {
    a: { type: "string" },
    b: { type: "string" },
    c: { type: "integer" },
  };
  for (const keyword of ["oneOf", "anyOf"]) {
    assert.deepEqual(
      modelSchema({
        type: "object",
        properties: { c: { type: "integer" } },
        [keyword]: alternatives,
      }),
      { type: "object", properties, required: ["c"] },
    );
  }
  assert.deepEqual(
    modelSchema({ properties: { c: { type: "integer" } }, allOf: alternatives })
      .required,
    ["a", "c", "b"],
  );
});

testEach("a tool's schema is sent as the API takes it", [{
  text: "ok",
}], async ({ model }) => {
  const { turn } = await model.generate({
    system: "s",
    turns: [{ role: "user", text: "q" }],
    tools: [{
      name: "everything",
      description: "d",
      parameters: {
        $schema: "http://json-schema.org/draft-07/schema#",
        type: "object",
        properties: {
          n: { type: "number", exclusiveMinimum: 0 },
          tags: { type: "array" },
          who: { $ref: "#/definitions/who", description: "who" },
          when: { type: ["string", "null"], format: "duration" },
          flag: { const: true },
        },
        anyOf: [{ required: ["n"] }, { required: ["who"] }],
        definitions: { who: { type: "string", format: "email" } },
      },
    }],
  });
  assert.equal(turn.text, "ok");
});
