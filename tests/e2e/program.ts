/**
 * Drives the built program as its user would: the file that `DOCS_BIN` names
 * (default `dist/docs`, which `deno task compile` makes), in a folder of its
 * own, with an environment that has nothing of ours in it.
 *
 * @module
 */

import assert from "node:assert/strict";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname!, "../..");
const name = Deno.build.os === "windows" ? "docs.exe" : "docs";

/** The program under test, as an absolute path. */
export const DOCS = resolve(
  Deno.env.get("DOCS_BIN") ?? join(root, "dist", name),
);

/** Where the self-extracting form unpacks during the tests. */
export const CACHE = join(root, "dist", "build", "e2e-cache");

/** Whether the tests drive the self-extracting form. */
export const SELF_EXTRACTING = startsWith(DOCS, "#!");

/** How to start the program. */
export interface Start {
  cwd?: string;
  /** Added to PATH, HOME and DOCS_CACHE_DIR; undefined takes one away. */
  env?: Record<string, string | undefined>;
  stdin?: string;
  /** Another program than the one under test. */
  program?: string;
}

/** How it ended. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Starts the program and waits for its end. */
export async function docs(args: string[], start: Start = {}): Promise<Ended> {
  const child = spawnDocs(args, start);
  const writer = child.stdin.getWriter();
  // A program that does not read its stdin may end before this is written.
  writer.write(new TextEncoder().encode(start.stdin ?? ""))
    .then(() => writer.close()).catch(() => {});
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return {
    code,
    stdout: decoder.decode(stdout),
    stderr: decoder.decode(stderr),
  };
}

/** Starts the program with pipes on all sides. */
export function spawnDocs(args: string[], start: Start = {}) {
  return new Deno.Command(start.program ?? DOCS, {
    args,
    cwd: start.cwd,
    clearEnv: true,
    env: environment(start),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Runs a line of shell in which `"$DOCS"` is the program. */
export async function shell(line: string, start: Start = {}): Promise<Ended> {
  const { code, stdout, stderr } = await new Deno.Command("/bin/sh", {
    args: ["-c", line],
    cwd: start.cwd,
    clearEnv: true,
    env: { ...environment(start), DOCS: start.program ?? DOCS },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return {
    code,
    stdout: decoder.decode(stdout),
    stderr: decoder.decode(stderr),
  };
}

function environment(start: Start): Record<string, string> {
  const all: Record<string, string | undefined> = {
    PATH: "/usr/bin:/bin",
    HOME: start.cwd ?? CACHE,
    DOCS_CACHE_DIR: CACHE,
    ...start.env,
  };
  // Windows programs do not start without it.
  const systemRoot = Deno.env.get("SystemRoot");
  if (systemRoot) all.SystemRoot = systemRoot;
  return Object.fromEntries(
    Object.entries(all).filter((pair): pair is [string, string] =>
      pair[1] !== undefined
    ),
  );
}

/** Starts the program, which must end well; gives the JSON that it printed. */
export async function docsJson<T>(args: string[], start?: Start): Promise<T> {
  const ended = await docs([...args, "--json"], start);
  assert.equal(ended.code, 0, `docs ${args.join(" ")}: ${ended.stderr}`);
  return JSON.parse(ended.stdout) as T;
}

/**
 * The program must have refused: exit code 2, nothing on stdout, and a message
 * for people, without a stack.
 */
export function assertRefused(ended: Ended, message: RegExp): void {
  assert.equal(ended.code, 2, ended.stderr || "it ended well");
  // With --json the failure is an object.
  if (ended.stdout !== "") assert.ok(JSON.parse(ended.stdout).error.message);
  assert.match(ended.stderr, message);
  assert.doesNotMatch(ended.stderr, /\n\s+at |Uncaught|\bext:|panicked/);
}

/** A folder with files, removed afterwards. */
export async function withFiles(
  files: Record<string, string | Uint8Array>,
  run: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "docs e2e 検索 '" });
  try {
    for (const [path, content] of Object.entries(files)) {
      const file = join(folder, path);
      await Deno.mkdir(join(file, ".."), { recursive: true });
      await Deno.writeFile(
        file,
        typeof content === "string"
          ? new TextEncoder().encode(content)
          : content,
      );
    }
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** A small guide in two languages. */
export const GUIDE: Record<string, string> = {
  "guide/pool.md": `---
title: Database guide
---

# Connections

How the service talks to its database.

## Connection pool

The pool opens at most \`maxConnections\` connections. Set \`pool.timeout\` to wait
longer before a request fails.

\`\`\`toml
# not a heading
maxConnections = 20
\`\`\`

## Backups

A backup is taken every night and kept for thirty days.
`,
  "guide/setup.ja.md": `# 設定

## 設定ファイルの場所

設定ファイルは起動したフォルダーから上へ順に探します。見つからない場合は既定の値を使います。

## ログの出力

ログは標準エラー出力に書き出します。
`,
  "guide/notes.txt": "Release notes: version 1.0.21 fixes the scheduler.\n",
};

/** `withFiles` of the guide, with an index of it at `guide.index`. */
export function withGuide(
  run: (folder: string) => Promise<void>,
): Promise<void> {
  return withFiles(GUIDE, async (folder) => {
    const built = await docs(["build", "guide", "-o", "guide.index"], {
      cwd: folder,
    });
    assert.equal(built.code, 0, built.stderr);
    await run(folder);
  });
}

function startsWith(path: string, text: string): boolean {
  let file: Deno.FsFile;
  try {
    file = Deno.openSync(path);
  } catch {
    throw new Error(`${path} is not there; make it with: deno task compile`);
  }
  const bytes = new Uint8Array(text.length);
  file.readSync(bytes);
  file.close();
  return new TextDecoder().decode(bytes) === text;
}
