import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { balanced } from "../../src/cut/balanced.ts";
import { cut, type CutDocument } from "../../src/cut/cut.ts";
import { markdownOutline } from "../../src/cut/markdown_outline.ts";
import { bodyStartOf, evaluationData, filesBelow } from "./_walk.ts";

const FIXTURES = join(import.meta.dirname!, "../fixtures/markdown");
const SIZES = { passageSize: 500, overlap: 100 };

function cutText(path: string, text: string, bodyStart: number): CutDocument {
  return cut({
    path,
    file: path,
    format: path.endsWith(".mdx") ? "mdx" : "markdown",
    text,
    bodyStart,
    hash: "",
    warnings: [],
  }, SIZES);
}

/** Everything that must hold of any document's cut. */
function assertSound(path: string, text: string): void {
  const mdx = path.endsWith(".mdx");
  const bodyStart = bodyStartOf(text);
  const { sections } = cutText(path, text, bodyStart);
  const { headings, blocks } = markdownOutline(text, bodyStart, { mdx });
  for (const heading of headings) {
    const source = text.slice(heading.start, heading.end);
    if (!/<!--|[\r\n]/.test(source)) assert.ok(source.includes(heading.text));
    assert.ok(!/\{#|\{\/\*/.test(heading.text), heading.text);
  }
  let at = sections[0]?.start ?? text.length;
  for (const section of sections) {
    assert.equal(section.start, at);
    for (const passage of section.passages) {
      const { start, end } = passage;
      assert.ok(start <= at && end > at && end - start <= 1000);
      assert.ok(text.slice(start, end).isWellFormed());
      at = end;
      const shown = balanced(
        (from, to) => text.slice(from, to),
        passage.fences,
        start,
        end,
      );
      const alone = markdownOutline(shown, 0, { mdx }).blocks;
      assert.ok(alone.every(({ fence }) => fence?.closed !== false), shown);
      assert.ok(shown.includes(text.slice(start, end)));
    }
    assert.equal(at, section.end);
    for (const { kind, start, end } of blocks) {
      if (kind !== "code" && kind !== "table" || end - start > 700) continue;
      if (start < section.start || end > section.end) continue;
      const cutInside = section.passages.some((passage) =>
        start < passage.end && passage.end < end
      );
      assert.ok(!cutInside, `${path}: ${text.slice(start, end)}`);
    }
  }
  assert.equal(at, text.length);
}

for (const path of filesBelow(FIXTURES, /\.mdx?$/)) {
  const name = path.slice(FIXTURES.length + 1);
  Deno.test(`cut() is sound on ${name}, with any line ends and a byte order mark`, () => {
    const text = readFileSync(path, "utf8");
    assertSound(path, text);
    assertSound(path, text.replaceAll("\n", "\r\n"));
    assertSound(path, `\uFEFF${text}`);
    assertSound(path, text.normalize("NFD"));
  });
}

Deno.test("cut() finds the sections of the fixtures", () => {
  const found = Object.fromEntries(
    filesBelow(FIXTURES, /\.mdx?$/).map((path) => {
      const text = readFileSync(path, "utf8");
      const { title, sections } = cutText(path, text, bodyStartOf(text));
      return [
        path.slice(FIXTURES.length + 1),
        [title, ...sections.map(({ anchor }) => anchor)],
      ];
    }),
  );
  assert.deepEqual(found, {
    "component-guide.mdx": [
      "Using the dialog",
      "using-the-dialog",
      "open-close",
      "a--b-and-braces-in-prose",
    ],
    "release-notes.md": [
      "Kestrel 4",
      "kestrel-4",
      "breaking-changes",
      "logging",
      "c-and-c-clients",
    ],
    "vue-page.md": ["反応する値", "reactive-values", "deep", "refs"],
    "運用手順.md": [
      "監視サーバーの運用手順",
      "operations",
      "起動と停止",
      "triage",
      "復旧",
    ],
  });
});

Deno.test("cut() hides exactly what the authors of the fixtures hide", () => {
  const hiddenIn = (name: string) => {
    const path = join(FIXTURES, name);
    const text = readFileSync(path, "utf8");
    return markdownOutline(text, bodyStartOf(text), { mdx: name.endsWith("x") })
      .blocks.filter(({ kind }) => kind === "hidden")
      .map(({ start, end }) => text.slice(start, end).split("\n")[0]);
  };
  assert.deepEqual(hiddenIn("vue-page.md"), [
    "<script setup>",
    "<style scoped>",
  ]);
  assert.deepEqual(hiddenIn("運用手順.md"), [
    "<!-- 編集メモ: 次の版で電話番号を差し替える -->",
  ]);
  assert.deepEqual(hiddenIn("component-guide.mdx"), [
    'import { Tabs, Tab } from "../components/tabs";',
    "export const meta = {",
    "{/*using-the-dialog*/}",
    "{/* TODO: say modal? */}",
    "{/*",
  ]);
});

const data = evaluationData();
if (!data) {
  console.log(
    "real_markdown_test: no evaluation data beside the repository, its tests are left out",
  );
}

Deno.test({
  name: "cut() is sound on every tenth file of the documentation trees",
  ignore: !data,
  fn() {
    const files = filesBelow(join(data!, "trees"), /\.mdx?$/);
    files.forEach((path, index) => {
      if (index % 10 === 0) assertSound(path, readFileSync(path, "utf8"));
    });
  },
});

Deno.test({
  name:
    "cut() gives the heading paths of the Markdown cases and keeps their text",
  ignore: !data || !existsSync(join(data, "markdown-cases.json")),
  fn() {
    const cases: { id: string; md: string; heads: string[]; verb: string[] }[] =
      JSON
        .parse(readFileSync(join(data!, "markdown-cases.json"), "utf8"));
    for (const { id, md, heads, verb } of cases) {
      const path = id === "mdx" ? "case.mdx" : "case.md";
      const { sections } = cutText(path, md, bodyStartOf(md));
      const paths = sections.map(({ headingPath }) => headingPath.join(" > "));
      for (const head of heads) {
        assert.ok(paths.includes(head), `${id}: ${head}`);
      }
      // In these two CommonMark makes one more: a heading in details, and a
      // paragraph over a rule, which is a setext heading.
      if (id !== "details" && id !== "fm-not") {
        assert.deepEqual(paths.filter((path) => path !== ""), heads, id);
      }
      const joined = sections.map(({ start, end }) => md.slice(start, end))
        .join("");
      for (const text of verb) {
        assert.ok(joined.includes(text), `${id}: ${text}`);
      }
    }
  },
});

Deno.test({
  name:
    "cut() meets what is expected of the messy files as far as they are Markdown in UTF-8",
  ignore: !data || !existsSync(join(data, "messy/expectations.json")),
  fn() {
    interface Expectation {
      encoding?: string;
      status: string[];
      sections?: string[];
      sections_contain?: string[];
      sections_nfc?: string[];
      not_headings?: string[];
      anchors?: Record<string, string>;
      anchors_distinct?: boolean;
    }
    const { files }: { files: Record<string, Expectation> } = JSON.parse(
      readFileSync(join(data!, "messy/expectations.json"), "utf8"),
    );
    for (const [name, expected] of Object.entries(files)) {
      if (!/\.mdx?$/i.test(name) || expected.encoding) continue;
      if (!expected.status.includes("indexed")) continue;
      const text = readFileSync(join(data!, "messy/files", name), "utf8");
      const { sections } = cutText(name, text, bodyStartOf(text));
      const heads = sections.filter(({ depth }) => depth > 0);
      const texts = heads.map(({ headingPath }) => headingPath.at(-1)!);
      if (expected.sections) assert.deepEqual(texts, expected.sections, name);
      if (expected.sections_nfc) {
        assert.deepEqual(
          texts.map((text) => text.normalize("NFC")),
          expected.sections_nfc,
        );
      }
      expected.sections_contain?.forEach((part, index) => {
        assert.ok(texts[index].includes(part), name);
      });
      for (const no of expected.not_headings ?? []) {
        assert.ok(!texts.some((text) => text.includes(no)), name);
      }
      const anchors = sections.map(({ anchor }) => anchor);
      assert.equal(new Set(anchors).size, anchors.length);
      for (const [heading, anchor] of Object.entries(expected.anchors ?? {})) {
        const plain = heading.replace(/[`*]/g, "");
        const index = texts.findIndex((text) =>
          text.replace(/[`*]/g, "") === plain
        );
        assert.equal(heads[index]?.anchor, anchor, name);
      }
      for (const { passages } of sections) {
        for (const { start, end } of passages) assert.ok(end - start <= 1000);
      }
    }
  },
});
