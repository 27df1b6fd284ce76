import assert from "node:assert/strict";
import fc from "fast-check";
import { ThinkTagFilter } from "../../src/llm/_think_tag_filter.ts";

/** What is shown of a text that comes in the pieces. */
function shown(pieces: string[]): string {
  const filter = new ThinkTagFilter();
  return pieces.map((piece) => filter.add(piece)).join("") + filter.end();
}

Deno.test("ThinkTagFilter takes away a thought at the beginning and nothing else", () => {
  const texts = {
    "<think>a\n</think>\n\nYes.": "Yes.",
    "\n<think></think>Yes.": "Yes.",
    "<think>never done": "",
    "<think>a</think>": "",
    "Yes. <think>a</think>": "Yes. <think>a</think>",
    "<thinking>a": "<thinking>a",
    "<thi": "<thi",
    "  Yes.": "  Yes.",
    "": "",
  };
  for (const [text, rest] of Object.entries(texts)) {
    assert.equal(shown([text]), rest);
    assert.equal(shown([...text]), rest, `${text}, a character at a time`);
  }
});

Deno.test("ThinkTagFilter shows the same wherever a text is cut", () => {
  const part = fc.oneof(
    fc.constantFrom("<think>", "</think>", "<", "\n", "th"),
    fc.string(),
  );
  fc.assert(fc.property(fc.array(part), (pieces) => {
    const whole = shown([pieces.join("")]);
    assert.equal(shown(pieces), whole);
    assert.equal(shown([...pieces.join("")]), whole);
  }));
});
