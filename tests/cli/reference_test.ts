import assert from "node:assert/strict";
import { reference } from "../../src/cli/reference.ts";
import { commands } from "../../src/cli/table.ts";

Deno.test("reference() has every command and flag", () => {
  const text = reference();
  for (const { name, flags } of commands) {
    assert.ok(text.includes(`\n## docs ${name}\n`), name);
    for (const flag of flags) assert.ok(text.includes(`--${flag.name}`));
  }
});

Deno.test("reference() is Markdown that deno fmt leaves alone", async () => {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--check", "--ext", "md", "-"],
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(reference()));
  await writer.close();
  assert.equal((await child.status).code, 0);
});

Deno.test("docs/commands.md is the reference that the table yields", () => {
  const page = new URL("../../docs/commands.md", import.meta.url);
  assert.equal(
    Deno.readTextFileSync(page),
    reference(),
    "run: deno task reference",
  );
});
