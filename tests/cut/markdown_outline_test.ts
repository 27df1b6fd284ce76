import assert from "node:assert/strict";
import fc from "fast-check";
import { markdownOutline } from "../../src/cut/markdown_outline.ts";
import { arbitraryMarkdown, arbitrarySoup } from "./_arbitrary_markdown.ts";

/** What tests compare: headings as "## text", blocks as [kind, source]. */
function read(text: string, options = { mdx: false }) {
  const { headings, blocks } = markdownOutline(text, 0, options);
  return {
    headings: headings.map(({ depth, text }) => `${"#".repeat(depth)} ${text}`),
    anchors: headings.map(({ anchor }) => anchor),
    blocks: blocks.map((
      { kind, start, end },
    ) => [kind, text.slice(start, end)]),
  };
}
const headings = (text: string) => read(text).headings;
const blocks = (text: string) => read(text).blocks;
const hidden = (text: string, options?: { mdx: boolean }) =>
  read(text, options).blocks.filter(([kind]) => kind === "hidden")
    .map(([, source]) => source);

Deno.test("markdownOutline() finds no heading in a fence of either kind", () => {
  assert.deepEqual(headings("# A\n\n```sh\n# comment\n```\n\n## B\n"), [
    "# A",
    "## B",
  ]);
  assert.deepEqual(headings("~~~\n# comment\n```\n# more\n~~~\n\n## B\n"), [
    "## B",
  ]);
});

Deno.test("markdownOutline() closes a fence of four backticks only with four", () => {
  const text = "````md\n```js\n# no\n```\n# no\n````\n\n# yes\n";
  assert.deepEqual(headings(text), ["# yes"]);
  assert.deepEqual(markdownOutline(text, 0, { mdx: false }).blocks[0].fence, {
    marker: "````",
    info: "md",
    closed: true,
  });
});

Deno.test("markdownOutline() reads an unclosed fence to the end", () => {
  assert.equal(
    markdownOutline("# A\n\n```sh\nls\n", 0, { mdx: false }).blocks[0].fence
      ?.closed,
    false,
  );
  assert.deepEqual(blocks("# A\n\n```sh\nls\n\n## B\n\ntext\n"), [
    ["code", "```sh\nls\n\n## B\n\ntext"],
  ]);
});

Deno.test("markdownOutline() finds no heading in indented code", () => {
  assert.deepEqual(read("# A\n\nrun:\n\n    # no\n    make\n\n## B\n"), {
    headings: ["# A", "## B"],
    anchors: ["a", "b"],
    blocks: [["paragraph", "run:"], ["code", "    # no\n    make"]],
  });
});

Deno.test("markdownOutline() knows setext headings, and rules that look like them", () => {
  const text =
    "A\n===\n\nB of\ntwo lines\n---\n\n- item\n---\n\nafter\n\n---\n";
  assert.deepEqual(read(text), {
    headings: ["# A", "## B of two lines"],
    anchors: ["a", "b-of-two-lines"],
    blocks: [["list_item", "- item"], ["rule", "---"], ["paragraph", "after"], [
      "rule",
      "---",
    ]],
  });
});

Deno.test("markdownOutline() starts a setext heading behind the definitions before it", () => {
  const { headings } = markdownOutline("[a]: b\nHead\n===\n", 0, {
    mdx: false,
  });
  assert.deepEqual([headings[0].start, headings[0].end], [7, 15]);
});

Deno.test("markdownOutline() takes closing hashes away but not the sharp of C#", () => {
  assert.deepEqual(headings("# A #\n\n## B ##   \n\n## C#\n\n## D \\#\n"), [
    "# A",
    "## B",
    "## C#",
    "## D \\#",
  ]);
});

Deno.test("markdownOutline() keeps inline markup in a heading's text and renders its plain text", () => {
  const text =
    "# 🚀 `run` の**使い方** {#usage}\n\n## 1. [公開鍵](https://a.invalid/k)を_登録_する\n\n## Type &lt;T&gt; <Badge />\n\n## ![Logo](a.png)\n";
  const { headings } = markdownOutline(text, 0, { mdx: false });
  assert.deepEqual(headings.map(({ plain }) => plain), [
    "🚀 run の使い方",
    "1. 公開鍵を_登録_する",
    "Type <T>",
    "Logo",
  ]);
  assert.deepEqual(headings.map(({ anchor }) => anchor), [
    "usage",
    "1-公開鍵を_登録_する",
    "type-t",
    "logo",
  ]);
  assert.equal(headings[0].text, "🚀 `run` の**使い方**");
});

