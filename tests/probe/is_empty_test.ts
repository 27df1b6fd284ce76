import assert from "node:assert/strict";
import fc from "fast-check";
import { countItems, isEmptyText } from "../../src/probe/is_empty.ts";

const EMPTY = [
  ...["", " \n", "[]", "{}", "null", '""', "[[], []]", "[null]"],
  ...["No results", "no results found.", "No matching documents found"],
  ...["0 results", "Nothing found", "There are no items", "Found 0 results"],
  ...["No data available for this location", "none", "No records were found"],
  ...[
    "空",
    "該当なし",
    "該当するデータはありません。",
    "該当する施設はありませんでした",
  ],
  ...[
    "データがありません",
    "見つかりませんでした。",
    "0件",
    "検索結果: 0件",
    "結果なし",
  ],
  ...[
    '{"count":0}',
    '{"total":0,"items":[]}',
    '{"total":2,"items":[]}',
    '{"results":[]}',
    '{"data":null}',
  ],
  ...['{"status":"success","data":{"items":[],"total":0}}'],
  ...['{"type":"FeatureCollection","features":[]}'],
  '{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"x"}},"features":[]}',
  ...['{"count":0,"page":1,"took_ms":12}', '{"totalCount":0,"query":"x"}'],
  ...['{"message":"該当なし"}', '{"status":"ok","message":"No results found"}'],
  ...['{"result":"該当するデータはありません"}', '{"data":[]}'],
  '{"status":"success","lat":35.6,"lon":139.7,"results":{"api_7":[]},"出典":""}',
];

const FULL = [
  ...["0", "1", "false", "ok", "Tokyo", '"text"', "[0]", "[false]"],
  ...[
    "No smoking",
    "Nothing Compares 2 U",
    "No. 5 is found in Paris",
    "none of these",
  ],
  ...["空は青い", "なしの生産量", "10件", "結果は3件です", "空き地"],
  ...[
    '{"count":1}',
    '{"results":[{"a":null}],"count":1}',
  ],
  ...[
    '{"temperature":0}',
    '{"open":false}',
    '{"status":"ok"}',
    '{"a":{"b":[1]}}',
  ],
  ...[
    '{"features":[{"type":"Feature"}]}',
    '{"name":"Tokyo","items":null,"data":"x"}',
  ],
  '{"lat":35.6,"lon":139.7,"elevation":3.2}',
  '{"message":"The report is attached"}',
];

Deno.test("isEmptyText() recognises the usual ways to say that nothing was found", () => {
  for (const text of EMPTY) {
    assert.equal(isEmptyText(text, { lat: 35.6, lon: 139.7 }), true, text);
  }
});

Deno.test("isEmptyText() takes everything else for data", () => {
  for (const text of FULL) {
    assert.equal(isEmptyText(text, { lat: 35.6, lon: 139.7 }), false, text);
  }
});

Deno.test("isEmptyText() ignores arguments that the server echoes", () => {
  const text = '{"city":"Tokyo","sights":[]}';
  assert.equal(isEmptyText(text, { city: "Tokyo" }), true);
  assert.equal(isEmptyText(text, { city: "Osaka" }), false);
  assert.equal(isEmptyText('{"city":"Tokyo"}', { city: "Tokyo" }), false);
});

Deno.test("isEmptyText() never throws, and is fast on texts made for slow regular expressions", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      assert.equal(typeof isEmptyText(text, {}), "boolean");
    }),
  );
  for (const word of ["no ", "0件", "該当する", "found 0 ", "a's "]) {
    isEmptyText(word.repeat(200_000 / word.length), {});
    isEmptyText(word.repeat(240 / word.length), {});
  }
});

Deno.test("isEmptyText() treats a list of records as data, however it is wrapped", () => {
  const wrapped = fc.letrec((tie) => ({
    it: fc.oneof(
      fc.array(fc.record({ id: fc.integer({ min: 1 }) }), { minLength: 1 }),
      fc.record({ data: tie("it") }),
      fc.record({ status: fc.constant("ok"), results: tie("it") }),
      fc.record({ items: tie("it"), page: fc.nat() }),
    ),
  })).it;
  fc.assert(
    fc.property(wrapped, (value) => {
      assert.equal(isEmptyText(JSON.stringify(value), {}), false);
      const emptied = JSON.stringify(value).replace(/\[[^]*\]/, "[]");
      assert.equal(isEmptyText(emptied, {}), true, emptied);
    }),
  );
});

Deno.test("isEmptyText() handles deeply nested JSON", () => {
  const lists = "[".repeat(100_000) + "]".repeat(100_000);
  assert.equal(isEmptyText(lists, {}), false);
  const objects = '{"a":'.repeat(50_000) + "[]" + "}".repeat(50_000);
  assert.equal(isEmptyText(objects, {}), false);
  assert.equal(countItems(JSON.parse(objects)), undefined);
});

Deno.test("countItems() counts records, not the numbers of a bounding box", () => {
  assert.equal(countItems([1, 2]), 2);
  assert.equal(countItems({ bbox: [1, 2, 3, 4], features: [{}, {}] }), 2);
  assert.equal(countItems({ results: { a: [{}], b: [], c: [{}, {}] } }), 3);
  assert.equal(countItems({ results: [] }), 0);
  assert.equal(countItems({ a: 1 }), undefined);
  assert.equal(countItems("text"), undefined);
});
