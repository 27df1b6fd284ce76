import assert from "node:assert/strict";
import fc from "fast-check";
import { capParts } from "../../src/upstream/cap_parts.ts";
import {
  capContents,
  capResult,
  capText,
  TRUNCATED,
} from "../../src/upstream/cap_result.ts";
import type { Content } from "../../src/upstream/tool_result.ts";

const image = (length: number): Content => ({
  ...{ type: "image", mimeType: "image/png", data: "A".repeat(length) },
});

Deno.test("capParts() leaves out pictures, sound and files that are too large together, and says so", () => {
  const text: Content = { type: "text", text: "caption" };
  const blob: Content = {
    type: "resource",
    resource: { uri: "x:y", mimeType: "application/pdf", blob: "A".repeat(80) },
  };
  const small = [text, image(60), image(30)];
  assert.equal(capParts(small, 100), small);
  assert.equal(capParts([image(1e6)], 0).length, 1);
  const kept = capParts([text, image(60), blob, image(40), image(1)], 100);
  assert.deepEqual(kept.map(({ type }) => type), [
    ...["text", "image", "text", "image", "text"],
  ]);
  assert.match(kept[2].text!, /resource application\/pdf: 80 characters/);
});

Deno.test("a result is bounded whatever parts it has", () => {
  const part = fc.oneof(
    fc.record({
      type: fc.constant("text"),
      text: fc.string({ maxLength: 90 }),
    }),
    fc.nat(400).map(image),
    fc.nat(400).map((length): Content => ({
      type: "resource",
      resource: { uri: "a:b", blob: "B".repeat(length) },
    })),
    fc.constant({ type: "unknown" }),
  );
  fc.assert(fc.property(fc.array(part, { maxLength: 600 }), (content) => {
    const parts = capParts(content, 1_000);
    const result = capResult({ content: [...parts] }, 500);
    assert.ok(JSON.stringify(result).length < 60_000);
    assert.ok(result.content!.length <= 201);
  }));
});

Deno.test("resources and prompts are cut as results are, and keep their form", () => {
  const limits = { maxResultChars: 10, maxBinaryChars: 10 };
  const read = capContents({
    contents: [
      { uri: "a:1", mimeType: "text/plain", text: "x".repeat(50) },
      { uri: "a:1", mimeType: "image/png", blob: "A".repeat(50) },
    ],
  }, limits);
  assert.equal(read.contents[0].uri, "a:1");
  assert.ok(read.contents[0].text!.startsWith(`xxxxxxxxxx\n${TRUNCATED}`));
  assert.ok(JSON.stringify(read).length < 500);
  const prompt = capContents({
    messages: [
      { role: "assistant", content: { type: "text", text: "y".repeat(50) } },
    ],
  }, limits);
  assert.equal(prompt.messages[0].role, "assistant");
  assert.match(prompt.messages[0].content.text, /^y{10}\n/);
  const other = { contents: "none", messages: 7 };
  assert.equal(capContents(other, limits), other);
});

Deno.test("capText() cuts between characters and tells the length", () => {
  assert.equal(capText("short", 9), "short");
  assert.equal(
    capText("a😀b", 2),
    `a\n${TRUNCATED} (1 of 4 characters are shown)`,
  );
  assert.equal(capText("x".repeat(99), 0).length, 99);
});
