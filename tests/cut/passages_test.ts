import assert from "node:assert/strict";
import fc from "fast-check";
import { markdownOutline } from "../../src/cut/markdown_outline.ts";
import { type CutOptions, passages } from "../../src/cut/passages.ts";
import { textOutline } from "../../src/cut/text_outline.ts";
import { arbitraryMarkdown } from "./_arbitrary_markdown.ts";

const DEFAULTS: CutOptions = { passageSize: 500, overlap: 100 };

function cutUp(text: string, options = DEFAULTS, mdx = false) {
  const outline = markdownOutline(text, 0, { mdx });
  return passages(text, 0, text.length, outline, options)
    .map((passage) => ({
      ...passage,
      text: text.slice(passage.start, passage.end),
    }));
}
const texts = (text: string, options?: CutOptions) =>
  cutUp(text, options).map(({ text }) => text);

const sentence = (n: number) =>
  `これは本文の${n}番目の文で、長さをそろえるために書いてあります。`;
const prose = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => sentence(from + i)).join("");
const code = (lines: number) =>
  Array.from({ length: lines }, (_, i) => `  const value${i} = compute(${i});`)
    .join("\n");

Deno.test("passages() leaves a short section whole", () => {
  assert.deepEqual(texts("# A\n\ntext\n"), ["# A\n\ntext\n"]);
});

Deno.test("passages() prefers headings to blank lines", () => {
  const parts = [1, 2, 3].map((n) =>
    `### H${n}\n\n${prose(0, 7)}\n\n${prose(7, 15)}\n\n`
  );
  assert.deepEqual(texts(parts.join("")), parts);
});

Deno.test("passages() prefers blank lines to sentence ends", () => {
  const parts = [0, 10, 20].map((n) => `${prose(n, n + 11)}\n\n`);
  assert.deepEqual(
    texts(parts.join(""), { passageSize: 400, overlap: 0 }),
    parts,
  );
});

Deno.test("passages() cuts Japanese without spaces or blank lines at sentence ends", () => {
  for (const text of texts(prose(0, 100))) {
    assert.match(text, /。$/);
    assert.ok(text.length > 300 && text.length < 700);
  }
});

Deno.test("passages() keeps closing brackets and quotes with their sentence", () => {
  const text =
    "彼は「もう終わりました。」とだけ言いました。（詳しくは後で書きます。）"
      .repeat(40);
  for (const passage of texts(text)) assert.match(passage, /[。）]$/);
});

Deno.test("passages() cuts a sentence that has no end at its commas, then at spaces", () => {
  for (
    const text of texts("とても長い文が、読点だけで続いていき、".repeat(100))
  ) {
    assert.match(text, /、$/);
  }
  for (
    const text of texts("words without any punctuation ".repeat(100).trim())
      .slice(0, -1)
  ) {
    assert.match(text, / $/);
  }
});

Deno.test("passages() cuts text of nothing but letters between characters", () => {
  const units = ["長", "𠮷", "か\u3099", "👨‍👩‍👧"];
  for (const unit of units) {
    const text = unit.repeat(2000);
    const found = cutUp(text);
    assert.ok(found.length > 2);
    for (const { start, end } of found) {
      assert.equal(start % unit.length, 0);
      assert.equal(end % unit.length, 0);
      assert.ok(end - start <= 1000);
    }
  }
});

Deno.test("passages() does not take e.g. for a sentence end", () => {
  const text =
    "This is a sentence about tools, e.g. Hammers and nails that are used daily. "
      .repeat(30);
  for (const passage of texts(text)) assert.match(passage, /daily\. $/);
});

Deno.test("passages() keeps code with the sentence that introduces it", () => {
  const text = `${prose(0, 13)}次のように書きます：\n\n\`\`\`js\n${
    code(14)
  }\n\`\`\`\n\n${prose(20, 40)}\n`;
  const found = texts(text);
  const holder = found.find((passage) => passage.includes("```js"))!;
  assert.match(holder, /次のように書きます：\n\n```js\n/);
  assert.equal(holder.match(/```/g)!.length, 2);
});

Deno.test("passages() does not cut a fence or a table that fits", () => {
  const fence = `\`\`\`\n${code(29)}\n\`\`\``;
  const table = `| a | b |\n|---|---|\n${"| 値 | 説明の文 |\n".repeat(65)}`;
  const found = texts(
    `${prose(0, 9)}\n\n${fence}\n\n${prose(10, 19)}\n\n${table}\n${
      prose(20, 29)
    }\n`,
  );
  assert.ok(fence.length > 800 && table.length > 800);
  assert.equal(
    found.filter((passage) => passage.includes("const value")).length,
    1,
  );
  assert.equal(found.filter((passage) => passage.includes("| 値 |")).length, 1);
});

