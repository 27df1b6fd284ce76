import assert from "node:assert/strict";
import {
  anyOf,
  wordPattern,
} from "../../../src/answer/citations/_word_pattern.ts";
import { OPPOSITE_WORDS } from "../../../src/answer/citations/words/opposites.ts";
import { UNITS } from "../../../src/answer/citations/words/units.ts";

const FOLDER = new URL(
  "../../../src/answer/citations/words/",
  import.meta.url,
);

/** The lists in a value, with where they stand. */
function* lists(
  name: string,
  value: unknown,
): Generator<[string, readonly string[]]> {
  if (Array.isArray(value) && value.every((it) => typeof it === "string")) {
    yield [name, value];
  } else if (typeof value === "object" && value !== null) {
    for (const [key, it] of Object.entries(value)) {
      yield* lists(`${name}.${key}`, it);
    }
  }
}

const all: [string, readonly string[]][] = [];
for (const { name } of Deno.readDirSync(FOLDER)) {
  if (!name.endsWith(".ts")) continue;
  const module = await import(new URL(name, FOLDER).href);
  all.push(...lists(name, module));
}

Deno.test("the lists are found, in both languages", () => {
  assert.ok(all.length > 60, `${all.length} lists`);
  assert.ok(all.some(([name]) => name.endsWith(".ja")));
});

Deno.test("each list is sorted and has no entry twice", () => {
  for (const [name, list] of all) {
    assert.deepEqual(list, [...new Set(list)].sort(), name);
  }
});

Deno.test("each entry is NFKC in lower case, without white space around it", () => {
  for (const [name, list] of all) {
    for (const entry of list) {
      assert.equal(entry.normalize("NFKC").toLowerCase().trim(), entry, name);
      assert.notEqual(entry, "", name);
    }
  }
});

Deno.test("each entry is a pattern, and none matches the empty text", () => {
  for (const [name, list] of all) {
    for (const entry of list) {
      assert.doesNotMatch("", new RegExp(`^${anyOf([entry])}$`), name);
    }
  }
});

Deno.test("English entries have no Japanese, Japanese ones no English", () => {
  for (const [name, list] of all) {
    for (const entry of list) {
      if (name.endsWith(".en")) assert.doesNotMatch(entry, /[^\0-\x7f]/, name);
      if (name.endsWith(".ja")) assert.doesNotMatch(entry, /[a-z]/, name);
    }
  }
});

Deno.test("a unit has one meaning, and so has the name of a pair of opposites", () => {
  for (
    const names of [
      UNITS.flatMap(({ names }) => names),
      OPPOSITE_WORDS.map(({ name }) => name),
    ]
  ) assert.equal(new Set(names).size, names.length);
});

Deno.test("wordPattern() matches English as whole words in any case, Japanese anywhere", () => {
  const pattern = wordPattern({ en: ["skip*", "left"], ja: ["除[くき]"] });
  const found = (text: string) => text.match(pattern);
  assert.deepEqual(found("Skipped, skip, LEFT"), ["Skipped", "skip", "LEFT"]);
  assert.equal(found("unskipped lefty"), null);
  assert.deepEqual(found("取り除くこと"), ["除く"]);
  assert.equal(wordPattern({ en: [], ja: ["消"] }).source, "(?:消)");
});

Deno.test("only the check of citations loads the lists", () => {
  const src = new URL("../../../src/", import.meta.url);
  const importers: string[] = [];
  const walk = (folder: URL) => {
    for (const { name, isDirectory } of Deno.readDirSync(folder)) {
      const url = new URL(isDirectory ? `${name}/` : name, folder);
      if (isDirectory) walk(url);
      else if (
        name.endsWith(".ts") &&
        /"\.[^"]*\/words\/\w+\.ts"/.test(Deno.readTextFileSync(url))
      ) importers.push(url.href.slice(src.href.length));
    }
  };
  walk(src);
  assert.ok(importers.length > 5);
  for (const file of importers) assert.match(file, /^answer\/citations\//);
});
