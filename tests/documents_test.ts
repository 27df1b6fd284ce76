/**
 * Holds the pages for people who read or change the program (README,
 * ARCHITECTURE, CONTRIBUTING, CHANGELOG and docs/) against what is there.
 */

import assert from "node:assert/strict";
import GithubSlugger from "github-slugger";
import { parse } from "../src/cli/parse.ts";
import { commands } from "../src/cli/table.ts";
import { FORMAT_VERSION, PARTS } from "../src/index/layout.ts";
import {
  docsCommands,
  links,
  shellLines,
  withoutFences,
} from "./corpus/_guide.ts";

const root = new URL("../", import.meta.url);
const read = (path: string) => Deno.readTextFileSync(new URL(path, root));

const PAGES = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...[...Deno.readDirSync(new URL("docs/", root))]
    .map(({ name }) => `docs/${name}`)
    .filter((name) => name.endsWith(".md")).sort(),
].map((path) => ({ path, text: read(path) }));

const { imports, tasks } = JSON.parse(read("deno.json")) as {
  imports: Record<string, string>;
  tasks: Record<string, string>;
};

function exists(path: string, from = root): boolean {
  try {
    Deno.statSync(new URL(path, from));
    return true;
  } catch {
    return false;
  }
}

/** Anchors of a page's headings, by GitHub's rule or as the guide gives them. */
function anchorsOf(markdown: string): Set<string> {
  const slugger = new GithubSlugger();
  const headings = withoutFences(markdown).matchAll(/^#{1,6} (.*)$/gm);
  return new Set(
    [...headings].map(([, heading]) =>
      /\{#([\w-]+)\}$/.exec(heading)?.[1] ??
        slugger.slug(heading.replaceAll("`", ""))
    ),
  );
}

Deno.test("the README has at most 10 KB", () => {
  const { size } = Deno.statSync(new URL("README.md", root));
  assert.ok(size <= 10_240, `${size} bytes`);
});

Deno.test("the README names the commands that make and test the program", () => {
  const lines = shellLines(read("README.md"));
  for (const task of ["demo", "test"]) {
    const command = `npx -y deno@2.9.6 task ${task}`;
    assert.ok(lines.some((line) => line.startsWith(command)), command);
    assert.ok(read("README.md").includes(`deno task ${task}`), task);
  }
});

Deno.test("every docs command in the pages parses", () => {
  let count = 0;
  for (const { path, text } of PAGES) {
    for (const line of shellLines(text)) {
      for (const [name, ...rest] of docsCommands(line)) {
        const command = commands.find((it) => it.name === name);
        assert.ok(command, `${path}: no command in: ${line}`);
        assert.doesNotThrow(() => parse(command, rest), `${path}: ${line}`);
        count++;
      }
    }
  }
  assert.ok(count >= 12, `${count} commands were looked at`);
});

Deno.test("links of the pages lead to files and headings that exist", () => {
  const broken: string[] = [];
  for (const { path, text } of PAGES) {
    const here = new URL(path, root);
    for (const target of links(text)) {
      if (/^https?:/.test(target)) continue;
      const [file, anchor] = target.split("#");
      const at = file === "" ? here : new URL(file, here);
      if (!exists(at.href)) broken.push(`${path}: ${target}`);
      else if (
        anchor !== undefined &&
        !anchorsOf(Deno.readTextFileSync(at)).has(anchor)
      ) broken.push(`${path}: ${target} (no such heading)`);
    }
  }
  assert.deepEqual(broken, []);
});

Deno.test("every path of src/ and tests/ that the pages name exists", () => {
  const missing: string[] = [];
  let count = 0;
  for (const { path, text } of PAGES) {
    const named = text.matchAll(
      /(?<![\w/.])(?:src|tests|docs|examples|corpus)\/[\w./-]*/g,
    );
    for (const [name] of named) {
      // A sentence's full stop is no part of it.
      const file = name.replace(/\.$/, "");
      if (!exists(file)) missing.push(`${path}: ${file}`);
      count++;
    }
  }
  assert.deepEqual(missing, []);
  assert.ok(count > 150, `${count} paths were looked at`);
});

Deno.test("a name that stands behind a path is found in that file", () => {
  const missing: string[] = [];
  let count = 0;
  for (const { path, text } of PAGES) {
    const named = text.matchAll(
      /`(src\/[\w./]+\.ts)`,?\s+`([\w.]+)(?:\(\))?`/g,
    );
    for (const [, file, name] of named) {
      if (!exists(file)) continue; // Another test says so.
      const code = read(file);
      for (const part of name.split(".")) {
        if (!new RegExp(`\\b${part}\\b`).test(code)) {
          missing.push(`${path}: ${file} ${name}`);
        }
      }
      count++;
    }
  }
  assert.deepEqual(missing, []);
  assert.ok(count > 60, `${count} names were looked at`);
});

Deno.test("the pages name tasks that exist, and CONTRIBUTING.md has all of them", () => {
  for (const { path, text } of PAGES) {
    for (const [, name] of text.matchAll(/(?:deno|@[\d.]+) task ([\w:]+)/g)) {
      assert.ok(name in tasks, `${path}: deno task ${name}`);
    }
  }
  for (const name of Object.keys(tasks)) {
    assert.ok(
      read("CONTRIBUTING.md").includes(`\n| \`deno task ${name}\` `),
      name,
    );
  }
});

Deno.test("docs/packages.md gives a reason for every package, and for no other", () => {
  const packages = Object.values(imports).flatMap((target) =>
    /^npm:(@?[^@]+)@/.exec(target)?.[1] ?? []
  );
  const [, used] = read("docs/packages.md").split("\n## In use\n");
  const listed = [
    // The head of the second table says "for".
    ...read("docs/packages.md").matchAll(/^\| (\S+) +\| used +\|/gm),
    ...used.matchAll(/^\| ([^|]*\S) +\| (?!for )/gm),
  ].flatMap(([, cell]) => cell.split(", ")).filter((it) => !/^-+$/.test(it));
  assert.deepEqual([...listed].sort(), [...new Set(packages)].sort());
});

Deno.test("ARCHITECTURE.md has the parts of an index in their order, and its version", () => {
  assert.ok(
    read("ARCHITECTURE.md").includes(`format version ${FORMAT_VERSION}.`),
  );
  const [, parts] = read("ARCHITECTURE.md").split("PARTS of ");
  const named = [...parts.matchAll(/^\| `(\w+)` +\|/gm)].map(([, it]) => it);
  assert.deepEqual(named, [...PARTS]);
});
