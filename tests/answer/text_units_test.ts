import assert from "node:assert/strict";
import fc from "fast-check";
import { textUnits } from "../../src/answer/text_units.ts";

function units(text: string): [string, string][] {
  return textUnits(text).map(({ kind, start, end }) => [
    kind,
    text.slice(start, end),
  ]);
}

Deno.test("textUnits() cuts prose into sentences and goes over line ends", () => {
  assert.deepEqual(units("One is\nhere. Two (e.g. this) is. Three"), [
    ["sentence", "One is\nhere."],
    ["sentence", "Two (e.g. this) is."],
    ["sentence", "Three"],
  ]);
  assert.deepEqual(units("最初の文です。次の「文。」です！最後"), [
    ["sentence", "最初の文です。"],
    ["sentence", "次の「文。」です！"],
    ["sentence", "最後"],
  ]);
});

Deno.test("textUnits() leaves version numbers and file names whole", () => {
  assert.deepEqual(units("Set a.b.c in v1.0.21 of app.toml. Done."), [
    ["sentence", "Set a.b.c in v1.0.21 of app.toml."],
    ["sentence", "Done."],
  ]);
});

Deno.test("textUnits() keeps a code block whole, with what looks like a heading in it", () => {
  const code = "```sh\n# not a heading\na. b. c\n\n```";
  assert.deepEqual(units(`Run:\n\n${code}\n\n## Next\n\nText.`), [
    ["sentence", "Run:"],
    ["code", code],
    ["heading", "## Next"],
    ["sentence", "Text."],
  ]);
  assert.deepEqual(units("~~~~\na\n~~~\nb"), [["code", "~~~~\na\n~~~\nb"]]);
});

Deno.test("textUnits() takes list items and table rows one by one", () => {
  assert.deepEqual(
    units(
      "- first\n  goes on\n- second\n1. third\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    ),
    [
      ["sentence", "- first\n  goes on"],
      ["sentence", "- second"],
      ["sentence", "1. third"],
      ["columns", "| a | b |"],
      ["row", "| 1 | 2 |"],
    ],
  );
});

Deno.test("textUnits() leaves code in a sentence whole, whatever stops are in it", () => {
  assert.deepEqual(units("It says `Too many. Stop. Now.` and ends. Next."), [
    ["sentence", "It says `Too many. Stop. Now.` and ends."],
    ["sentence", "Next."],
  ]);
});

Deno.test("textUnits() says which sentence begins a list item", () => {
  const text = "Items:\n\n> - One. Two.\n> - Three.\n\nEnd.";
  assert.deepEqual(
    textUnits(text).map(({ item, start, end }) => [
      item,
      text.slice(start, end),
    ]),
    [
      [false, "Items:"],
      [true, "> - One."],
      [false, "Two."],
      [true, "> - Three."],
      [false, "End."],
    ],
  );
});

Deno.test("textUnits() are the same where lines end with CR LF", () => {
  const text =
    "# H\n\nA.\n\n```\ncode\n```\n\n| a |\n|---|\n| 1 |\n\n---\n\n- x\n";
  assert.deepEqual(
    units(text.replaceAll("\n", "\r\n")).map(([kind, it]) => [
      kind,
      it.replaceAll("\r\n", "\n"),
    ]),
    units(text),
  );
});

Deno.test("textUnits() are in order, do not overlap, and leave out nothing that can be read", () => {
  const line = fc.constantFrom(
    ..."# h|a. b|```|~~~|- i|| r ||文。|x|> q|".split("|"),
    "",
    "  text  ",
  );
  fc.assert(fc.property(fc.array(line), (lines) => {
    const text = lines.join("\n");
    let at = 0;
    for (const { start, end } of textUnits(text)) {
      assert.ok(at <= start && start < end && end <= text.length);
      assert.match(text.slice(at, start), /^[\s|:\-=*_>#]*$/);
      at = end;
    }
    assert.match(text.slice(at), /^[\s|:\-=*_>#]*$/);
  }));
});
