/**
 * Which source file imports which, read from the source: for the picture in
 * ARCHITECTURE.md and the tests that hold it against the code.
 *
 * @module
 */

/** Files by name from the root, such as `src/cut/cut.ts`, and what each imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/**
 * Reads the imports of all files below `src/`: of types and those loaded later
 * among them, of packages not.
 *
 * @param root the folder of the project, with `/` at the end
 */
export function importGraph(root: URL): ImportGraph {
  return new Map(
    [...sources("src/", root)].map((file) => [file, importsOf(file, root)]),
  );
}

/** The row of the table of folders that a file belongs to: `src/cut/`, `src/*.ts`. */
export function folderOf(file: string): string {
  const [, folder, ...inside] = file.split("/");
  return inside.length > 0 ? `src/${folder}/` : "src/*.ts";
}

/** What each folder imports of others, by the names of {@linkcode folderOf}. */
export function folderImports(
  graph: ImportGraph,
): Map<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [file, imported] of graph) {
    const folder = folderOf(file);
    const others = found.get(folder) ?? new Set();
    found.set(folder, others);
    for (const other of imported.map(folderOf)) {
      if (other !== folder) others.add(other);
    }
  }
  return found;
}

/**
 * A graph without the arrows that a longer way replaces (Aho, Garey & Ullman
 * 1972, for graphs without circles).
 */
export function transitiveReduction(
  graph: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, string[]> {
  const reached = new Map<string, Set<string>>();
  const reach = (from: string): Set<string> => {
    const known = reached.get(from);
    if (known !== undefined) return known;
    const all = new Set<string>();
    reached.set(from, all);
    for (const next of graph.get(from) ?? []) {
      all.add(next);
      for (const further of reach(next)) all.add(further);
    }
    return all;
  };
  return new Map([...graph].map(([from, nexts]) => [
    from,
    [...nexts].filter((next) =>
      ![...nexts].some((other) => other !== next && reach(other).has(next))
    ),
  ]));
}

function* sources(folder: string, root: URL): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(new URL(folder, root))) {
    if (isDirectory) yield* sources(`${folder}${name}/`, root);
    else if (name.endsWith(".ts")) yield folder + name;
  }
}

function importsOf(file: string, root: URL): string[] {
  const text = Deno.readTextFileSync(new URL(file, root))
    .replace(/^ *\*.*$/gm, ""); // Examples in comments import, too.
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+\.ts)"/g)]
    .map(([, name]) =>
      new URL(name!, new URL(file, root)).href.slice(root.href.length)
    );
}