Deno.test("markdownOutline() takes every spelling of an explicit id", () => {
  const { headings, anchors } = read(
    "# A {#Aa}\n\n## B {/*b-b*/}\n\n## C {/* c_c */}\n\n## D {#d .wide}\n\n## E {/* #e */}\n\n## F \\{#f}\n\n## G {}\n\n## {#h}\n",
  );
  assert.deepEqual(anchors, ["Aa", "b-b", "c_c", "d", "e", "f-f", "g-", "h"]);
  assert.deepEqual(headings, [
    "# A",
    "## B",
    "## C",
    "## D",
    "## E",
    "## F \\{#f}",
    "## G {}",
    "## ",
  ]);
});

Deno.test("markdownOutline() gives an empty heading a name", () => {
  assert.deepEqual(read("#\n\n##\n\n## ###\n").anchors, [
    "section",
    "section-1",
    "section-2",
  ]);
});

Deno.test("markdownOutline() numbers repeats over all depths, nested headings too", () => {
  const { headings } = markdownOutline(
    "# A\n\n> ### A\n\n- # A\n\n###### A\n",
    0,
    { mdx: false },
  );
  assert.deepEqual(headings.map(({ anchor, nested }) => [anchor, nested]), [
    ["a", false],
    ["a-1", true],
    ["a-2", true],
    ["a-3", false],
  ]);
});

Deno.test("markdownOutline() knows tables, whose cells are left as they are", () => {
  const table = "| opt | note |\n|---|:-:|\n| `a\\|b` | **x** |";
  assert.deepEqual(blocks(`${table}\n\ntext\n`), [["table", table], [
    "paragraph",
    "text",
  ]]);
});

Deno.test("markdownOutline() starts a list item's first block at its marker", () => {
  assert.deepEqual(
    blocks("- a\n  b\n\n  c\n  - d\n1. ```\n   e\n   ```\n-\n- f\n- - g\n"),
    [
      ["list_item", "- a\n  b"],
      ["paragraph", "  c"],
      ["list_item", "  - d"],
      ["code", "```\n   e\n   ```"],
      ["list_item", "- f"],
      ["list_item", "- - g"],
    ],
  );
});

Deno.test("markdownOutline() hides comments wherever they are", () => {
  const text =
    "<!-- a\n\n## no\n-->\n\ntext <!-- b --> text `<!-- no -->` \\<!-- no -->\n\n## Head <!-- c -->\n\n<div>\n<!-- d --> shown\n</div>\n\n| x | <!-- e --> |\n|---|---|\n\n```\n<!-- no -->\n```\n";
  assert.deepEqual(hidden(text), [
    "<!-- a\n\n## no\n-->",
    "<!-- b -->",
    "<!-- c -->",
    "<!-- d -->",
    "<!-- e -->",
  ]);
  assert.deepEqual(read(text).headings, ["## Head"]);
});

Deno.test("markdownOutline() hides scripts and styles but not the text of other HTML", () => {
  const text =
    "<script setup>\nimport a from 'a'\n\n# no\n</script>\n\n<style scoped>\na {}\n</style>\n\n<pre>\n# no\n</pre>\n\n<div><script src=\"a.js\"></script>shown</div>\n";
  assert.deepEqual(read(text), {
    headings: [],
    anchors: [],
    blocks: [
      ["hidden", "<script setup>\nimport a from 'a'\n\n# no\n</script>"],
      ["hidden", "<style scoped>\na {}\n</style>"],
      ["html", "<pre>\n# no\n</pre>"],
      ["html", "<div>"],
      ["hidden", '<script src="a.js"></script>'],
      ["html", "shown</div>"],
    ],
  });
});

