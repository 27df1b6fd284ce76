import assert from "node:assert/strict";
import { parseEnvFile } from "../../src/config/parse_env_file.ts";

const parse = (text: string) => Object.fromEntries(parseEnvFile(text, ".env"));

Deno.test("parseEnvFile() reads names, quotes, export and comments", () => {
  assert.deepEqual(
    parse(
      [
        "# settings",
        "A=1",
        "  export B = two words  # a comment",
        "C=a#b",
        "D=",
        "E= # nothing",
        "F='as $is \\n' # x",
        'G="one\\ntwo \\"q\\" \\$x \\\\ \\d"',
        'H="two',
        'lines"',
        "I=日本語",
        "J=x=y",
        "K=#b",
        "",
        "A=2",
      ].join("\n"),
    ),
    {
      A: "2",
      B: "two words",
      C: "a#b",
      D: "",
      E: "",
      F: "as $is \\n",
      G: 'one\ntwo "q" $x \\ \\d',
      H: "two\nlines",
      I: "日本語",
      J: "x=y",
      K: "#b",
    },
  );
});

Deno.test("parseEnvFile() reads CRLF files and a last line without a line break", () => {
  assert.deepEqual(parse("A=1\r\nB='x'\r\n\r\nC=3"), {
    A: "1",
    B: "x",
    C: "3",
  });
});

Deno.test("parseEnvFile() names the line of a syntax error", () => {
  const mistakes: [string, string][] = [
    ["A=1\nB", ".env:2: not a NAME=value line"],
    ["1A=1", ".env:1: not a NAME=value line"],
    ["A=1\n\nB='x\n", ".env:3: the quote of B is not closed"],
    ["A='x' y", ".env:1: text after the quoted value of A"],
  ];
  for (const [text, message] of mistakes) {
    assert.throws(() => parse(text), { name: "UserError", message });
  }
});
