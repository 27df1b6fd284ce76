import assert from "node:assert/strict";
import { join } from "node:path";
import { fileRegion } from "../../src/files/region.ts";
import { AssetScope } from "../../src/app/asset_scope.ts";
import { parse } from "../../src/cli/parse.ts";
import { commands } from "../../src/cli/table.ts";
import { settingNames } from "../../src/config/setting_definitions.ts";
import { openEmbedder } from "../../src/embed/known_embedders.ts";
import { openLateInteraction } from "../../src/embed/open_late_interaction.ts";
import { ExpansionSource } from "../../src/expansion/expansion_source.ts";
import { FolderQuestions } from "../../src/expansion/folder_questions.ts";
import { buildIndex } from "../../src/index/build_index.ts";
import { openIndex } from "../../src/index/open_index.ts";
import { Searcher } from "../../src/search/search.ts";
import {
  anchorsOf,
  codeSpans,
  docsCommands,
  GUIDE,
  type GuideLanguage,
  LANGUAGES,
  links,
  readPages,
  shellLines,
} from "./_guide.ts";

const guide = { en: readPages("en"), ja: readPages("ja") };
const pages = LANGUAGES.flatMap((language) =>
  guide[language].map((page) => ({ ...page, id: `${language}/${page.name}` }))
);
const source = (path: string) =>
  Deno.readTextFileSync(join(GUIDE, "../src", path));

Deno.test("the guide has the same pages and anchors in both languages", () => {
  const outline = (language: GuideLanguage) =>
    guide[language].map(({ name, text }) => ({
      name,
      anchors: anchorsOf(text),
    }));
  assert.deepEqual(outline("ja"), outline("en"));
  for (const { name, anchors } of outline("en")) {
    assert.ok(!anchors.includes("?"), `${name}: a heading has no explicit id`);
    assert.equal(new Set(anchors).size, anchors.length, name);
    assert.ok(anchors.length >= 4 && anchors.length <= 12, name);
  }
});

Deno.test("the guide shows the same commands in both languages, their queries aside", () => {
  const flags = (language: GuideLanguage) =>
    guide[language].map(({ name, text }) => [
      name,
      ...shellLines(text).flatMap(docsCommands).map((words) =>
        words.filter((word, at) => at === 0 || word.startsWith("-"))
      ),
    ]);
  assert.deepEqual(flags("ja"), flags("en"));
});

Deno.test("docsCommands() takes a shell line apart", () => {
  assert.deepEqual(docsCommands(`docs search "a b" -k 3 < in > out`), [
    ["search", "a b", "-k", "3"],
  ]);
  assert.deepEqual(docsCommands("A=/b ./guide-docs list | head -1"), [
    ["list"],
  ]);
  assert.deepEqual(docsCommands("printf 'x\\n' | docs search --stdin"), [
    ["search", "--stdin"],
  ]);
  assert.deepEqual(docsCommands("npx -y deno@2.9.6 task demo"), []);
});

Deno.test("every command line of the guide parses", () => {
  let count = 0;
  for (const { id, text } of pages) {
    for (const line of shellLines(text)) {
      for (const [name, ...rest] of docsCommands(line)) {
        const command = commands.find((command) => command.name === name);
        assert.ok(command, `${id}: no command in: ${line}`);
        assert.doesNotThrow(() => parse(command, rest), `${id}: ${line}`);
        count++;
      }
    }
  }
  assert.ok(count > 60, `only ${count} commands were found`);
});

Deno.test("every command and flag that the guide names in passing exists", () => {
  const flags = new Set(
    commands.flatMap((command) => command.flags.map(({ name }) => name)),
  );
  // Of the shells, of `deno task compile`, and what is searched for.
  const others = new Set(["help", "version", "self-extracting", "no-lock"]);
  for (const { id, text } of pages) {
    for (const code of codeSpans(text)) {
      const [, command] = /^docs ([a-z]+)\b/.exec(code) ?? [];
      assert.ok(
        command === undefined || commands.some(({ name }) => name === command),
        `${id}: ${code}`,
      );
      // A flag that does not exist is shown in a message about it.
      if (code.includes("has no flag")) continue;
      for (const [, flag] of code.matchAll(/(?<![\w-])--([a-z][a-z-]*)/g)) {
        assert.ok(flags.has(flag) || others.has(flag), `${id}: ${code}`);
      }
    }
  }
});

Deno.test("the guide names every flag", () => {
  for (const language of LANGUAGES) {
    const text = guide[language].map(({ text }) => text).join("\n");
    for (const { name: command, flags } of commands) {
      for (const { name } of flags) {
        assert.ok(
          text.includes(`--${name}`),
          `${language}: ${command} --${name}`,
        );
      }
    }
  }
});

