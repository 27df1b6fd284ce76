import assert from "node:assert/strict";
import fc from "fast-check";
import {
  shownLines,
  terminalSvg,
  withoutEscapes,
} from "../../src/tasks/terminal_svg.ts";

const BOLD = "\x1b[1m", DIM = "\x1b[2m", MARK = "\x1b[1;4m";
const NORMAL = "\x1b[22m", UNMARK = "\x1b[22;24m";

Deno.test("bold, dim and underlined text is drawn so, from its column on", () => {
  const svg = terminalSvg(
    [`1. ${BOLD}A${NORMAL} ${DIM}B${NORMAL} ${MARK}C${UNMARK}.`],
    20,
    "a test",
  );
  const spans = [...svg.matchAll(/<tspan x="([\d.]+)"[^>]*?>(.*?)<\/tspan>/g)];
  assert.deepEqual(
    spans.map(([, x, text]) => [Number(x), text]),
    [
      [16, "1. "],
      [16 + 3 * 8.4, "A"],
      [16 + 4 * 8.4, " "],
      [16 + 5 * 8.4, "B"],
      [16 + 6 * 8.4, " "],
      [16 + 7 * 8.4, "C"],
      [16 + 8 * 8.4, "."],
    ].map(([x, text]) => [Number((x as number).toFixed(2)), text]),
  );
  assert.match(svg, / class="b">A</);
  assert.match(svg, / class="d">B</);
  assert.match(svg, / class="b u">C</);
});

Deno.test("a Japanese character takes two columns", () => {
  const svg = terminalSvg(["a日本b"], 20, "a test");
  assert.match(svg, /textLength="33.6">日本</);
  assert.match(svg, /x="58" textLength="8.4">b</);
});

Deno.test("text of a terminal is escaped, and the title too", () => {
  const svg = terminalSvg(['<a href="x">&amp;</a>'], 40, '"<&>"');
  assert.ok(!svg.includes("<a "));
  assert.match(svg, /aria-label="&quot;&lt;&amp;&gt;&quot;"/);
  assert.deepEqual(shownLines(svg), ['<a href="x">&amp;</a>']);
});

Deno.test("shownLines() gives back what was drawn, whatever it was", () => {
  const text = fc.string({ unit: "grapheme" })
    .map((it) => it.replace(/\p{Cc}/gu, "").replace(/[\u2028\u2029]/g, ""));
  const look = fc.constantFrom(BOLD, DIM, MARK, NORMAL, UNMARK, "\x1b[0m");
  const line = fc.array(fc.oneof(text, look)).map((it) => it.join(""));
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const svg = terminalSvg(lines, 80, "a test");
      assert.deepEqual(shownLines(svg), lines.map(withoutEscapes));
    }),
  );
});

Deno.test("an escape that cannot be drawn is an error, not a wrong picture", () => {
  assert.throws(() => terminalSvg(["\x1b[31mred"], 80, "a test"), /31m/);
});
