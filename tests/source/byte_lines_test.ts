import assert from "node:assert/strict";
import fc from "fast-check";
import { byteLines } from "../../src/source/_byte_lines.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

function lines(text: string, size: number, limit = 1000) {
  const bytes = utf8(text);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    chunks.push(bytes.slice(at, at + size));
  }
  return [...byteLines(chunks, limit)].map(({ number, bytes }) =>
    [number, bytes && new TextDecoder().decode(bytes)] as const
  );
}

Deno.test("byteLines() finds the same lines however the bytes are cut", () => {
  const text = fc.array(fc.constantFrom("あ", "x", "\n", "\r\n", "\r"))
    .map((parts) => parts.join(""));
  fc.assert(fc.property(text, fc.integer({ min: 1, max: 9 }), (text, size) => {
    const expected = text.split("\n");
    if (expected.at(-1) === "") expected.pop();
    assert.deepEqual(
      lines(text, size),
      expected.map((line, i) => [i + 1, line.replace(/\r$/, "")]),
    );
  }));
});

Deno.test("byteLines() drops a line over the limit and counts it", () => {
  assert.deepEqual(lines("ab\nabcdefgh\ncd", 3, 4), [
    [1, "ab"],
    [2, undefined],
    [3, "cd"],
  ]);
});
