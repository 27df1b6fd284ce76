import assert from "node:assert/strict";
import {
  citedLine,
  hitLines,
} from "../../../src/cli/commands/search_output.ts";
import type { Explanation, Hit } from "../../../src/search/hit.ts";
import { placeName } from "../../../src/search/place_name.ts";

const hit: Hit = {
  rank: 1,
  id: "guide/a.md#b",
  path: "guide/a.md",
  anchor: "b",
  title: "A",
  heading_path: ["A", "`B`"],
  url: "guide/a.md#b",
  score: 0.8765,
  keyword_rank: 1,
  vector_rank: null,
  child_count: 1,
  start_line: 3,
  end_line: 20,
  snippet: "The pool\nholds connections.",
  passages: [{
    start_line: 5,
    end_line: 9,
    text: "Intro.\n\nThe pool\nholds connections.\n",
  }],
};
const matcher = { terms: new Set(["connections"]), prefixes: [] };
const style = {
  mark: (text: string) => `<${text}>`,
  bold: (text: string) => `*${text}*`,
  dim: (text: string) => text,
};

Deno.test("hitLines() shows rank, place, line, score and the words that matched", () => {
  assert.deepEqual(hitLines(hit, matcher, style, undefined), [
    "1. *A › `B`*",
    "   guide/a.md:8  score 0.88",
    "   The pool holds <connections>.",
  ]);
});

Deno.test("hitLines() wraps at the width and marks across the break", () => {
  assert.deepEqual(hitLines(hit, matcher, style, 23).slice(2), [
    "   The pool holds",
    "   <connections>.",
  ]);
});

Deno.test("hitLines() prints an explanation when there is one", () => {
  const explain = { ranked_by: 1.5 } as Explanation;
  const lines = hitLines({ ...hit, explain }, matcher, style, undefined);
  assert.equal(lines[3], "   ranked_by: 1.5");
});

Deno.test("placeName() says a title once", () => {
  assert.equal(placeName({ ...hit, heading_path: [] }), "A");
  assert.equal(placeName({ ...hit, title: "T" }), "T › A › `B`");
  const heading_path = ["<Badge text='new' /> `<input>` \\*\\* fields"];
  assert.equal(
    placeName({ ...hit, title: "T", heading_path }),
    "T › `<input>` ** fields",
  );
});

Deno.test("citedLine() is the line that holds the first word that matched (bug C7)", () => {
  assert.equal(citedLine(hit, matcher), 8);
  const none = { terms: new Set<string>(), prefixes: [] };
  assert.equal(citedLine(hit, none), 7);
  // A row of JSON Lines is one line, however many its text has.
  const row = { ...hit.passages[0], start_line: 4, end_line: 4 };
  assert.equal(citedLine({ ...hit, passages: [row] }, matcher), 4);
  assert.equal(citedLine({ ...hit, passages: [] }, matcher), 3);
});
