import assert from "node:assert/strict";
import { parseArgs } from "node:util";
import fc from "fast-check";
import type { Command } from "../../src/cli/command.ts";
import { parse } from "../../src/cli/parse.ts";
import {
  buildCommand,
  completionsCommand,
  getCommand,
  listCommand,
  searchCommand,
} from "../../src/cli/table.ts";

const parsed = (command: Command, ...argv: string[]) => {
  const result = parse(command, argv);
  assert.notEqual(result, "help");
  return result as Exclude<typeof result, "help">;
};
const refused = (
  command: Command,
  argv: string[],
  message: RegExp,
  next?: RegExp,
) =>
  assert.throws(
    () => parse(command, argv),
    (error: Error & { next?: string }) => {
      assert.equal(error.name, "UserError");
      assert.match(error.message, message);
      if (next) assert.match(error.next ?? "", next);
      return true;
    },
  );

Deno.test("parse() reads every way to write a flag", () => {
  for (
    const argv of [["-k", "5"], ["-k5"], ["-k=5"], ["--top-k", "5"], [
      "--top-k=5",
    ]]
  ) {
    assert.deepEqual(parsed(searchCommand, ...argv, "q").flags, { "top-k": 5 });
  }
  assert.deepEqual(
    parsed(
      searchCommand,
      "a",
      "--in",
      "x",
      "b",
      "--in=y=z",
      "--json",
      "--",
      "--no-cache",
      "--",
    ),
    {
      flags: { in: ["x", "y=z"], json: true },
      arguments: ["a", "b", "--no-cache", "--"],
      literal: ["--no-cache", "--"],
    },
  );
});

Deno.test("parse() reads what parseArgs of node:util reads", () => {
  const options = {
    "top-k": { type: "string", short: "k" },
    in: { type: "string", multiple: true },
    index: { type: "string" },
    json: { type: "boolean" },
    stdin: { type: "boolean" },
  } as const;
  const word = fc.constantFrom(
    "-k",
    "-k3",
    "--top-k=4",
    "--in",
    "--in=",
    "--in=a=b",
    "--index",
    "--json",
    "--stdin",
    "--",
    "-",
    "a",
    "日本語",
    "7",
    "",
    "--jsn",
    "-x",
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 7 }), (args) => {
      let theirs: unknown;
      try {
        const { values, positionals, tokens } = parseArgs({
          args,
          options,
          allowPositionals: true,
          tokens: true,
        });
        // On top of that, numbers and empty values are checked.
        for (const token of tokens) {
          if (token.kind !== "option") continue;
          if (token.name === "top-k" && !/^[1-9]$/.test(token.value!)) throw 0;
          if (token.name === "index" && token.value === "") throw 0;
        }
        const cut = tokens.findIndex(({ kind }) =>
          kind === "option-terminator"
        );
        theirs = {
          flags: {
            ...values,
            ...values["top-k"] && { "top-k": Number(values["top-k"]) },
          },
          arguments: positionals,
          ...cut >= 0 && {
            literal: tokens.slice(cut + 1).map((it) =>
              it.kind === "positional" && it.value
            ),
          },
        };
      } catch {
        theirs = undefined;
      }
      let ours: unknown;
      try {
        ours = parse(searchCommand, args);
      } catch {
        ours = undefined;
      }
      assert.deepEqual(
        ours && JSON.parse(JSON.stringify(ours)),
        theirs && JSON.parse(JSON.stringify(theirs)),
      );
    }),
    { numRuns: 1000 },
  );
});

Deno.test("parse() refuses an unknown flag with a hint (bug B8)", () => {
  refused(buildCommand, ["--glbo", "x"], /^docs build has no flag --glbo$/);
  refused(
    buildCommand,
    ["--exlude=x"],
    /has no flag --exlude$/,
    /Did you mean --exclude\?/,
  );
  refused(buildCommand, ["--incl", "x"], /--incl/, /Did you mean --include\?/);
  refused(
    listCommand,
    ["-z"],
    /^docs list has no flag -z$/,
    /See docs list --help\./,
  );
  refused(searchCommand, ["--jsonp=1"], /--jsonp$/, /Did you mean --json\?/);
});

Deno.test("parse() says how to search for what looks like a flag", () => {
  refused(
    searchCommand,
    ["--no-cache"],
    /^docs search has no flag --no-cache$/,
    /For a query that begins with -, put -- before it: docs search -- --no-cache/,
  );
  assert.deepEqual(parsed(searchCommand, "--", "--no-cache").arguments, [
    "--no-cache",
  ]);
});

Deno.test("parse() checks values", () => {
  refused(
    searchCommand,
    ["-k", "abc"],
    /^-k must be a whole number from 1 to 1000, not "abc"$/,
  );
  refused(searchCommand, ["-k0"], /^-k must be a whole number from 1/);
  refused(searchCommand, ["--top-k=1.5"], /^--top-k must be/);
  refused(
    searchCommand,
    ["--min-score", "2"],
    /^--min-score must be a number from 0 to 1, not "2"$/,
  );
  refused(
    searchCommand,
    ["--min-score=-0.5"],
    /^--min-score must be a number from 0 to 1/,
  );
  refused(searchCommand, ["--min-score="], /^--min-score must be/);
  refused(
    searchCommand,
    ["--index="],
    /^--index must be a text that is not empty/,
  );
  refused(searchCommand, ["--json=yes"], /^--json takes no value$/);
  refused(searchCommand, ["--in"], /^--in needs a value: --in GLOB$/);
  refused(
    searchCommand,
    ["--in", "--json"],
    /^--in needs a value/,
    /--in=--json/,
  );
  refused(buildCommand, ["-o"], /^-o needs a value: -o FILE$/);
  assert.deepEqual(parsed(searchCommand, "--min-score", ".5").flags, {
    "min-score": 0.5,
  });
  assert.deepEqual(parsed(searchCommand, "--in=-x").flags, { in: ["-x"] });
});

Deno.test("parse() checks the number of arguments and their choices", () => {
  refused(getCommand, [], /^docs get needs PATH\[#ANCHOR\]$/);
  refused(
    getCommand,
    ["a", "b"],
    /^docs get takes 1 argument, so "b" is one too many$/,
  );
  refused(
    listCommand,
    ["a"],
    /^docs list takes no arguments, so "a" is one too many$/,
  );
  refused(completionsCommand, [], /needs SHELL/, /bash, zsh, fish, powershell/);
  refused(
    completionsCommand,
    ["bsh"],
    /^SHELL must be one of/,
    /Did you mean bash\?/,
  );
});

Deno.test("parse() gives help wherever it is asked for before --", () => {
  assert.equal(parse(getCommand, ["--help"]), "help");
  assert.equal(parse(searchCommand, ["a", "-h"]), "help");
  assert.deepEqual(parsed(searchCommand, "--", "--help").arguments, ["--help"]);
});
