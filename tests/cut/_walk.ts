import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** The files below `folder` with a name that matches, in a stable order. */
export function filesBelow(folder: string, name: RegExp): string[] {
  return readdirSync(folder).sort().flatMap((entry) => {
    const path = join(folder, entry);
    if (statSync(path).isDirectory()) return filesBelow(path, name);
    return name.test(entry) ? [path] : [];
  });
}

/**
 * The folder of evaluation data that a developer may have beside the
 * repository; `undefined` where there is none.
 */
export function evaluationData(): string | undefined {
  const folder = join(import.meta.dirname!, "../../../shared/eval");
  return existsSync(folder) ? folder : undefined;
}

/** Where the content starts: behind a byte order mark and YAML front matter. */
export function bodyStartOf(text: string): number {
  const head = /^\uFEFF?(?:---[ \t]*\r?\n(?:[^]*?\r?\n)?---[ \t]*(?:\r?\n|$))?/
    .exec(text)![0];
  // Front matter is a mapping; anything else between rules is content.
  return head.length < 2 || /\n[\w-]+:/.test(head)
    ? head.length
    : text.startsWith("\uFEFF")
    ? 1
    : 0;
}