Deno.test("markdownOutline() reads Markdown between the tags of HTML that blank lines part", () => {
  assert.deepEqual(
    headings(
      "<details><summary>More</summary>\n\n## Inside\n\n</details>\n\n## B\n",
    ),
    [
      "## Inside",
      "## B",
    ],
  );
});

Deno.test("markdownOutline() of MDX hides module statements, up to where they are complete", () => {
  const esm = [
    "import A from './a'\nimport { b } from \"b\";",
    "import './a.css'",
    "export const meta = {\n  a: `x\n\n}`,\n\n  b: '}',\n};",
    "export default function () {\n  // }\n\n  return 1;\n}",
  ];
  assert.deepEqual(hidden(`${esm.join("\n\n")}\n\n# A\n`, { mdx: true }), esm);
});

Deno.test("markdownOutline() of MDX takes prose that begins with import or export for prose", () => {
  const text =
    "import duties are due.\n\nexport them all.\n\ntext\nimport a from 'a'\n\n```js\nimport a from 'a'\n```\n\n- import a from 'a'\n";
  assert.deepEqual(hidden(text, { mdx: true }), []);
});

Deno.test("markdownOutline() of MDX hides comments in braces and shows other expressions", () => {
  const text =
    "{/* a\n\n## no\n*/}\n\ntext {/* b */} `{/* no */}`\n\n{shown}\n\n# A {/* two words */}\n";
  assert.deepEqual(hidden(text, { mdx: true }), [
    "{/* a\n\n## no\n*/}",
    "{/* b */}",
    "{/* two words */}",
  ]);
  assert.deepEqual(read(text, { mdx: true }).headings, ["# A"]);
});

Deno.test("markdownOutline() of MDX reads Markdown directly between tags", () => {
  const text =
    "<Tabs\n  items={['a', `\n\n# no`]}\n  on={() => { a > b }}\n>\n<Tab title=\"x > y\">\n```sh\n# no\n\nls\n```\n</Tab>\n  <Tab>\n    indented text\n  </Tab>\n</Tabs>\n\n<>\n# yes\n</>\n";
  assert.deepEqual(read(text, { mdx: true }), {
    headings: ["# yes"],
    anchors: ["yes"],
    blocks: [
      ["html", "<Tabs\n  items={['a', `\n\n# no`]}\n  on={() => { a > b }}\n>"],
      ["html", '<Tab title="x > y">'],
      ["code", "```sh\n# no\n\nls\n```"],
      ["html", "</Tab>"],
      ["html", "  <Tab>"],
      ["paragraph", "    indented text"],
      ["html", "  </Tab>"],
      ["html", "</Tabs>"],
      ["html", "<>"],
      ["html", "</>"],
    ],
  });
});

Deno.test("markdownOutline() of MDX still knows comments, scripts and preformatted text of HTML", () => {
  const text =
    '<!-- a\n\n# no -->\n\n<pre>\n# no\n</pre>\n\n<style>{`\n# no\n`}</style>\n\n<script src="x" />\n\n# yes\n';
  assert.deepEqual(read(text, { mdx: true }).headings, ["# yes"]);
});

for (
  const broken of [
    "<Tabs\n\n# A\n",
    "{ a\n\n# A\n",
    "{/* a\n\n# A\n",
    "<a b='\n\n# A\n",
    "export const a = {\n\n# A\n",
    "</Tab>\n# A\n",
    "<https://a.invalid>\n\n# A\n",
    "a < b {\n\n# A\n",
  ]
) {
  Deno.test(`markdownOutline() reads on behind malformed MDX ${JSON.stringify(broken)}`, () => {
    assert.deepEqual(read(broken, { mdx: true }).headings, ["# A"]);
  });
}

Deno.test("markdownOutline() counts offsets in the original text", () => {
  const text =
    "\uFEFF---\r\ntitle: x\r\n---\r\n\r\n#\t見出し \t#\r\n\r\n\t- か\u3099\0\r\n\r\n> \t```js\r\n> a\r\n> ```\r\n";
  const { headings, blocks } = markdownOutline(text, 21, { mdx: false });
  assert.equal(text.slice(headings[0].start, headings[0].end), "#\t見出し \t#");
  assert.equal(headings[0].text, "見出し");
  const fence =
    markdownOutline("\uFEFF```\na\n```", 0, { mdx: false }).blocks[0];
  assert.deepEqual([fence.start, fence.end], [1, 10]);
  assert.deepEqual(blocks.map(({ start, end }) => text.slice(start, end)), [
    "\t- か\u3099\0",
    "```js\r\n> a\r\n> ```",
  ]);
});

