import assert from "node:assert/strict";
import { loaders } from "../../src/cli/loaders.ts";
import { runProgram } from "../../src/cli/run.ts";
import type { Io } from "../../src/cli/terminal/io.ts";
import { collector, runCli } from "./_fake_io.ts";

Deno.test("run() without a command, with --help and with help prints the overview", async () => {
  const [bare, flag, short, word] = await Promise.all(
    [[], ["--help"], ["-h"], ["help"]].map((argv) => runCli(argv)),
  );
  assert.equal(bare.code, 0);
  assert.match(bare.stdout, /^docs: search your documents/);
  for (const other of [flag, short, word]) assert.deepEqual(other, bare);
});

Deno.test("run() gives the help of a command in both ways", async () => {
  const word = await runCli(["help", "search"]);
  assert.match(word.stdout, /Usage: docs search \[QUERY…\] \[FLAGS\]/);
  assert.deepEqual(await runCli(["search", "--help"]), word);
});

Deno.test("run() gives the version in every way", async () => {
  const { code, stdout } = await runCli(["version"]);
  assert.equal(code, 0);
  assert.match(stdout, /^docs \d+\.\d+\.\d+ \(source, /);
  assert.equal((await runCli(["--version"])).stdout, stdout);
  assert.equal((await runCli(["-V"])).stdout, stdout);
  const { version, form } = JSON.parse(
    (await runCli(["--version", "--json"])).stdout,
  );
  assert.match(version, /^\d/);
  assert.equal(form, "source");
});

Deno.test("run() refuses what it does not know, exit code 2, nothing on stdout", async () => {
  const wrong: [string[], RegExp][] = [
    [
      ["serach", "x"],
      /^docs: there is no command "serach"\nDid you mean docs search\?\n$/,
    ],
    [
      ["frobnicate"],
      /^docs: there is no command "frobnicate"\nCommands: build, /,
    ],
    [["help", "nope"], /^docs: there is no command "nope"/],
    [["--json", "search"], /^docs: there is no flag --json before a command/],
    [["search", "--foo"], /^docs: docs search has no flag --foo\n/],
    [["search"], /^docs: docs search needs a QUERY\n/],
    [["search", " ", ""], /^docs: the query is empty\n/],
    [["search", "--stdin", "x"], /reads the queries from stdin/],
    [["get"], /^docs: docs get needs PATH/],
    [["get", "a", "--lines", "0:3"], /^docs: --lines must be A:B/],
    [["get", "a", "--lines", "3:2"], /^docs: --lines must be A:B/],
    [["get", "a", "--lines", ":"], /^docs: --lines must be A:B/],
    [["build"], /^docs: docs build needs a SOURCE\n/],
    [["build", ""], /^docs: the name of a SOURCE is empty\n/],
    [["build", "/no/such/folder"], /does not exist/],
    [["completions", "csh"], /^docs: SHELL must be one of/],
    [
      ["list", "--index", "/no/such.index"],
      /^docs: no index at \/no\/such\.index \(flag --index\)\nBuild one: /,
    ],
    [["list"], /^docs: no index: there is no \.docs\/index in \/ or above it/],
    [
      ["list", "--config", "/no/such.json"],
      /^docs: there is no file \/no\/such\.json \(--config\)/,
    ],
  ];
  for (const [argv, stderr] of wrong) {
    const ran = await runCli(argv, {
      cwd: Deno.build.os === "windows" ? "C:\\" : "/",
    });
    if (Deno.build.os !== "windows") assert.match(ran.stderr, stderr);
    assert.equal(ran.code, 2, argv.join(" "));
    assert.equal(ran.stdout, "", argv.join(" "));
  }
});

Deno.test("run() names a wrong variable", async () => {
  const ran = await runCli(["list"], { env: { TOP_K_RESULTS: "abc" } });
  assert.equal(ran.code, 2);
  assert.match(ran.stderr, /^docs: TOP_K_RESULTS must be a whole number/);
});

Deno.test("run() says an unexpected error in one line, and its stack only when asked for", async () => {
  const failing = async (level: string) => {
    const err = collector();
    const io = {
      env: { get: (name: string) => name === "LOG_LEVEL" ? level : undefined },
      stderr: err.writer,
      cwd: () => {
        throw new TypeError("broken");
      },
    } as unknown as Io;
    return [await runProgram(["list"], io, loaders), err.text()] as const;
  };
  assert.deepEqual(await failing("INFO"), [
    2,
    "docs: internal error: broken (set LOG_LEVEL=DEBUG for the stack)\n",
  ]);
  assert.match((await failing("debug"))[1], /TypeError: broken\n +at /);
});