Deno.test("the guide names the environment variables that exist, and all of them", () => {
  // Not settings, but read by what makes or unpacks the program.
  const elsewhere: Record<string, string> = {
    DOCS_CACHE_DIR: "artifact/_shell_head.ts",
    XDG_CACHE_HOME: "artifact/_shell_head.ts",
    EMBEDDING_API_KEY: "embed/open_http_embedder.ts",
    OPENAI_API_KEY: "embed/open_http_embedder.ts",
    GEMINI_API_KEY: "llm/model_endpoint.ts",
    GOOGLE_API_KEY: "llm/model_endpoint.ts",
    GOOGLE_GEMINI_BASE_URL: "llm/model_endpoint.ts",
    OPENAI_BASE_URL: "llm/model_endpoint.ts",
    OLLAMA_HOST: "llm/model_endpoint.ts",
    HF_ENDPOINT: "embed/open_onnx_embedder.ts",
    DENORT_BIN: "tasks/compile_program.ts",
    DOCS_COMPILE_DENO: "tasks/compile_program.ts",
  };
  for (const [name, path] of Object.entries(elsewhere)) {
    assert.ok(source(path).includes(name), `${name} in ${path}`);
  }
  const lists = source("config/setting_definitions.ts").matchAll(
    /env: \[([^\]]+)\]/g,
  );
  const settings = [...lists].flatMap(([, list]) =>
    [...list.matchAll(/"(\w+)"/g)].map(([, name]) => name)
  );
  const read = source("config/config_file.ts").matchAll(/env\.get\("(\w+)"\)/g);
  const known = new Set([
    ...settings,
    ...[...read].map(([, name]) => name),
    ...Object.keys(elsewhere),
  ]);
  assert.ok(settings.length > 10, "the list of variables was not found");
  for (const language of LANGUAGES) {
    const text = guide[language].map(({ text }) => text).join("\n");
    for (const [name] of text.matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g)) {
      // `SHIFT_JIS` is an encoding.
      assert.ok(
        known.has(name) || /^SHIFT_/.test(name),
        `${language}: ${name}`,
      );
    }
    for (const name of settings) {
      assert.ok(text.includes(`\`${name}\``), `${language}: ${name}`);
    }
    for (const name of settingNames) {
      assert.ok(text.includes(`\`${name}\``), `${language}: ${name}`);
    }
  }
});

Deno.test("every link of the guide leads to a page and a heading", () => {
  for (const language of LANGUAGES) {
    const anchors = new Map(
      guide[language].map(({ name, text }) => [name, anchorsOf(text)]),
    );
    for (const { name, text } of guide[language]) {
      for (const link of links(text)) {
        const [page, anchor] = link.split("#");
        const there = anchors.get(page || name);
        assert.ok(there, `${language}/${name}: ${link}`);
        assert.ok(
          anchor === undefined || there.includes(anchor),
          `${language}/${name}: ${link}`,
        );
      }
    }
  }
});

interface Question {
  query: string;
  /** `PAGE#ANCHOR`, without the language. */
  relevant: string[];
}

Deno.test("the guide answers the questions of its users in both languages", async (t) => {
  const questions: Record<GuideLanguage, Question[]> = JSON.parse(
    Deno.readTextFileSync(
      join(import.meta.dirname!, "../fixtures/corpus_questions.json"),
    ),
  );
  const folder = await Deno.makeTempDir({ prefix: "docs-corpus-" });
  const output = join(folder, "corpus.index");
  using assets = new AssetScope();
  const embedder = await openEmbedder(undefined, assets.open);
  const summary = await buildIndex({
    sources: [GUIDE],
    output,
    include: [],
    exclude: [],
    passageSize: 500,
    overlap: 100,
    follow: false,
    strict: true,
    embedder,
    expansions: new ExpansionSource(new FolderQuestions(GUIDE)),
  });
  assert.equal(summary.documents, pages.length);
  const { sections, stale, missing } = summary.expansion!;
  assert.ok(
    stale + missing < sections / 10,
    `${stale} sections of the guide have stale questions, ${missing} none: docs questions corpus --missing`,
  );
  const index = openIndex(fileRegion(output), output);
  try {
    const late = openLateInteraction(embedder, assets.open);
    const searcher = new Searcher(index, embedder, late);
    for (const language of LANGUAGES) {
      await t.step(language, () => judge(searcher, language, questions));
    }
  } finally {
    index.close();
    await Deno.remove(folder, { recursive: true });
  }
});

async function judge(
  searcher: Searcher,
  language: GuideLanguage,
  questions: Record<GuideLanguage, Question[]>,
): Promise<void> {
  let first = 0, five = 0;
  const missed: string[] = [];
  for (const { query, relevant } of questions[language]) {
    const ids = relevant.map((id) => `${language}/${id}`);
    for (const id of ids) {
      const [page, anchor] = id.slice(3).split("#");
      const there = guide[language].find(({ name }) => name === page);
      assert.ok(there && anchorsOf(there.text).includes(anchor), id);
    }
    const { hits } = await searcher.search(query, { k: 5, minScore: 0 });
    const rank = hits.findIndex(({ id }) => ids.includes(id));
    if (rank === 0) first++;
    else missed.push(`${query}: ${hits.map(({ id }) => id).join(", ")}`);
    if (rank >= 0) five++;
  }
  const count = questions[language].length;
  const figures = `hit@1 ${(first / count).toFixed(2)}, hit@5 ${
    (five / count).toFixed(2)
  }\n${missed.join("\n")}`;
  console.log(`${language}: ${figures}`);
  assert.ok(count >= 15);
  assert.ok(first / count >= 0.7 && five / count >= 0.9, figures);
}
