import assert from "node:assert/strict";
import {
  citedLine,
  hitLines,
} from "../../../src/cli/commands/search_output.ts";
import type { Explanation, Hit } from "../../../src/search/hit.ts";
import { placeName } from "../../../src/search/place_name.ts";

const SECTION = "## B\n\nIntro.\n\nThe pool\nholds connections.\n";
const start = 100, best = start + SECTION.indexOf("Intro.");
const hit: Hit = {
  rank: 1,
  document: 3,
  section: 7,
  id: "guide/a.md#b",
  path: "guide/a.md",
  anchor: "b",
  title: "A",
  headingPath: ["A", "`B`"],
  url: "guide/a.md#b",
  score: 0.8765,
  keywordRank: 1,
  vectorRank: null,
  start,
  end: start + SECTION.length,
  startLine: 3,
  endLine: 20,
  firstPassage: 12,
  passageCount: 2,
  foundCount: 1,
  passages: [{
    passage: 13,
    start: best,
    end: start + SECTION.length,
    startLine: 5,
    endLine: 9,
    deeper: [],
    hidden: [],
    fences: [],
    text: "Intro.\n\nThe pool\nholds connections.\n",
  }],
  snippet: {
    start: start + SECTION.indexOf("The pool"),
    end: start + SECTION.length - 1,
    text: "The pool\nholds connections.",
  },
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
  const { title, headingPath } = hit;
  assert.equal(placeName(title, []), "A");
  assert.equal(placeName(title, headingPath), "A › `B`");
  assert.equal(placeName("T", headingPath), "T › A › `B`");
});

Deno.test("citedLine() is the line that holds the first word that matched (bug C7)", () => {
  assert.equal(citedLine(hit, matcher), 8);
  const none = { terms: new Set<string>(), prefixes: [] };
  assert.equal(citedLine(hit, none), 7);
  // Where the text is not the file, the file says which line it is.
  const asked: number[] = [];
  const lineAt = (offset: number) => (asked.push(offset), 40);
  assert.equal(citedLine(hit, matcher, lineAt), 40);
  assert.deepEqual(asked, [start + SECTION.indexOf("connections")]);
});
