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
import { mustRun } from "../../src/tasks/_run_deno.ts";
import { type Command, cpuTimes } from "./_cpu_time.ts";
import { manyPages } from "./_many_pages.ts";

const PASSAGES = 10_000;
const root = resolve(import.meta.dirname!, "../..");
const docs = resolve(Deno.env.get("DOCS_BIN") ?? join(root, "dist/docs"));

const work = await Deno.makeTempDir({ prefix: "docs-bench-" });
try {
  const { stdout } = await mustRun("docs version", docs, ["version", "--json"]);
  const { form } = JSON.parse(stdout) as { form: string };
  console.log(`${docs}: ${form}`);

  await Deno.mkdir(join(work, "pages"));
  manyPages(join(root, "corpus"), join(work, "pages"), PASSAGES);
  const index = join(work, "pages.index");
  const built = await mustRun("docs build", docs, [
    ...["build", join(work, "pages"), "-o", index, "--json"],
  ]);
  const { passages } = JSON.parse(built.stdout) as { passages: number };

  const heavy = join(work, "docs-64mb");
  await makeHeavy(index, heavy);
  const times = cpuTimes({
    hello: await hello(form),
    version: [docs, "version"],
    heavy: [heavy, "version"],
    search: [docs, "search", "設定ファイルの場所 index", "--index", index],
  }, { rounds: 9, runs: 5, cwd: work });

  const unit = Deno.build.os === "windows" ? "ms wall" : "ms CPU";
  const row = (name: string, time: number) =>
    console.log(
      `${name.padEnd(44)} ${time.toFixed(1).padStart(7)} ${unit}   ` +
        `${(time / times.hello).toFixed(2)} x hello`,
    );
  row("hello", times.hello);
  row("docs version", times.version);
  row("docs version with 64 MB more in the file", times.heavy);
  row(`docs search, cold, ${passages} passages`, times.search);
  const peak = await peakMemory([docs, "search", "--stdin", "--index", index]);
  if (peak !== undefined) {
    console.log(`peak memory of that search: ${peak.toFixed(0)} MB`);
  }
} finally {
  await Deno.remove(work, { recursive: true });
}

/** A program of the same form that does nothing. */
async function hello(form: string): Promise<Command> {
  const source = join(work, "hello.js");
  await Deno.writeTextFile(source, `console.log("hello");\n`);
  const bare = ["--no-config", "--no-lock", "--no-npm", "--no-remote"];
  if (form !== "compiled") {
    return [Deno.execPath(), "run", "-A", ...bare, source];
  }
  const out = join(work, "hello");
  const deno = Deno.env.get("DOCS_COMPILE_DENO") ?? Deno.execPath();
  await mustRun("deno compile", deno, [
    ...["compile", "-q", "-A", "--no-check", "--no-code-cache", ...bare],
    ...["-o", out, source],
  ], { cwd: work });
  return [out];
}

/** Makes a program that carries an index followed by 64 MB. */
async function makeHeavy(index: string, out: string): Promise<void> {
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
