import assert from "node:assert/strict";
import fc from "fast-check";
import { bestQuote } from "../../src/answer/best_quote.ts";

/** The share of some words that a text has. */
function covers(...words: string[]): (text: string) => number {
  return (text) =>
    words.filter((word) => text.includes(word)).length / words.length;
}

function quoted(text: string, coverage: (text: string) => number) {
  const { start, end } = bestQuote(text, coverage)!;
  return text.slice(start, end);
}

Deno.test("bestQuote() is the sentence that covers the question best", () => {
  assert.equal(
    quoted(
      "A pool is kept. The limit is 20. Backups run at night.",
      covers("limit"),
    ),
    "The limit is 20.",
  );
});

Deno.test("bestQuote() takes a neighbour that adds to it, and no other", () => {
  assert.equal(
    quoted(
      "Nothing here. The pool opens connections. The limit is 20. Nothing there.",
      covers("pool", "limit"),
    ),
    "The pool opens connections. The limit is 20.",
  );
});

Deno.test("bestQuote() takes the code that a sentence introduces, and the sentence of code", () => {
  const text = "Set the limit:\n\n```toml\nmax = 20\n```\n\nThen restart.";
  const both = "Set the limit:\n\n```toml\nmax = 20\n```";
  assert.equal(quoted(text, covers("limit")), both);
  assert.equal(quoted(text, covers("max")), both);
});

Deno.test("bestQuote() of nothing but a heading is none", () => {
  assert.equal(bestQuote("## Limits\n", covers("Limits")), undefined);
  assert.equal(bestQuote("", covers("x")), undefined);
});

Deno.test("bestQuote() is a slice that ends with what can be read, whatever the text", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
    const found = bestQuote(text, (part) => part.length % 7 / 7);
    if (found === undefined) return;
    const slice = text.slice(found.start, found.end);
    assert.ok(slice.trimEnd() === slice && slice !== "");
  }));
});
