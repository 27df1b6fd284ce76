import assert from "node:assert/strict";
import fc from "fast-check";
import { type HtmlPage, htmlReader, readHtml } from "../../src/source/html.ts";
import { readWith, utf8 } from "./_read_with.ts";

const text = (html: string) => readHtml(html).text;

/** `depth text #anchor` of each heading. */
const headings = (page: HtmlPage) =>
  page.outline.headings.map(({ depth, text, anchor, nested }) =>
    `${depth} ${text} #${anchor}${nested ? " nested" : ""}`
  );

/** `kind: text` of each block. */
const blocks = (page: HtmlPage) =>
  page.outline.blocks.map(({ kind, start, end }) =>
    `${kind}: ${page.text.slice(start, end)}`
  );

Deno.test("readHtml() extracts a page", () => {
  const page = readHtml(`<!doctype html><html lang="ja"><head>
<meta charset="utf-8"><title> 利用の
 案内 </title><link rel="canonical" href="https://e.test/a">
<style>p{}</style><script>var hidden</script></head>
<body><nav><a href="/">Home</a></nav>
<main><h1>案内</h1><p>One &amp; two&nbsp;three.</p>
<h2 id="more">More</h2><p>First<br>second</p>
<pre><code># no heading
  indented</code></pre></main><footer>© someone</footer></body></html>`);
  assert.equal(
    page.text,
    "案内\n\nOne & two\u00a0three.\n\nMore\n\nFirst\nsecond\n\n" +
      "# no heading\n  indented",
  );
  assert.equal(page.title, "利用の 案内");
  assert.equal(page.lang, "ja");
  assert.equal(page.url, "https://e.test/a");
  assert.deepEqual(headings(page), ["1 案内 #案内", "2 More #more"]);
  assert.deepEqual(blocks(page), [
    "paragraph: One & two\u00a0three.",
    "paragraph: First\nsecond",
    "code: # no heading\n  indented",
  ]);
  assert.deepEqual([...page.lineOf], [6, 6, 6, 6, 7, 7, 7, 7, 7, 8, 9]);
});

Deno.test("readHtml() spans headings by their line", () => {
  const { text, outline } = readHtml("<p>a</p><h3>b <em>c</em></h3><p>d</p>");
  const [heading] = outline.headings;
  assert.equal(text.slice(heading.start, heading.end), "b c");
  assert.deepEqual([heading.text, heading.plain], ["b c", "b c"]);
});

Deno.test("readHtml() prefers main to article to body", () => {
  const article = "<article>longer article</article>";
  assert.equal(text(`a<main>m</main>${article}`), "m");
  assert.equal(text(`a<div role=main>m</div>${article}`), "m");
  assert.equal(text(`a<article>x</article>${article}`), "longer article");
  assert.equal(text("a<div>b</div>"), "a\n\nb");
});

Deno.test("readHtml() passes over a main that scripts would fill", () => {
  assert.equal(text("<main id=app></main><p>static</p>"), "static");
  assert.equal(text("<main hidden>old</main><main>new</main>"), "new");
});

Deno.test("readHtml() leaves out what is hidden or beside the matter", () => {
  const gone = [
    ...["<nav>x</nav>", "<aside>x</aside>", "<footer>x</footer>"],
    ...["<script>x</script>", "<style>x</style>", "<template>x</template>"],
    ...["<noscript>x</noscript>", "<!-- x -->", "<p hidden>x</p>"],
    ...[
      "<p style='color:red; DISPLAY : none'>x</p>",
      "<svg><text>x</text></svg>",
    ],
    ...["<p aria-hidden=true>x</p>", "<div role=navigation>x</div>"],
    ...["<dialog>x</dialog>", "<button>x</button>", "<textarea>x</textarea>"],
    ...["<select><option>x</select>", "<header>x</header>"],
  ];
  for (const html of gone) {
    assert.equal(
      text(`<main>a${html}b</main>`).replace(/\s+/g, ""),
      "ab",
      html,
    );
  }
  assert.equal(text("<p hidden=until-found>x</p>"), "x");
});

