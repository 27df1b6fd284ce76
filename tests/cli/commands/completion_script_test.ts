import assert from "node:assert/strict";
import { completionScript } from "../../../src/cli/commands/completion_script.ts";
import { commands } from "../../../src/cli/table.ts";

const decoder = new TextDecoder();

/** Whether a program is there to try a script with. */
function has(program: string): boolean {
  try {
    return new Deno.Command(program, {
      args: ["--version"],
      stdout: "null",
      stderr: "null",
    }).outputSync().success;
  } catch {
    return false;
  }
}

/** Runs a script in a shell and gives what it prints. */
function shell(program: string, args: string[], script: string): string {
  const path = Deno.makeTempFileSync();
  try {
    Deno.writeTextFileSync(path, script);
    const { code, stdout, stderr } = new Deno.Command(program, {
      args: [...args, path],
    }).outputSync();
    assert.equal(code, 0, decoder.decode(stderr));
    assert.equal(decoder.decode(stderr), "");
    return decoder.decode(stdout);
  } finally {
    Deno.removeSync(path);
  }
}

/** What bash offers for a line whose last word is being typed. */
function bashOffers(...words: string[]): string[] {
  const quoted = words.map((word) => `'${word}'`).join(" ");
  return shell(
    "bash",
    [],
    `${completionScript("bash", commands)}
COMP_WORDS=(docs ${quoted}); COMP_CWORD=${words.length}
_docs; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ).trim().split("\n").filter((line) => line !== "");
}

Deno.test({
  name:
    "completionScript() for bash is bash, and completes commands, flags and shells",
  ignore: !has("bash"),
  fn() {
    shell("bash", ["-n"], completionScript("bash", commands));
    assert.deepEqual(bashOffers("sea"), ["search"]);
    assert.deepEqual(bashOffers("--v"), ["--version"]);
    assert.deepEqual(bashOffers("search", "--st"), ["--stdin"]);
    assert.deepEqual(bashOffers("search", "x", "--i"), [
      "--in",
      "--in-place",
      "--index",
    ]);
    assert.deepEqual(bashOffers("completions", "z"), ["zsh"]);
    assert.deepEqual(bashOffers("help", "bu"), ["build"]);
    // Nothing of ours: bash offers files.
    assert.deepEqual(bashOffers("build", ""), []);
    assert.deepEqual(bashOffers("build", "-o", ""), []);
    assert.deepEqual(bashOffers("search", "--", "--st"), []);
    assert.ok(bashOffers("build", "-").includes("--executable"));
  },
});

Deno.test({
  name: "completionScript() for zsh is zsh",
  ignore: !has("zsh"),
  fn: () => void shell("zsh", ["-n"], completionScript("zsh", commands)),
});

Deno.test({
  name: "completionScript() for fish is fish",
  ignore: !has("fish"),
  fn: () => void shell("fish", ["-n"], completionScript("fish", commands)),
});

Deno.test("completionScript() offers every command and flag in every shell", () => {
  for (const name of ["bash", "zsh", "fish", "powershell"] as const) {
    const script = completionScript(name, commands);
    for (const command of commands) {
      assert.ok(script.includes(command.name), `${name}: ${command.name}`);
      for (const flag of command.flags) {
        const typed = name === "fish" ? `-l ${flag.name}` : `--${flag.name}`;
        assert.ok(script.includes(typed), `${name}: ${typed}`);
      }
    }
  }
});

Deno.test("completionScript() for powershell keeps quotes balanced", () => {
  const script = completionScript("powershell", commands);
  assert.equal(script.replaceAll("''", "").split("'").length % 2, 1);
  for (const [open, close] of ["()", "{}", "[]"]) {
    const text = script.replace(/'(?:[^']|'')*'/g, "");
    assert.equal(text.split(open).length, text.split(close).length);
  }
});