Deno.test("markdownOutline() drops one byte order mark; any other is a character", () => {
  const bom = "\uFEFF";
  for (const count of [0, 1, 2, 3]) {
    for (const [rest, kind] of [["# A", "heading"], ["- a", "list_item"]]) {
      const text = `${bom.repeat(count)}${rest}\n\n${bom}b\n\n## C\n`;
      const { headings, blocks } = markdownOutline(text, 0, { mdx: false });
      const sources = [...headings, ...blocks]
        .sort((a, b) => a.start - b.start)
        .map(({ start, end }) => text.slice(start, end));
      assert.deepEqual(sources, [
        bom.repeat(Math.max(0, count - 1)) + rest,
        `${bom}b`,
        "## C",
      ]);
      const first = headings.length === 2 ? "heading" : blocks[0].kind;
      assert.equal(first, count > 1 ? "paragraph" : kind);
    }
  }
});

Deno.test("markdownOutline() gives spans that are in order, apart, and of whole lines or behind a marker", () => {
  fc.assert(
    fc.property(
      fc.oneof(arbitraryMarkdown, arbitrarySoup),
      fc.boolean(),
      ({ text, bodyStart }, mdx) => {
        const { headings, blocks } = markdownOutline(text, bodyStart, { mdx });
        let end = bodyStart;
        for (const block of blocks) {
          assert.ok(block.start >= end && block.end > block.start);
          end = block.end;
          const source = text.slice(block.start, block.end);
          // Not \S: a byte order mark in the midst of a text is a character.
          assert.match(source, /[^ \t\r\n]/);
          assert.ok(source.isWellFormed());
          if (block.fence) {
            assert.ok(source.trimStart().startsWith(block.fence.marker));
          }
        }
        assert.ok(end <= text.length);
        end = bodyStart;
        for (const heading of headings) {
          assert.ok(heading.start >= end && heading.end > heading.start);
          end = heading.end;
          const source = text.slice(heading.start, heading.end);
          if (/[\r\n]|<!--|\{\/\*/.test(source)) continue;
          assert.ok(source.includes(heading.text));
          assert.match(source, /^\s*#{1,6}/);
        }
        const anchors = headings.map(({ anchor }) => anchor);
        assert.equal(new Set(anchors).size, anchors.length);
      },
    ),
    { numRuns: 400 },
  );
});

Deno.test("markdownOutline() fails on no text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.boolean(), (text, mdx) => {
      markdownOutline(text, 0, { mdx });
    }),
    { numRuns: 300 },
  );
});

for (
  const [name, text, mdx] of [
    ["opening braces", "{\n".repeat(5000), true],
    ["opening tags", "<A\n".repeat(5000), true],
    ["opening comments", "<!-- ".repeat(20_000), false],
    [
      "backticks of many lengths",
      Array.from({ length: 400 }, (_, i) => "`".repeat(i + 1)).join(" "),
      false,
    ],
    ["brackets", "[".repeat(50_000), false],
    ["columns", `${"|a".repeat(50_000)}\n${"|-".repeat(50_000)}\n`, false],
    ["combining marks", `e${"\u0301".repeat(50_000)}`, false],
  ] as const
) {
  Deno.test(`markdownOutline() stays linear on nothing but ${name}`, () => {
    const begin = performance.now();
    markdownOutline(text, 0, { mdx });
    assert.ok(performance.now() - begin < 5000);
  });
}

Deno.test("a line that opens thousands of lists or quotes is plain text, at once", () => {
  for (const opener of ["* ", "> ", "1. ", "-\t"]) {
    const text = `# A\n\n${opener.repeat(20_000)}x\n\n## B\n`;
    const { headings, blocks } = markdownOutline(text, 0, { mdx: false });
    assert.deepEqual(headings, []);
    assert.ok(blocks.length > 0);
  }
  // A rule and a row of stars are no nesting to speak of.
  const rule = `# A\n\n${"* ".repeat(40)}\n\n## B\n`;
  assert.equal(markdownOutline(rule, 0, { mdx: false }).headings.length, 2);
});

