/**
 * Holds the picture of the source against its imports: which folder may use
 * which, and that nothing depends on itself by a detour.
 */

import assert from "node:assert/strict";
import { folderRows, withFolders } from "../src/tasks/architecture.ts";
import {
  folderImports,
  folderOf,
  importGraph,
  transitiveReduction,
} from "../src/tasks/import_graph.ts";

const root = new URL("../", import.meta.url);
const page = Deno.readTextFileSync(new URL("ARCHITECTURE.md", root));
const graph = importGraph(root);

/** The rows of the table of folders, lowest first; `src/*.ts` is one. */
const rows = folderRows(page).map(({ folder }) => folder);

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
  const there = new Set([...graph.keys()].map(folderOf));
  assert.deepEqual([...rows].sort(), [...there].sort());
});

Deno.test("a file imports only from its own folder and those above it in the table", () => {
  const rank = (file: string) => rows.indexOf(folderOf(file));
  const climbs = [...graph].flatMap(([file, imported]) =>
    imported.filter((it) => rank(it) > rank(file)).map((it) =>
      `${file} -> ${it}`
    )
  );
  assert.deepEqual(climbs, []);
  const count = [...graph.values()].flat().length;
  assert.ok(count > 500, `${count} imports were looked at`);
});

Deno.test("ARCHITECTURE.md has the picture that the imports give", () => {
  assert.equal(
    withFolders(page, folderImports(graph)),
    page,
    "run: deno task architecture",
  );
});

Deno.test("an arrow that a longer way replaces is not drawn", () => {
  const reduced = transitiveReduction(
    new Map([
      ["a", new Set(["b", "c", "d"])],
      ["b", new Set(["c"])],
      ["c", new Set(["d"])],
      ["d", new Set<string>()],
      ["e", new Set(["d", "a"])],
    ]),
  );
  assert.deepEqual(Object.fromEntries(reduced), {
    a: ["b"],
    b: ["c"],
    c: ["d"],
    d: [],
    e: ["a"],
  });
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
