import assert from "node:assert/strict";
import fc from "fast-check";
import { cut, type CutDocument } from "../../src/cut/cut.ts";
import type { Document } from "../../src/document/document.ts";
import { arbitraryMarkdown } from "./_arbitrary_markdown.ts";

const SIZES = { passageSize: 500, overlap: 100 };

function document(text: string, more: Partial<Document> = {}): Document {
  const path = more.path ?? "guide/page.md";
  return {
    file: path,
    format: "markdown",
    bodyStart: 0,
    hash: "",
    warnings: [],
    ...more,
    path,
    text,
  };
}
const cutUp = (text: string, more?: Partial<Document>): CutDocument =>
  cut(document(text, more), SIZES);
const paths = (text: string, more?: Partial<Document>): string[] =>
  cutUp(text, more).sections.map(({ headingPath }) => headingPath.join(" > "));

Deno.test("cut() titles a document by its own title, its first real h1, or its file's name", () => {
  const fence = "```sh\n# not a title\n```\n\n";
  assert.equal(cutUp("# H\n", { title: " T " }).title, "T");
  assert.equal(
    cutUp(`${fence}# Real \`one\` {#x}\n`, { title: " " }).title,
    "Real one",
  );
  assert.equal(cutUp("> # Quoted\n\n#\n\n# Second\n").title, "Second");
  assert.equal(cutUp(fence, { path: "a.b/設定.v2.md" }).title, "設定.v2");
  assert.equal(cutUp("x", { path: "🫢.md" }).title, "🫢");
  assert.equal(cutUp("x", { path: "a/.hidden" }).title, ".hidden");
  assert.equal(
    cutUp("x", { path: "faq.12", file: "faq.jsonl", format: "text" }).title,
    "faq.12",
  );
});

Deno.test("cut() makes one section of plain text, whatever it looks like", () => {
  const text = "# not a heading\n\n- item\n\n```\n";
  const { sections } = cutUp(text, { format: "text" });
  assert.equal(sections.length, 1);
  const [{ anchor, depth, headingPath, start, end, passages }] = sections;
  assert.deepEqual([anchor, depth, headingPath], ["", 0, []]);
  assert.deepEqual([start, end], [0, text.length]);
  assert.deepEqual(passages[0].code, []);
});

Deno.test("cut() takes the outline that a reader gives", () => {
  const text = "Head\nbody\n";
  const { title, sections } = cutUp(text, {
    format: "html",
    outline: {
      headings: [{
        depth: 1,
        text: "Head",
        plain: "Head",
        anchor: "id",
        start: 0,
        end: 4,
        nested: false,
      }],
      blocks: [{ kind: "paragraph", start: 5, end: 9 }],
    },
  });
  assert.equal(title, "Head");
  assert.deepEqual(sections.map(({ anchor }) => anchor), ["id"]);
});

Deno.test("cut() of a document without content has no sections", () => {
  for (const text of ["", "\uFEFF", " \r\n\t\n", "<!-- note -->\n"]) {
    assert.deepEqual(cutUp(text).sections, []);
  }
});

/** Symptoms of other tools, each with a text that shows it. */
const symptoms: [
  symptom: string,
  text: string,
  paths: string[],
  survives: string[],
][] = [
  [
    "a shell comment in a fence becomes a section",
    "# A\n\n```sh\n# comment\nls\n```\n\n## B\n\ntext\n",
    ["A", "A > B"],
    ["# comment\nls"],
  ],
  [
    "a fence of tildes is not seen",
    "# A\n\n~~~sh\n# fake\n\nls -l\n~~~\n\n## B\n",
    ["A", "A > B"],
    ["# fake\n\nls -l"],
  ],
  [
    "a fence within a longer fence closes it",
    "# A\n\n````md\n```sh\n# x\n```\n## no\n````\n\n## B\n",
    ["A", "A > B"],
    ["```sh\n# x\n```\n## no\n"],
  ],
  [
    "what follows an unclosed fence becomes sections",
    "# A\n\n```sh\nls\n\n## B\n\ntext\n",
    ["A"],
    ["## B\n\ntext"],
  ],
  [
    "dollar signs in code are expanded",
    "# A\n\n```sh\necho \"$&\" '$1' $$ $`x`\n```\n",
    ["A"],
    ["echo \"$&\" '$1' $$ $`x`"],
  ],
  [
    "code loses its indentation",
    "# A\n\n```py\ndef f():\n    if x:\n\treturn 1\n```\n",
    ["A"],
    ["def f():\n    if x:\n\treturn 1"],
  ],
  [
    "indented code becomes a heading",
    "# A\n\nrun:\n\n    # no\n    make\n\n## B\n",
    ["A", "A > B"],
    ["    # no\n    make"],
  ],
  [
    "a rule behind a list becomes a heading",
    "# A\n\n- item two\n---\n\nafter rule\n",
    ["A"],
    ["after rule"],
  ],
  [
    "a commented-out heading becomes a section",
    "# A\n\n<!--\n## Draft\n-->\n\n## B\n",
    ["A", "A > B"],
    ["## Draft"],
  ],
  [
    "a heading in preformatted HTML becomes a section",
    "# A\n\n<pre>\n## no\n\n## no\n</pre>\n\n## B\n",
    ["A", "A > B"],
    ["## no\n\n## no"],
  ],
  [
    "closing hashes stay in the heading",
    "# A #\n\n## B ##\n",
    ["A", "A > B"],
    [],
  ],
  [
    "sections of one name overwrite each other",
    "# A\n\n## Usage\n\none\n\n# B\n\n## Usage\n\ntwo\n",
    ["A", "A > Usage", "B", "B > Usage"],
    ["one", "two"],
  ],
  [
    "table cells lose links, code and escapes",
    "# A\n\n| opt | note |\n|---|---|\n| `a\\|b` | **x** [l](u.md) |\n",
    ["A"],
    ["| `a\\|b` | **x** [l](u.md) |"],
  ],
  [
    "an HTML table vanishes",
    "# A\n\n<table>\n<tr><td>cell</td></tr>\n</table>\n",
    ["A"],
    ["<tr><td>cell</td></tr>"],
  ],
  [
    "text is escaped or emphasised anew",
    "# A\n\nSet `MAX_RETRY` or __init__, snake_case and 2*3*4 and a<b>c.\n",
    ["A"],
    ["snake_case and 2*3*4 and a<b>c."],
  ],
  [
    "a heading within details is lost",
    "# A\n\n<details><summary>More</summary>\n\n## Inside\n\nhidden text\n\n</details>\n\n## B\n",
    ["A", "A > Inside", "A > B"],
    ["hidden text"],
  ],
  [
    "line ends of CR and LF stay in headings",
    "# A\r\n\r\n```\r\n# no\r\n```\r\n\r\nB\r\n-\r\n",
    ["A", "A > B"],
    ["# no\r\n"],
  ],
];
for (const [symptom, text, expected, survives] of symptoms) {
  Deno.test(`cut() does not let it happen that ${symptom}`, () => {
    assert.deepEqual(paths(text), expected);
    const joined = cutUp(text).sections
      .map(({ start, end }) => text.slice(start, end)).join("");
    for (const verbatim of survives) assert.ok(joined.includes(verbatim));
  });
}