for (
  const [name, opener, closer] of [
    [
      "Hugo highlight",
      '{{< highlight yaml "linenos=table" >}}',
      "{{< /highlight >}}",
    ],
    ["Hugo code, percent", "{{% code lang=sh %}}", "{{% /code %}}"],
    ["Hugo mermaid", "{{<mermaid>}}", "{{</mermaid>}}"],
    ["Jekyll highlight", "{% highlight ruby linenos %}", "{% endhighlight %}"],
    ["Liquid raw", "{%- raw -%}", "{%- endraw -%}"],
  ]
) {
  Deno.test(`what is in a raw block is code: ${name}`, () => {
    const body = "# no heading\n\n---\ntitle: x\n---\n\n## nor this\n";
    const text = `# A\n\nText:\n${opener}\n${body}${closer}\n\n## B\n\nMore.\n`;
    assert.deepEqual(headings(text), ["# A", "## B"]);
    const code = blocks(text).filter(([kind]) => kind === "code");
    assert.deepEqual(code, [["code", `${opener}\n${body}${closer}`]]);
    // Also where the parser works in pieces, the block being longer than one.
    const long = text.replace(body, body.repeat(400));
    assert.deepEqual(headings(long), ["# A", "## B"]);
  });
}

Deno.test("a template's comment is hidden", () => {
  for (
    const comment of [
      "{% comment %}\n# gone\n{% endcomment %}",
      "{{< comment >}}\n# gone\n{{< /comment >}}",
      "{{/*\n# gone\n*/}}",
    ]
  ) {
    const text = `# A\n\n${comment}\n\nText.\n`;
    assert.deepEqual(headings(text), ["# A"]);
    assert.deepEqual(hidden(text), [comment]);
  }
});

Deno.test("shortcodes that hold Markdown, that are not closed, or that stand in a line are text", () => {
  for (
    const text of [
      "{{< tab >}}\n## B\n{{< /tab >}}\n",
      "{{< highlight go >}}\n## B\n",
      "{% highlight go %}\n## B\n",
      "Say {{< highlight go >}} so.\n\n## B\n\n{{< /highlight >}}\n",
      "{% raw %}\n```liquid\n# code\n```\n\n## B\n\n{% endraw %}\n",
      "{% include code.html %}\n## B\n",
    ]
  ) assert.deepEqual(headings(text), ["## B"], text);
});

Deno.test("thousands of openers without a closer take no time", () => {
  const text = "{{< highlight go >}}\n\n{% raw %}\n\n{{/*\n\n".repeat(20_000);
  assert.deepEqual(headings(`${text}\n\n# End\n`), ["# End"]);
});

Deno.test("attributes of a heading give its anchor and are no text", () => {
  for (
    const [source, anchor] of [
      ["## Set up {: #start}", "start"],
      ["## Set up {:#start .wide}", "start"],
      ["## Set up {.wide #start}", "start"],
      ["## Set up {.wide}", "set-up"],
      ["## Set up {: .wide}", "set-up"],
      ["## Set up\n{: #start .wide}", "start"],
      ["## Set up\n{: .wide}", "set-up"],
      ["Set up\n------\n{: #start}", "start"],
    ]
  ) {
    const found = read(`${source}\n\nText.\n`);
    assert.deepEqual(found.headings, ["## Set up"], source);
    assert.deepEqual(found.anchors, [anchor], source);
    const shown = found.blocks.filter(([kind]) => kind !== "hidden");
    assert.deepEqual(shown, [["paragraph", "Text."]], source);
  }
  assert.deepEqual(headings("## Sets {a: 1}\n"), ["## Sets {a: 1}"]);
  assert.deepEqual(hidden("A paragraph.\n{: .note}\n"), ["{: .note}"]);
});

Deno.test("a comment within one line of JSX is hidden", () => {
  const text = "# A\n\n<Card>{/* gone */}<b>stays</b></Card>\n";
  assert.deepEqual(hidden(text, { mdx: true }), ["{/* gone */}"]);
});
