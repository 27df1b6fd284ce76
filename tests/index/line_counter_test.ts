import assert from "node:assert/strict";
import fc from "fast-check";
import { LineCounter } from "../../src/index/line_counter.ts";

Deno.test("LineCounter counts LF, CRLF and CR like an editor", () => {
  const lines = new LineCounter("a\nb\r\nc\rd");
  assert.deepEqual(
    [..."0245 7".replace(" ", "")].map((at) => lines.lineOf(Number(at))),
    [1, 2, 2, 3, 4],
  );
  assert.deepEqual(lines.span(0, 2), {
    start: 0,
    end: 2,
    startLine: 1,
    endLine: 1,
  });
});

Deno.test("LineCounter.range is the slice with exactly those lines", () => {
  const text = fc.array(fc.constantFrom("a", "日本", "\n", "\r\n", "😀"))
    .map((parts) => parts.join("")).filter((it) => it !== "");
  fc.assert(fc.property(text, fc.nat(), fc.nat(), (it, a, b) => {
    const rows = it.match(/[^\n]*\n|[^\n]+$/g)!;
    const from = a % rows.length + 1, to = from + b % rows.length;
    const range = new LineCounter(it).range(from, to, it.length)!;
    assert.equal(
      it.slice(range.start, range.end),
      rows.slice(from - 1, to).join(""),
    );
    assert.equal(
      new LineCounter(it).range(rows.length + 1, rows.length + 5, it.length),
      undefined,
    );
  }));
});

Deno.test("LineCounter gives lines of the source file for an extracted text", () => {
  const lines = new LineCounter("a\nb\nc", Uint32Array.of(7, 7, 12));
  assert.equal(lines.lineOf(4), 12);
  assert.deepEqual(lines.range(7, 7, 5), { start: 0, end: 4 });
  assert.equal(lines.range(8, 11, 5), undefined);
});
