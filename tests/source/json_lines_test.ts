import assert from "node:assert/strict";
import { jsonLinesReader } from "../../src/source/json_lines.ts";
import { readWith, utf8 } from "./_read_with.ts";

const read = (text: string | Uint8Array, longest?: number) =>
  readWith(
    jsonLinesReader,
    [typeof text === "string" ? utf8(text) : text],
    longest,
  );

Deno.test("jsonLinesReader() makes a document of a row", async () => {
  const { documents, skips } = await read(
    '\n{"id":"a#b/日本","title":" T ","text":"one\\ntwo","url":"https://e.test/"}\r\n',
  );
  assert.deepEqual(skips, []);
  const [{ row, ...document }] = documents;
  assert.match(row!.hash, /^[0-9a-f]{64}$/);
  assert.deepEqual([row!.id, row!.line], ["a#b/日本", 2]);
  assert.deepEqual(document, {
    format: "text",
    ...{ text: "one\ntwo", bodyStart: 0, title: "T", url: "https://e.test/" },
    ...{ lineOf: Uint32Array.of(2, 2), warnings: [] },
  });
});

Deno.test("jsonLinesReader() lets the row win over its front matter", async () => {
  const text = "---\ntitle: from text\nlang: ja\n---\n# A";
  const row = { id: "1", text, format: "markdown" };
  const { documents } = await read(
    JSON.stringify(row) + "\n" +
      JSON.stringify({ ...row, id: "2", title: "from row" }) + "\n" +
      JSON.stringify({ ...row, id: "3", format: "text" }),
  );
  const [plain, titled, asText] = documents;
  assert.equal(plain.title, "from text");
  assert.equal(plain.lang, "ja");
  assert.equal(plain.text.slice(plain.bodyStart), "# A");
  assert.equal(titled.title, "from row");
  assert.equal(asText.bodyStart, 0);
  assert.equal(asText.title, undefined);
});

Deno.test("jsonLinesReader() names what is wrong with a row", async () => {
  const rows = [
    ...["{", "[1]", "null", '{"text":"x"}', '{"id":1,"text":"x"}'],
    ...['{"id":"","text":"x"}', '{"id":"a"}', '{"id":"a","text":["x"]}'],
    ...['{"id":"a","text":"x","title":1}', '{"id":"a","text":"x","url":{}}'],
    ...['{"id":"a","text":"x","format":"html"}', '{"id":"\\ud800","text":"x"}'],
    ...['{"id":"a","text":" \\n"}', '{"id":"good","text":"x","title":null}'],
  ];
  const { documents, skips } = await read(rows.join("\n"));
  assert.deepEqual(documents.map(({ row }) => row!.id), ["good"]);
  assert.deepEqual(skips, [
    "1: invalid: line 1: not JSON",
    "2: invalid: line 2: not a JSON object",
    "3: invalid: line 3: not a JSON object",
    "4: invalid: line 4: no id",
    "5: invalid: line 5: id is not a string",
    "6: invalid: line 6: id is empty",
    "7: invalid: line 7: no text",
    "8: invalid: line 8: text is not a string",
    "9: invalid: line 9: title is not a string",
    "10: invalid: line 10: url is not a string",
    '11: invalid: line 11: format is neither "markdown" nor "text"',
    "12: invalid: line 12: id is not well-formed Unicode",
    "13: empty: line 13: no text",
  ]);
});

Deno.test("jsonLinesReader() skips one row for its bytes, not the file", async () => {
  const good = new TextEncoder().encode('{"id":"a","text":"x"}\n');
  const { documents, skips } = await read(
    Uint8Array.from([0x7b, 0x8e, 0x0a, ...good]),
  );
  assert.equal(documents.length, 1);
  assert.deepEqual(skips, [
    "1: invalid: line 1: not valid UTF-8 at byte 1 (0x8e)",
  ]);
});

Deno.test("jsonLinesReader() reads past a BOM, and UTF-16", async () => {
  const text = '\ufeff{"id":"あ","text":"x"}\n';
  const utf16 = new Uint8Array(
    Uint16Array.from(
      [...text].map((character) => character.charCodeAt(0)),
    ).buffer,
  );
  for (const file of [text, utf16]) {
    assert.equal((await read(file)).documents[0].row!.id, "あ");
  }
});

Deno.test("jsonLinesReader() skips one row for its length, not the file", async () => {
  const row = '{"id":"a","text":"x"}';
  const { documents, skips } = await read(`${row} \n${row}\n`, row.length);
  assert.deepEqual(documents.map(({ row }) => row!.line), [2]);
  assert.deepEqual(skips, [
    "1: too_large: line 1: a row of more than 21 bytes",
  ]);
});

Deno.test("jsonLinesReader() refuses a binary as a whole", async () => {
  const { skips } = await read(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0a));
  assert.deepEqual(skips, ["binary: a PNG image"]);
});

Deno.test("jsonLinesReader() makes its texts well-formed", async () => {
  const { documents } = await read('{"id":"a","text":"a\\ud800b"}');
  assert.equal(documents[0].text, "a\ufffdb");
});

Deno.test("jsonLinesReader() does not link to a script", async () => {
  const { documents } = await read(
    '{"id":"a","text":"x","url":"javascript:alert(1)"}',
  );
  assert.equal(documents[0].url, undefined);
  assert.equal(documents[0].warnings.length, 1);
});

Deno.test("jsonLinesReader() counts bad rows after a thousand", async () => {
  const { skips } = await read("[\n".repeat(1500));
  assert.equal(skips.length, 1001);
  assert.equal(
    skips.at(-1),
    "1500: invalid: line 1500: the last of 500 more bad rows",
  );
});

Deno.test("jsonLinesReader() lets go of the file wherever its reader stops", async () => {
  const encoder = new TextEncoder();
  const encode = (text: string) => encoder.encode(text);
  for (const start of ['{"id":"a","text":"x"}\n', "\x00\x01\x02\x03"]) {
    let closed = false;
    const chunks = function* () {
      try {
        yield encode(start);
        yield encode('{"id":"b","text":"y"}\n');
      } finally {
        closed = true;
      }
    };
    for await (const _ of jsonLinesReader(chunks(), 1e6)) break;
    assert.ok(closed, JSON.stringify(start));
  }
});
