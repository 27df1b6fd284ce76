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

Deno.test("bestQuote() takes no words of an address for those of an answer", () => {
  const answer = "Configure custom rules for the server here.";
  for (
    const link of [
      "More is [there](https://example.com/dev-server/proxy-rules).",
      "See https://example.com/dev-server/proxy-rules for more.",
      '<Link href="/dev-server/proxy-rules">more</Link> of it.',
    ]
  ) {
    const text = `${link}\n\n${answer}\n`;
    assert.equal(
      quoted(text, covers("dev", "server", "proxy", "rules")),
      answer,
    );
  }
});

Deno.test("bestQuote() takes the name of a tag for a word", () => {
  const answer = "Slots go into `<template>` elements.";
  assert.equal(
    quoted(`Slots are here.\n\n${answer}\n`, covers("template")),
    answer,
  );
});

Deno.test("bestQuote() prefers what answers to what only points to an answer", () => {
  const pointer = "[Deploy a site to netlify with git](/netlify)";
  const answer = "A site goes to netlify by a push with git.";
  assert.equal(
    quoted(`${pointer}\n\n${answer}\n`, covers("site", "netlify", "git")),
    answer,
  );
  assert.equal(quoted(`${pointer}\n`, covers("site", "netlify")), pointer);
});

Deno.test("bestQuote() takes the list that a sentence introduces, and nothing after it", () => {
  const text =
    "Other words.\n\nThe place is one of:\n\n- the first\n- the second,\n  on two lines\n\nAnd more.\n";
  assert.equal(
    quoted(text, covers("place")),
    "The place is one of:\n\n- the first\n- the second,\n  on two lines",
  );
  const long = `The place is one of:\n\n- ${"x".repeat(900)}\n`;
  assert.equal(quoted(long, covers("place")), "The place is one of:");
});

Deno.test("bestQuote() reads what follows a heading under it, where the heading asks the question", () => {
  const lead = "It is a set of data of one kind.";
  const other = "We suggest a content collection that is built at once.";
  assert.equal(
    quoted(
      `## What is a content collection?\n\n${lead}\n\n${other}\n`,
      covers("content", "collection"),
    ),
    lead,
  );
  assert.equal(
    quoted(
      `## Kinds\n\n${lead}\n\n${other}\n`,
      covers("content", "collection"),
    ),
    other,
  );
});

Deno.test("bestQuote() is never a row that only names columns", () => {
  for (const end of ["\n", "\r\n"]) {
    const rows = ["| reason | meaning |", "| :-- | --- |", "| a | b |", ""];
    const found = quoted(rows.join(end), covers("reason", "meaning"));
    assert.ok(found.endsWith("| a | b |"), found);
  }
});
