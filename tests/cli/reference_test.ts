import assert from "node:assert/strict";
import { markers, reference, withReference } from "../../src/cli/reference.ts";
import { commands } from "../../src/cli/table.ts";

Deno.test("reference() has every command and flag", () => {
  const text = reference();
  for (const { name, flags } of commands) {
    assert.ok(text.includes(`### docs ${name}\n`));
    for (const flag of flags) assert.ok(text.includes(`--${flag.name}`));
  }
});

Deno.test("withReference() changes what is between the markers and nothing else", () => {
  const [begin, end] = markers;
  const once = withReference(`# A\n${begin}\nold\n${end}\n# B\n`);
  assert.ok(once.startsWith(`# A\n${begin}\n\n### docs build\n`));
  assert.ok(once.endsWith(`\n${end}\n# B\n`));
  assert.equal(withReference(once), once);
  assert.throws(() => withReference("# A\n"), /lacks/);
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

Deno.test("README.md has the reference that the table yields", () => {
  const path = new URL("../../README.md", import.meta.url);
  let readme: string;
  try {
    readme = Deno.readTextFileSync(path);
  } catch {
    return; // Not written yet.
  }
  assert.equal(
    withReference(readme),
    readme,
    "run: deno run -RW src/cli/reference.ts --write",
  );
});
