/**
 * `deno task architecture`: draws the folders of ARCHITECTURE.md from their
 * imports, and fills in the last column of its table of folders.
 *
 * @module
 */

import {
  folderImports,
  importGraph,
  transitiveReduction,
} from "./import_graph.ts";

const root = new URL("../../", import.meta.url);
const page = new URL("ARCHITECTURE.md", root);

/** What the folders import of each other, by name. */
type Folders = ReadonlyMap<string, ReadonlySet<string>>;

/** A row of the table of folders: `src/cut/`, or `src/*.ts`; what it holds. */
interface FolderRow {
  folder: string;
  holds: string;
}

/** The rows of the table of folders on a page, lowest layer first. */
export function folderRows(page: string): FolderRow[] {
  return [...page.matchAll(/^\| `(src\/(?:\w+\/|\*\.ts))` +\| ([^|]*?) +\|/gm)]
    .map(([, folder = "", holds = ""]) => ({ folder, holds }));
}

/**
 * A page with its diagram and its table of folders made anew. What a folder
 * holds, and the order of the rows, stay as they were written.
 *
 * @throws {Error} when the page lacks a marker
 */
export function withFolders(page: string, folders: Folders): string {
  const table = folderTable(folderRows(page), folders);
  return between(between(page, "diagram", diagram(folders)), "folders", table);
}

/** An arrow for each folder and the folders it imports, unless by a longer way too. */
function diagram(folders: Folders): string {
  const arrows = [...transitiveReduction(folders)].sort().flatMap((
    [from, nexts],
  ) => nexts.sort().map((to) => `  ${node(from)} --> ${node(to)}`));
  return ["```mermaid", "flowchart TD", ...arrows, "```"].join("\n");
}

function node(folder: string): string {
  return folder === "src/*.ts" ? 'shared["*.ts"]' : nameOf(folder);
}

/** A table as `deno fmt` writes it. */
function folderTable(rows: readonly FolderRow[], folders: Folders): string {
  const order = rows.map(({ folder }) => folder);
  const cells = [
    ["folder", "holds", "imports"],
    ...rows.map(({ folder, holds }) => [
      `\`${folder}\``,
      holds,
      [...folders.get(folder) ?? []]
        .sort((a, b) => order.indexOf(a) - order.indexOf(b))
        .map(nameOf).join(", "),
    ]),
  ];
  const widths = [0, 1, 2].map((at) =>
    Math.max(...cells.map((row) => row[at]!.length))
  );
  const [head, ...body] = cells.map((row) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(" | ")} |`
  );
  const line = `| ${widths.map((it) => "-".repeat(it)).join(" | ")} |`;
  return [head, line, ...body].join("\n");
}

function nameOf(folder: string): string {
  return folder.replace(/^src\/|\/$/g, "");
}

function between(page: string, name: string, text: string): string {
  const begin = `<!-- ${name}: made by deno task architecture -->`;
  const end = `<!-- end of ${name} -->`;
  const from = page.indexOf(begin), to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the page lacks ${begin}`);
  return `${page.slice(0, from)}${begin}\n\n${text}\n\n${page.slice(to)}`;
}

if (import.meta.main) {
  const folders = folderImports(importGraph(root));
  const text = Deno.readTextFileSync(page);
  Deno.writeTextFileSync(page, withFolders(text, folders));
}
