/** Holds what people are told about formats against the table of readers. */

import assert from "node:assert/strict";
import { commandHelp } from "../../src/cli/help.ts";
import { buildCommand } from "../../src/cli/table.ts";
import { formatOf } from "../../src/source/format_of.ts";
import { readers } from "../../src/source/readers.ts";
import { type GuideLanguage, LANGUAGES, readPages } from "./_guide.ts";

/** A page of the guide. */
function page(language: GuideLanguage, name: string): string {
  return readPages(language).find((page) => page.name === name)!.text;
}

/** The text under a heading of `formats.md`. */
function section(language: GuideLanguage, anchor: string): string {
  const [, after] = page(language, "formats.md").split(`{#${anchor}}`);
  return after.split("\n## ")[0];
}

const WORDS = {
  en: (names: string[]) =>
    `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`,
  ja: (names: string[]) => names.join("、"),
};

Deno.test("the guide lists the formats of the table, in both languages", () => {
  for (const language of LANGUAGES) {
    const rows = section(language, "supported").split("\n")
      .filter((line) => line.startsWith("|")).slice(2)
      .map((line) => line.split("|").slice(1, -1).map((it) => it.trim()));
    assert.deepEqual(
      rows,
      readers.map(({ name, extensions, about }) => [
        name[language],
        extensions.map((it) => `\`${it}\``).join(", "),
        about[language],
      ]),
    );
  }
});

Deno.test("the guide names the size of a format that is far less than a string", () => {
  const small = readers.filter(({ limit }) => limit < 2 ** 28);
  assert.ok(small.length > 0);
  for (const language of LANGUAGES) {
    const text = page(language, "formats.md");
    for (const { limit } of small) {
      assert.match(text, new RegExp(`\\b${limit / 2 ** 20} ?MiB`));
    }
  }
});

Deno.test("the guide's list of formats that are not read names none that is", () => {
  for (const language of LANGUAGES) {
    const text = section(language, "not-supported");
    const end = text.search(/are\s+not\s+read|は読みません/);
    assert.ok(end > 0, text);
    const list = text.slice(0, end);
    for (const [extension] of list.matchAll(/\.\w+(?=`)/g)) {
      assert.equal(formatOf(`a${extension}`), undefined, extension);
    }
    for (const { name } of readers) {
      assert.ok(!list.includes(name[language]), name[language]);
    }
  }
});

Deno.test("the guide begins with the formats of the table, and so does docs build --help", () => {
  for (const language of LANGUAGES) {
    const names = WORDS[language](readers.map(({ name }) => name[language]));
    const text = page(language, "index.md").replace(/\s*\n\s*/g, " ");
    assert.ok(text.includes(names), `${language}: ${names}`);
  }
  const names = WORDS.en(readers.map(({ name }) => name.en));
  const help = commandHelp(buildCommand, 80).replace(/\s+/g, " ");
  assert.ok(help.includes(`Reads ${names},`), names);
});