Deno.test("passages() does not cut a table behind a comment in it", () => {
  const table = `| a |\n|---|\n| x | <!-- note -->\n| y |`;
  const found = texts(`${prose(0, 15)}\n\n${table}\n\n${prose(20, 35)}\n`);
  assert.equal(found.filter((text) => text.includes(table)).length, 1);
});

Deno.test("passages() cuts a fence that is too long at line ends, and repeats none of it", () => {
  const fence = `\`\`\`js\n${code(100)}\n\`\`\`\n`;
  const found = cutUp(fence);
  assert.equal(found.map(({ text }) => text).join(""), fence);
  for (const { text } of found) {
    assert.match(text, /\n$/);
    assert.ok(!/^```\n$/.test(text) && text !== "```js\n");
  }
});

Deno.test("passages() cuts a table that is too long at row ends, the head with its first row", () => {
  const table = `| 番号 | 意味 |\n|---|---|\n${
    Array.from({ length: 90 }, (_, i) => `| E${4000 + i} | ${sentence(i)} |`)
      .join("\n")
  }\n`;
  const found = texts(table);
  assert.equal(found.join(""), table);
  for (const text of found) assert.match(text, /^\|[^]*\|\n$/);
  assert.ok(found[0].includes("E4000"));
});

Deno.test("passages() does not leave a heading without its text, even before a fence of the greatest size", () => {
  const fence = `\`\`\`\n${"x".repeat(985)}\n\`\`\``;
  for (
    const head of [
      "### H\n\n",
      "### G\n\n#### H\n\n",
      `### ${"長い見出し".repeat(20)}\n\n`,
    ]
  ) {
    const text = `${prose(0, 9)}\n\n${head}${fence}\n`;
    for (const passage of texts(text)) {
      assert.ok(!/^#+ [^\n]*\s*$/m.test(passage.trimEnd().split("\n").at(-1)!));
    }
  }
});

Deno.test("passages() does not leave a heading without its text behind an empty quote or item", () => {
  for (const empty of [">", "> >", "-", "- >", "1."]) {
    const code = `\`\`\`\n${"x".repeat(935)}\n\`\`\``;
    const head = `# ${
      "Long heading ".repeat(4)
    }\n\n${empty}\n\nIntroduction\n\n`;
    const found = texts(`${head}${code}\n`);
    assert.ok(found.length > 1);
    assert.ok(found[0].includes("Introduction"), empty);
  }
});

Deno.test("passages() cuts a heading, a paragraph and a line of code of any length", () => {
  for (const head of ["### ", "", "```\n", "    ", "| ", "<!-- ", "<div "]) {
    for (const unit of ["x", "長い", "a b "]) {
      const found = cutUp(head + unit.repeat(3000));
      assert.ok(
        found.every(({ start, end }) => end > start && end - start <= 1000),
      );
      assert.ok(found.length < 40);
    }
  }
});

Deno.test("passages() overlap by about the wished amount, from a boundary on", () => {
  const found = cutUp(prose(0, 60));
  for (let i = 1; i < found.length; i++) {
    const overlap = found[i - 1].end - found[i].start;
    assert.ok(overlap >= 34 && overlap <= 200);
    assert.match(found[i].text, /^これは/);
  }
});

Deno.test("passages() do not overlap back over a heading, a fence or a table", () => {
  const text = [
    prose(0, 12),
    `### H\n\n${prose(20, 32)}`,
    `\`\`\`\n${code(12)}\n\`\`\``,
    prose(40, 52),
    `| a |\n|---|\n${"| 値の説明 |\n".repeat(40)}`,
    prose(60, 72),
  ].join("\n\n");
  const found = cutUp(text);
  for (let i = 1; i < found.length; i++) {
    const overlap = text.slice(found[i].start, found[i - 1].end);
    assert.ok(!/###|```|const|\|/.test(overlap), overlap);
  }
});

Deno.test("passages() join a tiny rest to its neighbour", () => {
  const found = texts(`${prose(0, 15)}\n\n短い。\n`);
  assert.equal(found.length, 1);
});

Deno.test("passages() keep wrappers with what they wrap", () => {
  const part = (n: number) =>
    `<Tabs>\n\n::: tip\n\n${prose(n, n + 13)}\n\n:::\n\n</Tabs>\n\n`;
  for (const passage of texts([0, 20, 40].map(part).join(""))) {
    assert.match(passage, /^<Tabs>/);
    assert.match(passage, /<\/Tabs>\s*$/);
  }
});

Deno.test("passages() tell the deeper headings in force, code, hidden spans and heading lines", () => {
  const text = `# A\n\n### B {#b}\n\n${
    prose(0, 14)
  }\n\n#### C\n\n> ##### Q\n\n${prose(20, 34)} <!-- note -->\n\n### D\n\n${
    prose(40, 50)
  }\n\n\`\`\`\nx\n\`\`\`\n`;
  const found = cutUp(text);
  const slices = (spans: [number, number][]) =>
    spans.map((span) => text.slice(...span));
  assert.deepEqual(found.map(({ deeper }) => deeper), [[], ["B", "C"], ["D"]]);
  assert.deepEqual(found.map(({ headings }) => slices(headings)), [
    ["# A", "### B {#b}"],
    ["#### C", "##### Q"],
    ["### D"],
  ]);
  assert.deepEqual(found.map(({ hidden }) => slices(hidden)), [[], [
    "<!-- note -->",
  ], []]);
  assert.deepEqual(found.map(({ code }) => slices(code)), [[], [], [
    "```\nx\n```",
  ]]);
});

Deno.test("passages() clip spans to the passage", () => {
  const found = cutUp(`\`\`\`\n${code(100)}\n\`\`\`\n`);
  for (const { start, end, code } of found) {
    assert.equal(code.length, 1);
    assert.ok(code[0][0] >= start && code[0][1] <= end);
  }
});

Deno.test("passages() refuse sizes that cannot be", () => {
  for (
    const [passageSize, overlap] of [[10, 0], [500, 300], [500, -1], [NaN, 0]]
  ) {
    assert.throws(() => cutUp("a", { passageSize, overlap }), RangeError);
  }
});

Deno.test("passages() cover any section without a gap, in bounded and well-formed parts", () => {
  const options = fc.constantFrom(DEFAULTS, { passageSize: 40, overlap: 20 }, {
    passageSize: 200,
    overlap: 0,
  });
  fc.assert(
    fc.property(
      arbitraryMarkdown,
      options,
      fc.constantFrom("markdown", "mdx", "text"),
      ({ text }, options, format) => {
        const outline = format === "text"
          ? textOutline(text, 0)
          : markdownOutline(text, 0, { mdx: format === "mdx" });
        const found = passages(text, 0, text.length, outline, options);
        let joined = "";
        let end = 0;
        for (const passage of found) {
          assert.ok(passage.start <= end && passage.end > end);
          assert.ok(passage.end - passage.start <= 2 * options.passageSize);
          joined += text.slice(end, passage.end);
          end = passage.end;
          const source = text.slice(passage.start, passage.end);
          assert.ok(source.isWellFormed());
          assert.ok(!/^\n/.test(source) || text[passage.start - 1] !== "\r");
        }
        assert.equal(joined, text);
      },
    ),
    { numRuns: 400 },
  );
});

Deno.test("passages() cut no fence or table that fits and part no heading from its text", () => {
  fc.assert(
    fc.property(arbitraryMarkdown, ({ text }) => {
      const { headings, blocks } = markdownOutline(text, 0, { mdx: false });
      const found = passages(
        text,
        0,
        text.length,
        { headings, blocks },
        DEFAULTS,
      );
      const cuts = found.slice(0, -1).map(({ end }) => end);
      for (const cut of cuts) {
        const block = blocks.find(({ start, end }) => start < cut && cut < end);
        if (block?.kind !== "code" && block?.kind !== "table") continue;
        // With the headings before it, which must stay with it.
        let from = block.start;
        for (const heading of headings.toReversed()) {
          if (heading.end > from) continue;
          if (!/^[\s>*+\d.)-]*$/.test(text.slice(heading.end, from))) break;
          from = heading.start;
        }
        assert.ok(block.end - from > 700, text.slice(cut - 50, cut + 50));
      }
      for (const heading of headings) {
        const next = blocks.find(({ start }) => start >= heading.end);
        if (!next || heading.end - heading.start > 400) continue;
        if (
          headings.some(({ start }) =>
            start >= heading.end && start <= next.start
          )
        ) continue;
        assert.ok(!cuts.some((cut) => cut >= heading.end && cut <= next.start));
      }
    }),
    { numRuns: 400 },
  );
});
