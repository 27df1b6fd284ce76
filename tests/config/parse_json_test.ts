import assert from "node:assert/strict";
import fc from "fast-check";
import { parseJsonObject } from "../../src/config/parse_json.ts";

Deno.test("parseJsonObject() reads what JSON.parse reads", () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(fc.property(object, fc.constantFrom(0, 2), (object, indent) => {
    const text = JSON.stringify(object, null, indent);
    const { values } = parseJsonObject(text, "f");
    // Through text again, because the objects have different prototypes.
    assert.deepEqual(
      [...values].map(([key, value]) => [key, JSON.stringify(value)]),
      Object.entries(JSON.parse(text)).map(([k, v]) => [k, JSON.stringify(v)]),
    );
  }));
});

Deno.test("parseJsonObject() refuses what JSON.parse refuses", () => {
  fc.assert(fc.property(
    fc.json(),
    fc.nat(),
    fc.constantFrom("", ",", "}", '"', "0", "\\", "x", "\n"),
    (json, at, put) => {
      const text = `{"a":${json}}`;
      const place = at % text.length;
      const broken = text.slice(0, place) + put + text.slice(place + 1);
      let valid = true;
      try {
        const value = JSON.parse(broken);
        valid = typeof value === "object" && value && !Array.isArray(value);
      } catch {
        valid = false;
      }
      if (valid) {
        try {
          parseJsonObject(broken, "f");
        } catch (error) {
          // A key that stands twice is the one thing that is stricter here.
          assert.match((error as Error).message, /stands twice|too deeply/);
        }
      } else assert.throws(() => parseJsonObject(broken, "f"));
    },
  ));
});

Deno.test("parseJsonObject() gives the positions of keys and of syntax errors", () => {
  const { where } = parseJsonObject('{\n  "a": 1,\n  "日本": 2\n}', "f.json");
  assert.equal(where("日本"), "f.json:3:3");
  const mistakes: [string, RegExp][] = [
    ["", /^f:1:1: the file is empty$/],
    ["[1]", /^f:1:1: not an object$/],
    ['{"a":1,\n}', /^f:2:1: a comma before }$/],
    ['{"a" 1}', /^f:1:6: a colon is missing after "a"$/],
    ['{"a":1 "b":2}', /^f:1:8: a comma or } is missing$/],
    ["{a:1}", /^f:1:2: a key in double quotes is expected$/],
    ['{"a":1,\n"a":2}', /^f:2:1: the key "a" stands twice$/],
    ['{"a":"C:\\docs"}', /^f:1:6: a string that is not closed or has a wrong/],
    ['{"a":1} // x', /^f:1:9: a comment$/],
    ['{"a":', /^f:1:6: the file ends too early$/],
    ['{"a":tru}', /^f:1:6: not a value$/],
    ['{"a":1}x', /^f:1:8: text after the end of the object$/],
    [`{"a":${"[".repeat(100_000)}`, /nested too deeply$/],
  ];
  for (const [text, message] of mistakes) {
    assert.throws(() => parseJsonObject(text, "f"), { message });
  }
});

Deno.test("parseJsonObject() keeps __proto__ a key like any other", () => {
  const { values } = parseJsonObject('{"__proto__": {"offline": true}}', "f");
  assert.deepEqual([...values.keys()], ["__proto__"]);
});
