import assert from "node:assert/strict";
import { commandHelp, overview } from "../../src/cli/help.ts";
import { type Loaders, loaders } from "../../src/cli/loaders.ts";
import { commands } from "../../src/cli/table.ts";
import { parse } from "../../src/cli/parse.ts";
import { displayWidth } from "../../src/cli/terminal/width.ts";

Deno.test("commands: each has a file, and its names are one of a kind", () => {
  assert.deepEqual(Object.keys(loaders), commands.map(({ name }) => name));
  for (const { flags, name } of commands) {
    const names = flags.flatMap((
      flag,
    ) => [flag.name, "short" in flag ? flag.short : flag.name + "!"]);
    assert.equal(new Set(names).size, names.length, name);
    for (const flag of flags) {
      assert.equal(flag.kind === "switch", !flag.value, flag.name);
      assert.ok(!flag.help.endsWith("."), flag.name);
    }
  }
});

Deno.test("loaders: one too few, too many or misspelt does not type-check", () => {
  const { version, ...others } = loaders;
  // @ts-expect-error -- one is missing
  const few: Loaders = others;
  // @ts-expect-error -- there is no such command
  const many: Loaders = { ...loaders, serach: loaders.search };
  const some: Partial<Loaders> = { version };
  // @ts-expect-error -- a part has no other names, either
  const wrong: Partial<Loaders> = { versoin: version };
  assert.ok(few && many && some && wrong);
});

Deno.test("commandHelp() names every flag, within the width", () => {
  for (const command of commands) {
    const text = commandHelp(command, 80);
    for (const flag of command.flags) {
      assert.ok(text.includes(`--${flag.name}`));
    }
    for (const line of text.split("\n")) {
      if (!line.startsWith("  docs ")) {
        assert.ok(displayWidth(line) <= 80, line);
      }
    }
  }
});

Deno.test("examples of the table are command lines that parse", () => {
  for (const command of commands) {
    assert.ok(command.examples.length > 0);
    for (const { run } of command.examples) {
      const [program, name, ...argv] = run.replace(/ [<>].*$/, "").split(" ")
        .map((word) => word.replace(/^'(.*)'$/, "$1"));
      assert.deepEqual([program, name], ["docs", command.name]);
      assert.notEqual(parse(command, argv), "help");
    }
  }
});

Deno.test("overview() names every command", () => {
  for (const { name } of commands) {
    assert.match(overview(80), new RegExp(`^  ${name} `, "m"));
  }
});