Deno.test("cut() does not let a mark of byte order hide the first heading", () => {
  assert.deepEqual(paths("\uFEFF# 先頭\n", { bodyStart: 1 }), ["先頭"]);
  assert.deepEqual(paths("\uFEFF# 先頭\n"), ["先頭"]);
});

Deno.test("cut() does not look into the front matter", () => {
  const head = "---\ntitle: x\n# yaml comment\n---\n";
  const text = `${head}\n# A\n`;
  assert.deepEqual(paths(text, { bodyStart: head.length }), ["A"]);
});

Deno.test("cut() does not lose the first paragraph behind a rule", () => {
  const { sections } = cutUp("---\n\nfirst\n\n---\n\n# A\n");
  assert.deepEqual(sections.map(({ start }) => start), [0, 17]);
});

Deno.test("cut() gives a Japanese heading an anchor of its letters", () => {
  assert.equal(
    cutUp("## アプリケーション・ストリングの翻訳\n").sections[0].anchor,
    "アプリケーションストリングの翻訳",
  );
});

Deno.test("cut() keeps fences in lists, quotes and details together or cuts them at lines", () => {
  const code = Array.from(
    { length: 200 },
    (_, i) => `const a${i} = "${"x".repeat(20)}";`,
  );
  const fence = ["```js", ...code, "```"];
  const indent = (prefix: string) =>
    fence.map((line) => prefix + line).join("\n");
  for (
    const text of [
      `# A\n\n- item\n\n${indent("  ")}\n\n- item\n`,
      `# A\n\n${indent("> ")}\n`,
      `# A\n\n<details>\n\n${indent("")}\n\n</details>\n`,
    ]
  ) {
    const [{ passages, start, end }] = cutUp(text).sections;
    assert.ok(passages.length > 8);
    let joined = "";
    for (const passage of passages) {
      const source = text.slice(passage.start, passage.end);
      assert.match(source, /\n$/);
      assert.ok(source.length <= 1000);
      joined += text.slice(start + joined.length, passage.end);
    }
    assert.equal(joined, text.slice(start, end));
  }
});

Deno.test("cut() gives sections that join to the source, byte for byte, and leaves out only what shows nothing", () => {
  const encoder = new TextEncoder();
  fc.assert(
    fc.property(
      arbitraryMarkdown,
      fc.constantFrom("markdown", "mdx", "text"),
      ({ text, bodyStart }, format) => {
        const { sections } = cutUp(text, { bodyStart, format });
        if (sections.length === 0) return;
        const { start } = sections[0];
        let at = start;
        let joined = "";
        for (const section of sections) {
          assert.equal(section.start, at);
          assert.ok(section.end > at);
          for (const { end } of section.passages) {
            joined += text.slice(at, end);
            at = end;
          }
          assert.equal(section.end, at);
        }
        assert.equal(at, text.length);
        assert.deepEqual(
          encoder.encode(joined),
          encoder.encode(text.slice(start)),
        );
        assert.ok(start >= bodyStart);
        const ids = sections.map(({ anchor }) => anchor);
        assert.equal(new Set(ids).size, ids.length);
      },
    ),
    { numRuns: 300 },
  );
});
