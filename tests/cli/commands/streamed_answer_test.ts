import assert from "node:assert/strict";
import fc from "fast-check";
import { StreamedAnswer } from "../../../src/cli/commands/streamed_answer.ts";

/** What is shown of a text that comes in pieces of some size. */
function streamed(text: string, size: number): string {
  let out = "";
  const stream = new StreamedAnswer((piece) => out += piece);
  for (let at = 0; at < text.length; at += size) {
    stream.take(text.slice(at, at + size));
  }
  stream.end();
  assert.equal(stream.shown, out);
  return out;
}

Deno.test("StreamedAnswer leaves out the list of sources, however its heading is written and cut", () => {
  for (
    const heading of [
      "Sources:",
      "**Sources:**",
      "## Sources:",
      "sources：",
      "参考:",
      "出典：",
      "References: x",
      "## Sources",
      "**Sources**",
      "### 参考",
    ]
  ) {
    for (let size = 1; size < 12; size++) {
      assert.equal(
        streamed(`It is 20 [1].\n\n${heading}\n- https://example.com\n`, size),
        "It is 20 [1].",
        `${heading} in pieces of ${size}`,
      );
    }
  }
});

Deno.test("StreamedAnswer shows a line at once that cannot become the heading", () => {
  let out = "";
  const stream = new StreamedAnswer((piece) => out += piece);
  stream.take("S");
  assert.equal(out, "");
  stream.take("et");
  assert.equal(out, "Set");
  stream.take(" it");
  assert.equal(out, "Set it");
});

Deno.test("StreamedAnswer shows everything of a text without such a list", () => {
  const piece = fc.constantFrom(
    ..."Source|Sources of|参考に|出典|a|。|\n|\n\n|# |sourcesoup: |- S".split(
      "|",
    ),
  );
  fc.assert(fc.property(
    fc.array(piece),
    fc.integer({ min: 1, max: 9 }),
    (pieces, size) => {
      const text = pieces.join("");
      if (
        /^[\s#*_>]*(?:sources|references|参考|出典)[^\p{L}\n]*[:：]/imu.test(
          text,
        ) || /^\s*#+ [\s#*_>]*(?:sources|references|参考|出典)\s*$/im.test(text)
      ) {
        return;
      }
      assert.equal(streamed(text, size), text);
    },
  ));
});

Deno.test("StreamedAnswer shows the blank lines before what follows, and those at the end", () => {
  let out = "";
  const stream = new StreamedAnswer((piece) => out += piece);
  for (const [piece, shown] of [["a\n", "a"], ["\n", "a"], ["b", "a\n\nb"]]) {
    stream.take(piece);
    assert.equal(out, shown);
  }
  stream.take("\n");
  stream.end();
  assert.equal(out, "a\n\nb\n");
});

Deno.test("StreamedAnswer begins anew on a line of its own, whatever came before", () => {
  for (const before of ["words", "words\n", "words\n\nSources:\n- x\n"]) {
    let out = "";
    const stream = new StreamedAnswer((piece) => out += piece);
    stream.take(before);
    stream.beginAnew();
    stream.take("answer");
    assert.equal(out, "words\nanswer", JSON.stringify(before));
    assert.equal(stream.shown, "answer");
  }
});
