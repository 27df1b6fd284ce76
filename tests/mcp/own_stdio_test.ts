import assert from "node:assert/strict";
import { join } from "node:path";

Deno.test("ownStdio() leaves stdout to the protocol, whoever prints", async () => {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A"],
      join(import.meta.dirname!, "../fixtures/noisy_server.ts"),
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode("hello\n"));
  await writer.close();
  const { stdout, stderr } = await child.output();
  const said = new TextDecoder().decode(stderr);
  assert.equal(new TextDecoder().decode(stdout), "HELLO\n", said);
  for (
    const way of [
      "console.log",
      "console.info",
      "Deno.stdout.writeSync",
      "Deno.stdout.write",
      "Deno.stdout.writable",
      "node:process",
      "globalThis.process",
      "node:console",
    ]
  ) assert.ok(said.includes(`${way}\n`), way);
});
