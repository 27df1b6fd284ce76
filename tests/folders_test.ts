/**
 * Holds the picture of the source against its imports: which folder may use
 * which, and that nothing depends on itself by a detour.
 */

import assert from "node:assert/strict";

const root = new URL("../", import.meta.url);

/** The rows of the README's table of folders, lowest first; `src/*.ts` is one. */
function folders(): string[] {
  const readme = Deno.readTextFileSync(new URL("README.md", root));
  return [...readme.matchAll(/^\| `(src\/(?:\w+\/|\*\.ts))` +\|/gm)]
    .map(([, it]) => it);
}

/** The row that a file belongs to. */
function rowOf(file: string): string {
  const [, folder, ...inside] = file.split("/");
  return inside.length > 0 ? `src/${folder}/` : "src/*.ts";
}

/** Source files below a folder, with `/`. */
function* sources(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(new URL(folder, root))) {
    if (isDirectory) yield* sources(`${folder}${name}/`);
    else if (name.endsWith(".ts")) yield folder + name;
  }
}

/** Files of ours that a file imports, types and what is loaded later among them. */
function imports(file: string): string[] {
  const text = Deno.readTextFileSync(new URL(file, root))
    .replace(/^ *\*.*$/gm, ""); // Examples in comments import, too.
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+\.ts)"/g)]
    .map(([, name]) =>
      new URL(name, new URL(file, root)).href.slice(root.href.length)
    );
}

const graph = new Map(
  [...sources("src/")].map((file) => [file, imports(file)]),
);

/** Groups of files each of which leads to each other by imports (Tarjan 1972). */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>(), lowest = new Map<string, number>();
  const stack: string[] = [];
  const visit = (file: string) => {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      else if (!stack.includes(next)) continue;
      lowest.set(file, Math.min(lowest.get(file)!, lowest.get(next)!));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1 || graph.get(file)?.includes(file)) found.push(group);
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}

Deno.test("the table of folders has all folders of src, and its own files", () => {
  const there = new Set([...graph.keys()].map(rowOf));
  assert.deepEqual(folders().sort(), [...there].sort());
});

Deno.test("a file imports only from its own folder and those above it in the table", () => {
  const rows = folders();
  const rank = (file: string) => rows.indexOf(rowOf(file));
  const climbs = [...graph].flatMap(([file, imported]) =>
    imported.filter((it) => rank(it) > rank(file)).map((it) =>
      `${file} -> ${it}`
    )
  );
  assert.deepEqual(climbs, []);
  const count = [...graph.values()].flat().length;
  assert.ok(count > 500, `${count} imports were looked at`);
});

Deno.test("what a file imports exists, and nothing outside src is imported", () => {
  const strange = [...graph].flatMap(([file, imported]) =>
    imported.filter((it) => !graph.has(it)).map((it) => `${file} -> ${it}`)
  );
  assert.deepEqual(strange, []);
});

Deno.test("no file leads back to itself by imports, types among them", () => {
  assert.deepEqual(circles(graph), []);
});

Deno.test("circles are found: of two files, of three, and of one", () => {
  const found = circles(
    new Map([
      ["a", ["b", "e"]],
      ["b", ["c"]],
      ["c", ["a", "d"]],
      ["d", []],
      ["e", ["e"]],
      ["f", ["g", "a"]],
      ["g", ["f"]],
    ]),
  );
  assert.deepEqual(found.map((it) => it.sort()).sort(), [
    ["a", "b", "c"],
    ["e"],
    ["f", "g"],
  ]);
});

Deno.test("an exported name of src has one meaning", () => {
  const places = new Map<string, Set<string>>();
  for (const file of graph.keys()) {
    const text = Deno.readTextFileSync(new URL(file, root));
    const names = text.matchAll(
      /^export (?:abstract |async )?(?:function\*?|class|const|let|interface|type|enum) (\w+)/gm,
    );
    for (const [, name] of names) {
      places.set(name, (places.get(name) ?? new Set()).add(file));
    }
  }
  const twice = [...places].filter(([, files]) => files.size > 1)
    .map(([name, files]) => [name, [...files].sort()] as const)
    // What each command's file exports, by its contract.
    .filter(([name, files]) =>
      name !== "run" || !files.every((it) => it.includes("/cli/commands/"))
    );
  assert.deepEqual(twice, []);
});
