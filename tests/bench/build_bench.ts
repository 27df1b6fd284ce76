/**
 * What a build costs: CPU seconds, index size against the text, and peak
 * memory, over the documentation trees of the evaluation data.
 *
 *     deno run -A tests/bench/build_bench.ts [FOLDER]
 *
 * @module
 */

import { join, resolve } from "node:path";

/** Where the trees are, relative to the repository. */
const TREES = "../shared/eval/trees";

/** Figures of one build. */
export interface BuildFigures {
  files: number;
  cpu_seconds: number;
  index_per_text: number;
  /** MB. */
  peak_memory: number;
}

/** Builds a folder with a program; undefined where the folder is missing. */
export function buildFigures(
  docs: string,
  work: string,
  folder = resolve(import.meta.dirname!, "../..", TREES),
): BuildFigures | undefined {
  try {
    Deno.statSync(folder);
  } catch {
    return undefined;
  }
  const output = join(work, "trees.index");
  // The shell tells CPU time (`times`), the kernel the peak, just before the end.
  const script = `"$@" & pid=$!
    while kill -0 $pid 2>/dev/null; do
      peak=$(grep VmHWM /proc/$pid/status 2>/dev/null) && last=$peak
      sleep 0.2
    done
    wait $pid || exit
    times
    echo "$last"`;
  const { success, stdout, stderr } = new Deno.Command("/bin/sh", {
    args: ["-c", script, "sh", docs, "build", folder, "-o", output, "--json"],
    stdin: "null",
  }).outputSync();
  const text = new TextDecoder().decode(stdout);
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  const lines = text.trim().split("\n");
  const summary = JSON.parse(
    lines.slice(0, lines.findIndex((it) => /^\d+m/.test(it))).join("\n"),
  );
  const children = lines[lines.findIndex((it) => /^\d+m/.test(it)) + 1];
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)]
    .map(([, minutes, rest]) => Number(minutes) * 60 + Number(rest));
  return {
    files: summary.documents,
    cpu_seconds: seconds[0] + seconds[1],
    index_per_text: summary.bytes / summary.text_bytes,
    peak_memory: Number(/(\d+) kB/.exec(lines.at(-1)!)?.[1] ?? NaN) / 1000,
  };
}

if (import.meta.main) {
  const work = Deno.makeTempDirSync({ prefix: "docs-bench-" });
  const docs = resolve(Deno.env.get("DOCS_BIN") ?? "dist/docs");
  try {
    console.log(
      buildFigures(docs, work, Deno.args[0]) ??
        "the trees are not here: this measurement is skipped",
    );
  } finally {
    Deno.removeSync(work, { recursive: true });
  }
}
