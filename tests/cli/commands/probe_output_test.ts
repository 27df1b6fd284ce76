import assert from "node:assert/strict";
import { parse } from "../../../src/cli/parse.ts";
import { probeCommandLine } from "../../../src/cli/commands/probe_command_line.ts";
import { probeLines } from "../../../src/cli/commands/probe_output.ts";
import type { ProbeParsed } from "../../../src/cli/commands/probe_target.ts";
import { shellLine } from "../../../src/cli/shell_words.ts";
import { probeCommand } from "../../../src/cli/table_probe.ts";
import { displayWidth } from "../../../src/cli/terminal/width.ts";
import type { ProbedCall } from "../../../src/probe/probe.ts";
import { report } from "../../../src/probe/report.ts";

const plain = {
  mark: (text: string) => text,
  bold: (text: string) => text,
  dim: (text: string) => text,
};

function call(differences: Partial<ProbedCall>): ProbedCall {
  return {
    tool: "find",
    arguments: { 都市: "東京" },
    outcome: "data",
    chars: 10,
    ms: 5,
    sample: "here",
    ...differences,
  };
}

const find = {
  name: "find",
  description: "場所を探す\nsecond line",
  inputSchema: {
    type: "object" as const,
    properties: {
      都市: { type: "string" },
      page: { type: "integer", minimum: 1, maximum: 9 },
    },
    required: ["都市"],
  },
};

/** The lines of a report on one tool that was called and one that was not. */
function lines(calls: ProbedCall[], columns = 100): string[] {
  const remove = { name: "remove", inputSchema: { type: "object" as const } };
  const all = report(
    "geo",
    { info: { name: "map", version: "1" }, capabilities: {}, era: "legacy" },
    [{ tool: find, calls: calls.map((it) => it.arguments) }, {
      tool: remove,
      calls: [],
    }],
    calls,
    ({ name }) => `docs probe geo --tool ${name}`,
  );
  return [...probeLines(all, ["Try this."], plain, columns)];
}

Deno.test("probeLines() shows tools, answers by kind, what was not called and advice", () => {
  assert.deepEqual(
    lines([
      call({
        outcome: "empty",
        chars: 2,
        sample: "[]",
        arguments: { 都市: "大阪" },
      }),
      call({ chars: 12_345, items: 3 }),
    ]),
    [
      "geo: map 1, 2 tools",
      "",
      "find(都市: string, page?: integer 1..9)",
      "  場所を探す second line",
      "  answer  items   chars  ms  arguments    sample",
      '  data        3  12,345   5  都市="東京"  here',
      '  empty               2   5  都市="大阪"  []',
      "",
      "Not called, as nothing says that they only read, or others were named:",
      "",
      "remove()",
      "    docs probe geo --tool remove",
      "",
      "2 calls: 1 data, 1 empty",
      "Try this.",
    ],
  );
});

Deno.test("probeLines() says arguments that are the same in all calls once", () => {
  const all = lines([
    call({ arguments: { 都市: "東京", page: 1 } }),
    call({ arguments: { 都市: "東京", page: 2 } }),
  ]);
  assert.equal(all[4], '  each with 都市="東京"');
  assert.equal(all[6], "  data              10   5  page=1     here");
});

Deno.test("probeLines() keeps the table within the columns, whatever the answer", () => {
  const sample = "\x1b[31m住所\u202e\n".repeat(50);
  const long = { 都市: "あ".repeat(100) };
  const all = lines([call({ sample, arguments: long })], 100);
  const row = all.find((line) => line.startsWith("  data"))!;
  assert.ok(displayWidth(row) <= 100);
  assert.match(row, /…$/);
  // deno-lint-ignore no-control-regex -- they are what must not be there.
  assert.doesNotMatch(all.join(""), /[\x00-\x1f\u202e]/);
});

/** The line for a tool, after this command line. */
function again(...argv: string[]): string {
  const parsed = parse(probeCommand, argv) as ProbeParsed;
  return probeCommandLine(parsed, "remove", [false, true]);
}

Deno.test("probeCommandLine() calls one tool in the same way", () => {
  assert.equal(again("geo", "--all"), "docs probe --tool remove geo");
  assert.equal(
    again(
      ...["--json", "--vary", "a=1", "--vary", "b=1,2", "--tool", "x"],
      ...["--force", 'q="a b"', "--drop=-d", "--timeout", "5"],
      ...["--pass-environment", "--", "python", "my server.py", "--all"],
    ),
    `docs probe --pass-environment --force 'q="a b"' --drop=-d --timeout 5 --vary b=1,2 --tool remove -- python 'my server.py' --all`,
  );
  const url = "http://127.0.0.1:1/mcp";
  assert.equal(
    again("--url", url, "--args", "a.json", "--config", "c.json"),
    `docs probe --url ${url} --config c.json --args a.json --tool remove`,
  );
});

Deno.test("probeCommandLine() shows no value of a variable", () => {
  assert.equal(
    again("--env", "KEY=secret", "--", "x"),
    "docs probe --env KEY --tool remove -- x",
  );
});

Deno.test("shellLine() is read back by a shell", async () => {
  const words = ["a b", "it's", "$HOME", "", "日本", "*", 'q="x"', "a\nb"];
  if (Deno.build.os === "windows") return;
  const { stdout } = await new Deno.Command("/bin/sh", {
    args: ["-c", `printf '%s|' ${shellLine(words)}`],
  }).output();
  assert.equal(new TextDecoder().decode(stdout), words.join("|") + "|");
});