Deno.test("readHtml() keeps a header that holds the article's heading", () => {
  assert.equal(
    text("<main><header><h1>T</h1><p>by x</p></header>y</main>"),
    "T\n\nby x\n\ny",
  );
  assert.equal(
    text("<article><header><h2>T</h2></header>y</article>"),
    "T\n\ny",
  );
  assert.equal(text("<header><h1>T</h1></header><p>y</p>"), "T\n\ny");
  assert.equal(
    text("<header><h1>Site</h1></header><h1>Page</h1><p>y</p>"),
    "Page\n\ny",
  );
});

Deno.test("readHtml() makes a row of a table a line", () => {
  const page = readHtml(`<table><caption>Options</caption>
<tr><th>name<th>what it
is</tr>
<tr><td><code>a|b</code><td><p>one</p><p>two</p></tr>
<tr><td> <td></tr>
<tr><td><td>x<br>y</tr></table>`);
  assert.deepEqual(blocks(page), [
    "paragraph: Options",
    "table: name | what it is\na|b | one two\n| x y",
  ]);
  assert.deepEqual([...page.lineOf], [1, 1, 2, 4, 6]);
});

Deno.test("readHtml() reads a table that only arranges blocks as blocks", () => {
  const page = readHtml(
    "<table><tr><td><h2>A</h2><p>one</p><td><table><tr><td>b<td>c</table></table>",
  );
  assert.equal(page.text, "A\n\none\n\nb | c");
  assert.deepEqual(headings(page), ["2 A #a"]);
});

Deno.test("readHtml() marks list items", () => {
  const page = readHtml(
    "<ul><li>a<ul><li>b</ul><li><p>c</p><p>d<br>e</p></ul><ol start=3><li>f<li>g</ol>",
  );
  assert.equal(
    page.text,
    "- a\n  - b\n- c\n\n  d\n  e\n- f\n- g".replace("- f\n- g", "3. f\n4. g"),
  );
});

Deno.test("readHtml() nests a heading in a list item or a quote", () => {
  const page = readHtml(
    "<ul><li><h3>a</h3>b</ul><blockquote><h2>c</h2></blockquote><h2>d</h2>",
  );
  assert.deepEqual(headings(page), [
    "3 a #a nested",
    "2 c #c nested",
    "2 d #d",
  ]);
});

Deno.test("readHtml() finds the id that a link to a heading uses", () => {
  const page = readHtml(`<h2 id="own">A</h2><h2><a name="named">B</a></h2>
<section id="around"><h2>C</h2><h3>D</h3></section><h2>D</h2><h2>D</h2>`);
  assert.deepEqual(headings(page), [
    ...["2 A #own", "2 B #named", "2 C #around", "3 D #d", "2 D #d-1"],
    "2 D #d-2",
  ]);
});

Deno.test("readHtml() takes no link to the heading for its words", () => {
  for (const link of ["#", "¶", "\u200b", " ", "🔗"]) {
    const page = readHtml(`<h2>A<a href="#a">${link}</a></h2>`);
    assert.equal(page.text, "A");
  }
  assert.equal(text(`<h2><a href="#a">A #1</a></h2>`), "A #1");
  assert.equal(text(`<h1><a href="/"><img alt="Logo"></a></h1>`), "Logo");
});

Deno.test("readHtml() keeps the words of buttons that are headings", () => {
  assert.equal(text("<h3><button>Question</button></h3>"), "Question");
  assert.equal(
    text("<details><summary>More</summary>text</details>"),
    "More\n\ntext",
  );
});

Deno.test("readHtml() puts a ruby reading behind its whole base", () => {
  assert.equal(
    text(
      "<p><ruby>翡<rp>(</rp><rt>かわ</rt><rp>)</rp>翠<rt>せみ</rt></ruby>は",
    ),
    "翡翠(かわせみ)は",
  );
});

Deno.test("readHtml() collapses white space as a browser does", () => {
  assert.equal(text("<p>  a \n\t b<b> c </b> d\n</p>"), "a b c d");
  assert.equal(text("<p>日本\n語と\n  English\n語</p>"), "日本語と English 語");
  assert.equal(text("<p>한국\n어</p>"), "한국 어");
  assert.equal(text("<p>𠮷\n野</p>"), "𠮷野");
  assert.equal(text("a<br><br>b<br>c"), "a\n\nb\nc");
});

Deno.test("readHtml() reads an image as its alternative text", () => {
  assert.equal(
    text('<p>see<img src=x alt="the chart">now<img>'),
    "see the chart now",
  );
});

