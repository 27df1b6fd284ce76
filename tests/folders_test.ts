import assert from "node:assert/strict";

const root = new URL("../", import.meta.url);

/** The folders of `src/` in the order of the README's table. */
function folders(): string[] {
  const readme = Deno.readTextFileSync(new URL("README.md", root));
  return [...readme.matchAll(/^\| `src\/(\w+)\/` +\|/gm)].map(([, it]) => it);
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
  const text = Deno.readTextFileSync(new URL(file, root));
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+\.ts)"/g)]
    .map(([, name]) =>
      new URL(name, new URL(file, root)).href.slice(root.href.length)
    );
}

/** What the HTML reader takes from `cut`. */
const SHARED = ["src/cut/anchors.ts", "src/cut/outline.ts"];

Deno.test("the README's table has all folders of src", () => {
  const there = [...Deno.readDirSync(new URL("src/", root))]
    .filter(({ isDirectory }) => isDirectory).map(({ name }) => name);
  assert.deepEqual(folders().sort(), there.sort());
});

Deno.test("a folder imports only from folders above it in the README's table", () => {
  const order = folders();
  const rank = (file: string) => order.indexOf(file.split("/")[1]);
  const wrong: string[] = [];
  let count = 0;
  for (const folder of order) {
    for (const file of sources(`src/${folder}/`)) {
      for (const imported of imports(file)) {
        count++;
        if (folder === "source" && SHARED.includes(imported)) continue;
        if (rank(imported) > rank(file)) wrong.push(`${file} -> ${imported}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(count > 500, `${count} imports were looked at`);
});
