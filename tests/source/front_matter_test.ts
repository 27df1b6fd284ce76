import assert from "node:assert/strict";
import fc from "fast-check";
import { readFrontMatter } from "../../src/source/front_matter.ts";

/** What follows the front matter, or all if there is none. */
async function body(text: string): Promise<string> {
  return text.slice((await readFrontMatter(text)).bodyStart);
}

Deno.test("readFrontMatter() reads title, url and lang of YAML", async () => {
  const text =
    "---\ntitle: 手引き\nurl: https://e.test/a\nlang: ja\ntags: [a]\n" +
    "---\n# A\n";
  assert.deepEqual(await readFrontMatter(text), {
    bodyStart: text.indexOf("# A"),
    title: "手引き",
    url: "https://e.test/a",
    lang: "ja",
    warnings: [],
  });
});

Deno.test("readFrontMatter() reads TOML", async () => {
  const text = '+++\ntitle = "T"\nlang = "en"\n[params]\nurl = "x"\n+++\nbody';
  assert.deepEqual(await readFrontMatter(text), {
    bodyStart: text.indexOf("body"),
    title: "T",
    lang: "en",
    warnings: [],
  });
});

Deno.test("readFrontMatter() accepts CRLF, a BOM and the end of the file", async () => {
  assert.equal(
    await body("---\r\ntitle: X\r\n---\r\n\r\n# A\r\n"),
    "\r\n# A\r\n",
  );
  assert.equal(await body("\ufeff---\ntitle: X\n---\n# A\n"), "# A\n");
  const end = "---\ntitle: E\n---";
  const found = await readFrontMatter(end);
  assert.deepEqual(found, { bodyStart: end.length, title: "E", warnings: [] });
});

Deno.test("readFrontMatter() takes a BOM alone for the start of content", async () => {
  assert.deepEqual(await readFrontMatter("\ufeff# A"), {
    bodyStart: 1,
    warnings: [],
  });
});

Deno.test("readFrontMatter() accepts ... as the closing fence of YAML", async () => {
  assert.equal(await body("---\na: 1\n...\nrest"), "rest");
});

Deno.test("readFrontMatter() leaves content alone", async () => {
  for (
    const text of [
      "---\nA paragraph between two rules.\n---\n\n# A\n",
      "---\n\n水平線の間の文です。\n\n---\n\n# 本編\n",
      "---\nno close\n\n# A\n",
      "---\ntitle: never closed\n# A\n",
      "---\n- a\n- list\n---\n",
      "---\n---\n",
      "---\n# only a comment\n---\n",
      "----\na: 1\n----\n",
      " ---\na: 1\n---\n",
      "--- a: 1\n---\n",
      "+++\nprose\n+++\n",
      "text",
      "",
    ]
  ) assert.equal(await body(text), text);
});

Deno.test("readFrontMatter() is closed by nothing but a fence alone on its line", async () => {
  assert.equal(
    await body("---\na: |\n  x\n  ---\n---not-a-fence: 1\nb: 2\n---\n# A\n"),
    "# A\n",
  );
});

Deno.test("readFrontMatter() gives no heading to comments", async () => {
  assert.equal(await body("---\n# comment\ntitle: A\n---\nbody"), "body");
});

Deno.test("readFrontMatter() warns of a malformed mapping and keeps the body", async () => {
  const text = '---\ntitle: "never closed\n\ttags: [a\n---\nbody';
  const found = await readFrontMatter(text);
  assert.equal(text.slice(found.bodyStart), "body");
  assert.equal(found.title, undefined);
  assert.equal(found.warnings.length, 1);
  assert.match(found.warnings[0], /^YAML front matter: line \d+: /);
  const toml = await readFrontMatter("+++\ntitle = bare\n+++\nbody");
  assert.match(toml.warnings[0], /^TOML front matter: line 2: /);
});

Deno.test("readFrontMatter() saves a title with a colon in it", async () => {
  const found = await readFrontMatter("---\ntitle: Deno: a guide\n---\nbody");
  assert.equal(found.title, "Deno: a guide");
  assert.equal(found.warnings.length, 1);
});

Deno.test("readFrontMatter() keeps a number as it was written", async () => {
  assert.equal(
    (await readFrontMatter("---\ntitle: 1.10\n---\n")).title,
    "1.10",
  );
  assert.equal((await readFrontMatter("---\ntitle: 404\n---\n")).title, "404");
  assert.equal((await readFrontMatter("+++\ntitle = 404\n+++\n")).title, "404");
});

Deno.test("readFrontMatter() puts a folded title on one line", async () => {
  const found = await readFrontMatter("---\ntitle: |\n  two\n  lines\n---\n");
  assert.equal(found.title, "two lines");
});

Deno.test("readFrontMatter() ignores values that are no text", async () => {
  const text = "---\ntitle: [a]\nurl: {b: c}\nlang: a sentence\n---\n";
  assert.deepEqual(await readFrontMatter(text), {
    bodyStart: text.length,
    warnings: [],
  });
});

Deno.test("readFrontMatter() refuses an address that is a script", async () => {
  const found = await readFrontMatter("---\nurl: javascript:alert(1)\n---\n");
  assert.equal(found.url, undefined);
  assert.equal(found.warnings.length, 1);
  assert.equal(
    (await readFrontMatter("---\nurl: /guide/\n---\n")).url,
    "/guide/",
  );
});

Deno.test("readFrontMatter() builds nothing of aliases and tags", async () => {
  const levels = Array.from(
    { length: 30 },
    (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}, *a${i}]`,
  );
  const bomb = `---\na0: &a0 x\n${levels.join("\n")}\ntitle: *a0\n---\nbody`;
  assert.equal((await readFrontMatter(bomb)).title, "x");
  const tagged = "---\ntitle: !!js/function 'x'\n---\n";
  assert.equal((await readFrontMatter(tagged)).title, "x");
});

Deno.test("readFrontMatter() never fails and never leaves the text", async () => {
  const line = fc.constantFrom(
    ...[
      "---",
      "...",
      "+++",
      "title: a",
      "b: [",
      "- c",
      "# d",
      "",
      "e = 1",
      "\t",
    ],
  );
  const lines = fc.array(fc.oneof(line, fc.string()), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(
      lines,
      fc.constantFrom("\n", "\r\n"),
      async (lines, end) => {
        const text = ["---", ...lines].join(end);
        const { bodyStart } = await readFrontMatter(text);
        assert.ok(bodyStart >= 0 && bodyStart <= text.length);
        assert.ok(
          bodyStart === 0 || /^---[^]*^(---|\.\.\.)\s*$/m.test(
            text.slice(0, bodyStart),
          ),
        );
      },
    ),
  );
});

Deno.test("readFrontMatter() reads front matter behind blank lines, as Hugo does, and names lines of the file", async () => {
  for (const lead of ["\n", "\r\n\r\n", "  \n\t\n", "\ufeff\n"]) {
    const text = `${lead}---\ntitle: Release\n---\n# A\n`;
    const { title, bodyStart } = await readFrontMatter(text);
    assert.equal(title, "Release", JSON.stringify(lead));
    assert.equal(text.slice(bodyStart), "# A\n");
  }
  const broken = await readFrontMatter("\n\n---\ntitle: a\nb: [\n---\nx\n");
  assert.match(broken.warnings[0], /line [56]:/);
  // A rule with text around it stays content.
  assert.equal(
    await body("\n---\n\nText.\n\n---\n"),
    "\n---\n\nText.\n\n---\n",
  );
});
