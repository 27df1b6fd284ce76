import fc from "fast-check";

/** Words that part badly: ligatures of code points, marks, surrogates. */
const word = fc.constantFrom(
  "設定ファイル",
  "を読み込みます。",
  "パッケージ、",
  "「はい。」",
  "か\u3099き\u3099", // NFD
  "ﾘﾎﾟｼﾞﾄﾘ",
  "👨‍👩‍👧",
  "🇯🇵🇫🇷",
  "e\u0301te\u0301",
  "𠮷野家",
  "guide",
  "Run it.",
  "e.g. this",
  "snake_case",
  "`code`",
  "**bold**",
  "[link](u.md)",
  "a\\|b",
  "<b>x</b>",
  "<!-- note -->",
  "{/* note */}",
  "C#",
  "ends with:",
  "次の例：",
  "5*3*2",
);

const words = (most: number) =>
  fc.array(word, { minLength: 1, maxLength: most })
    .chain((list) => fc.constantFrom(" ", "").map((gap) => list.join(gap)));

const line = words(6);
const longLine = fc.oneof(
  words(300),
  fc.integer({ min: 900, max: 3000 }).map((count) => "長".repeat(count)),
  fc.integer({ min: 900, max: 3000 }).map((count) => "x".repeat(count)),
);

const paragraph = fc.oneof(
  { weight: 6, arbitrary: fc.array(line, { minLength: 1, maxLength: 6 }) },
  { weight: 1, arbitrary: longLine.map((line) => [line]) },
).map((lines) => lines.join("\n"));

const id = fc.constantFrom(
  "",
  "",
  "",
  " {#ident}",
  " {/*ident*/}",
  " {/* other */}",
);
const heading = fc.oneof(
  fc.tuple(
    fc.integer({ min: 1, max: 6 }),
    words(3),
    id,
    fc.constantFrom("", " #", " ##"),
  )
    .map(([depth, text, id, close]) =>
      `${"#".repeat(depth)} ${text}${id}${id ? "" : close}`
    ),
  fc.constantFrom("#", "## ", "### ###"),
  fc.tuple(paragraph, fc.constantFrom("===", "---")).map((lines) =>
    lines.join("\n")
  ),
);

const codeLine = fc.oneof(
  line,
  fc.constantFrom(
    "",
    "# comment",
    "  indented",
    "\ttab",
    "```",
    "~~~",
    "> x",
    "- x",
    "<!--",
    "import x from 'x'",
    "{",
    "| a |",
  ),
);
const codeLines = fc.oneof(
  { weight: 8, arbitrary: fc.array(codeLine, { maxLength: 8 }) },
  {
    weight: 2,
    arbitrary: fc.array(codeLine, { minLength: 60, maxLength: 90 }),
  },
  { weight: 1, arbitrary: longLine.map((line) => [line]) },
);
const fence = fc.record({
  marker: fc.constantFrom("```", "````", "~~~", "~~~~~"),
  info: fc.constantFrom("", "js", " ts {1,2} [a.ts]", "日本語"),
  lines: codeLines,
  closed: fc.integer({ min: 0, max: 12 }).map((n) => n > 0),
}).map(({ marker, info, lines, closed }) =>
  [marker + info, ...lines, ...(closed ? [marker] : [])].join("\n")
);
const indented = codeLines.map((lines) =>
  lines.map((line) => `    ${line}`).join("\n")
);

const row = fc.array(words(2), { minLength: 2, maxLength: 2 })
  .map((cells) => `| ${cells.join(" | ")} |`);
const table = fc.array(row, { maxLength: 40 })
  .map((rows) => ["| a | b |", "| --- | :-: |", ...rows].join("\n"));

const raw = fc.oneof(
  fc.constantFrom(
    "<!-- hidden\n## draft\n\nmore -->",
    "<script setup>\nconst a = 1\n\n# no\n</script>",
    "<pre>\n# no\n\n```\n</pre>",
    "<details><summary>more</summary>\n\ninside\n\n</details>",
    "<div>\n<p>text</p>\n</div>",
    '<Tabs>\n<Tab title="a">\n\ntext\n\n</Tab>\n</Tabs>',
    "<Foo\n  bar={[1, 2]}\n/>",
    "::: tip\nNote.\n:::",
    "{/* hidden\n\n# draft */}",
    "import A from './a'",
    "export const a = {\n  b: 1,\n\n  c: 2\n}",
    "[label]: https://example.invalid 'title'",
    "---",
    "* * *",
  ),
);

const indent = (text: string, first: string, rest: string): string =>
  text.split("\n").map((line, i) =>
    i === 0 ? first + line : line && rest + line
  )
    .join("\n");

const blocks =
  fc.letrec<{ block: string; item: string; list: string; quote: string }>(
    (tie) => ({
      block: fc.oneof(
        { maxDepth: 2 },
        { weight: 4, arbitrary: paragraph },
        { weight: 3, arbitrary: heading },
        { weight: 3, arbitrary: fence },
        { weight: 1, arbitrary: indented },
        { weight: 1, arbitrary: table },
        { weight: 2, arbitrary: raw },
        { weight: 2, arbitrary: tie("list") },
        { weight: 1, arbitrary: tie("quote") },
      ),
      item: fc.array(tie("block"), { minLength: 1, maxLength: 2 })
        .map((parts) => parts.join("\n\n")),
      list: fc.tuple(
        fc.constantFrom("- ", "* ", "1. ", "1) "),
        fc.array(tie("item"), { minLength: 1, maxLength: 3 }),
      ).map(([marker, items]) =>
        items.map((item) => indent(item, marker, " ".repeat(marker.length)))
          .join("\n")
      ),
      quote: tie("block").map((block) => indent(block, "> ", "> ")),
    }),
  ).block;

/** A document with what may surround it; `bodyStart` is behind that. */
export interface ArbitraryDocument {
  text: string;
  bodyStart: number;
}

/** Mixtures of all kinds of Markdown and MDX blocks. */
export const arbitraryMarkdown: fc.Arbitrary<ArbitraryDocument> = fc.record({
  head: fc.constantFrom(
    "",
    "",
    "\uFEFF",
    "---\ntitle: x # y\n---\n",
    "\uFEFF---\na: 1\n---\n\n",
  ),
  parts: fc.array(
    fc.tuple(blocks, fc.constantFrom("\n\n", "\n\n", "\n\n", "\n", "\n\n\n")),
    { maxLength: 14 },
  ),
  ending: fc.constantFrom("\n", "\n", "\r\n", "\r"),
}).map(({ head, parts, ending }) => {
  const lines = (text: string) => text.replaceAll("\n", ending);
  return {
    text: lines(head + parts.flat().join("")),
    bodyStart: lines(head).length,
  };
});

/** Text of nothing but what has a meaning to Markdown. */
export const arbitrarySoup: fc.Arbitrary<ArbitraryDocument> = fc.array(
  fc.constantFrom(
    ..."#`~>-*+=|<>{}[]()!:\\/_\"'",
    "\n",
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    " ",
    "  ",
    "    ",
    "\t",
    "a",
    "日本",
    "1. ",
    "- ",
    "```",
    "~~~",
    "<!--",
    "-->",
    "{/*",
    "*/}",
    "<div>",
    "</div>",
    "<script>",
    "</script>",
    "import a from 'a'",
    "export const b",
    "|-|",
    "\uFEFF",
    "\0",
    "👨‍👩‍👧",
  ),
  { maxLength: 60 },
).map((parts) => ({ text: parts.join(""), bodyStart: 0 }));
