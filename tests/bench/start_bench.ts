/**
 * What a start of the program costs, against a program of the same form that
 * only says hello:
 *
 *     deno run -A tests/bench/start_bench.ts
 *
 * Measures the program that `DOCS_BIN` names (default `dist/docs`). A compiled
 * one is compared with a compiled hello, for which `deno compile` must work
 * (`DENORT_BIN` and `DOCS_COMPILE_DENO` as for `deno task compile`); the
 * self-extracting one with `deno run`.
 *
 * @module
 */

import { join, resolve } from "node:path";
import { mustRun } from "../../src/tasks/_run_child.ts";
import { type Command, cpuTimes } from "./_cpu_time.ts";
import { manyPages } from "./_many_pages.ts";

const root = resolve(import.meta.dirname!, "../..");

/** Figures of starts; times in ms of CPU (of wall time on Windows). */
export interface StartFigures {
  form: string;
  /** Passages in the index that was searched. */
  passages: number;
  hello: number;
  version: number;
  /** `docs version` of a program that carries 64 MB more. */
  version_64mb: number;
  search: number;
  /** The same search in the index of `StartOptions.large`. */
  search_large?: number;
  /** MB, of a process that searches once. */
  peak_memory?: number;
}

/** How starts are measured. */
export interface StartOptions {
  /** About so many in the index that is built. */
  passages: number;
  /** Turns; the median counts. */
  rounds: number;
  /** A larger index to search, too. */
  large?: string;
}

/**
 * Measures the starts of a program.
 *
 * @param docs The program.
 */
export async function startFigures(
  docs: string,
  work: string,
  { passages, rounds, large }: StartOptions,
): Promise<StartFigures> {
  const { stdout } = await mustRun("docs version", docs, ["version", "--json"]);
  const { form } = JSON.parse(stdout) as { form: string };
  const pages = join(work, "start-pages");
  await Deno.mkdir(pages);
  manyPages(join(root, "corpus"), pages, passages);
  const index = join(work, "start-pages.index");
  const built = await mustRun("docs build", docs, [
    ...["build", pages, "-o", index, "--json"],
  ]);
  const heavy = join(work, "docs-64mb");
  await makeHeavy(docs, index, heavy, work);
  const search = [docs, "search", "設定ファイルの場所 index", "--index"];
  const commands = {
    hello: await hello(form, work),
    version: [docs, "version"],
    version_64mb: [heavy, "version"],
    search: [...search, index],
  };
  const options = { rounds, cwd: work };
  const times = large === undefined
    ? cpuTimes(commands, options)
    : cpuTimes({ ...commands, search_large: [...search, large] }, options);
  return {
    form,
    passages: (JSON.parse(built.stdout) as { passages: number }).passages,
    ...times,
    peak_memory: await peakMemory([
      ...[docs, "search", "--stdin", "--index", index],
    ]),
  };
}

/** The figures as lines for people. */
export function startLines(it: StartFigures): string[] {
  const unit = Deno.build.os === "windows" ? "ms wall" : "ms CPU";
  const row = (name: string, time: number) =>
    `${name.padEnd(44)} ${time.toFixed(1).padStart(7)} ${unit}   ` +
    `${(time / it.hello).toFixed(2)} x hello`;
  return [
    row(`hello (${it.form})`, it.hello),
    row("docs version", it.version),
    row("docs version with 64 MB more in the file", it.version_64mb),
    row(`docs search, cold, ${it.passages} passages`, it.search),
    ...it.search_large === undefined
      ? []
      : [row("docs search, cold, the large index", it.search_large)],
    ...it.peak_memory === undefined
      ? []
      : [`peak memory of that search: ${it.peak_memory.toFixed(0)} MB`],
  ];
}

if (import.meta.main) {
  const docs = resolve(Deno.env.get("DOCS_BIN") ?? join(root, "dist/docs"));
  const work = await Deno.makeTempDir({ prefix: "docs-bench-" });
  try {
    const figures = await startFigures(docs, work, {
      passages: 10_000,
      rounds: 41,
    });
    console.log(startLines(figures).join("\n"));
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

/** A program of the same form that does nothing. */
async function hello(form: string, work: string): Promise<Command> {
  const source = join(work, "hello.ts");
  await Deno.writeTextFile(source, `console.log("hello");\n`);
  if (form !== "compiled") return [Deno.execPath(), "run", source];
  const bare = ["--no-config", "--no-lock", "--no-npm", "--no-remote"];
  const out = join(work, "hello");
  const deno = Deno.env.get("DOCS_COMPILE_DENO") ?? Deno.execPath();
  await mustRun("deno compile", deno, [
    ...["compile", "-q", "-A", "--no-check", "--no-code-cache", ...bare],
    ...["-o", out, source],
  ], { cwd: work });
  return [out];
}

/** Makes a program that carries an index followed by 64 MB. */
async function makeHeavy(
  docs: string,
  index: string,
  out: string,
  work: string,
): Promise<void> {
  const bytes = join(work, "heavy.index");
  await Deno.copyFile(index, bytes);
  const { makeExecutable } = await import(
    "../../src/artifact/make_executable.ts"
  );
  const file = await Deno.open(bytes, { write: true });
  await file.truncate((await file.stat()).size + 64 * 1024 * 1024);
  file.close();
  makeExecutable(bytes, out, docs);
}

/**
 * The most memory that a search had at once, in MB; undefined where the system
 * does not tell. The program is asked while it waits for a second question.
 */
async function peakMemory(command: Command): Promise<number | undefined> {
  if (Deno.build.os !== "linux") return undefined;
  const [program, ...args] = command;
  const child = new Deno.Command(program, {
    args,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode("設定ファイルの場所 index\n"));
  const reader = child.stdout.getReader();
  await reader.read();
  const status = await Deno.readTextFile(`/proc/${child.pid}/status`);
  await writer.close();
  while (!(await reader.read()).done);
  await child.status;
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1000;
}