Deno.test("readHtml() keeps preformatted text verbatim", () => {
  const page = readHtml(
    "<pre>\n\n  a <b>b</b>\n\n\tc<br>d\n\n</pre><pre> \n </pre>",
  );
  assert.deepEqual(blocks(page), ["code:   a b\n\n\tc\nd"]);
  assert.deepEqual([...page.lineOf], [3, 4, 5, 5]);
});

Deno.test("readHtml() believes only an absolute http address", () => {
  const of = (head: string) => readHtml(`<head>${head}</head>x`).url;
  assert.equal(of("<link rel=canonical href=/a>"), undefined);
  assert.equal(of("<link rel=canonical href=javascript:x>"), undefined);
  assert.equal(
    of(
      "<link rel=canonical href=/a><meta property=og:url content=https://e.test/>",
    ),
    "https://e.test/",
  );
});

Deno.test("readHtml() takes the title of the page, not of a picture", () => {
  assert.equal(readHtml("<svg><title>icon</title></svg>x").title, undefined);
});

Deno.test("readHtml() bears nesting deeper than a call stack", () => {
  assert.equal(text("<div>".repeat(30_000) + "deep"), "deep");
});

Deno.test("readHtml() gives blocks and lines that fit its text", () => {
  const piece = fc.constantFrom(
    ...[
      "<p>",
      "</p>",
      "<li>",
      "<ul>",
      "</ul>",
      "<h2>",
      "</h2>",
      "<pre>",
      "</pre>",
    ],
    ...[
      "<table>",
      "</table>",
      "<tr>",
      "<td>",
      "<ruby>",
      "<rt>",
      "<br>",
      "<main>",
    ],
    ...[
      "a",
      " ",
      "\n",
      "漢",
      "&lt;",
      "<b>",
      "</b>",
      "<div>",
      "</div>",
      "<header>",
    ],
    ...[
      "<caption>",
      "<blockquote>",
      "<details>",
      "<summary>",
      "</main>",
      "<th>",
    ],
  );
  const html = fc.array(piece, { maxLength: 40 }).map((all) => all.join(""));
  fc.assert(
    fc.property(html, (html) => {
      const { text, outline, lineOf } = readHtml(html);
      if (text === "") return;
      assert.equal(lineOf.length, text.split("\n").length);
      const lineCount = html.split("\n").length;
      assert.ok(lineOf.every((line) => line >= 1 && line <= lineCount));
      const spans = [...outline.headings, ...outline.blocks]
        .sort((a, b) => a.start - b.start);
      let at = 0;
      for (const { start, end } of spans) {
        assert.ok(start >= at && end > start && end <= text.length);
        assert.equal(text.slice(at, start).trim(), "");
        at = end;
      }
      assert.equal(at, text.length);
    }),
    { numRuns: 500 },
  );
});

Deno.test("htmlReader() gives a page as text with its outline and its lines", async () => {
  const html = "\ufeff<html lang=en><title>T</title><h1>A</h1>\n<p>b</p>";
  const { documents: [document] } = await readWith(htmlReader, utf8(html));
  assert.equal(document.text, "A\n\nb");
  assert.equal(document.bodyStart, 0);
  assert.equal(document.title, "T");
  assert.equal(document.lang, "en");
  assert.equal(document.outline?.headings.length, 1);
  assert.deepEqual([...document.lineOf!], [1, 1, 2]);
});

Deno.test("htmlReader() says which encoding an unreadable page claims", async () => {
  const japanese = [0x8e, 0xd0, 0x93, 0xe0];
  const skipsOf = async (head: string) =>
    (await readWith(htmlReader, Uint8Array.from([...utf8(head), ...japanese])))
      .skips;
  assert.deepEqual(await skipsOf("<meta charset=Shift_JIS>"), [
    "encoding: not valid UTF-8 at byte 24 (0x8e); the page says Shift_JIS",
  ]);
  for (const head of ["<meta charset=utf-8>", "<p>"]) {
    assert.deepEqual(await skipsOf(head), [
      `encoding: not valid UTF-8 at byte ${head.length} (0x8e)`,
    ]);
  }
});

Deno.test("htmlReader() calls a page empty that shows no text", async () => {
  for (const html of ["<script>x</script>", "<nav>x</nav>", "<p>&nbsp;</p>"]) {
    const { skips } = await readWith(htmlReader, utf8(html));
    assert.deepEqual(skips, ["empty: no text in the page"], html);
  }
});
