import assert from "node:assert/strict";
import { fixture } from "../_fixture.ts";

Deno.test("ownStdio() leaves stdout to the protocol, whoever prints", async () => {
  const { command, args } = fixture("noisy_server.ts");
  const child = new Deno.Command(command, {
    args,
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
