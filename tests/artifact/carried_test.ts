import assert from "node:assert/strict";
import { asset, carriedIndex } from "../../src/artifact/carried.ts";
import { form } from "../../src/running.ts";
import { runningFiles } from "../../src/running.ts";
import { verifyCarried } from "../../src/artifact/verify_carried.ts";

Deno.test("form() is source when run from source, which carries no index", () => {
  assert.equal(form(), "source");
  assert.equal(carriedIndex(), undefined);
  assert.deepEqual(verifyCarried(), []);
  assert.deepEqual(runningFiles(), [Deno.execPath()]);
});

Deno.test("asset() reads the tables of the source tree when run from source", () => {
  const table = asset("static-ja-en-256.bin");
  assert.equal(table.size, 9_619_236);
  table.close();
  const tokenizer = asset("tokenizer-ja-en.bin");
  assert.equal(tokenizer.size, 589_880);
  tokenizer.close();
});

Deno.test("DOCS_SELF is removed from the environment, and DENO_DIR restored", async () => {
  const module = new URL("../../src/running.ts", import.meta.url);
  const script = `import { form, programFile } from ${JSON.stringify(module)};
    const names = ["DOCS_SELF", "DOCS_DENO_DIR", "DENO_DIR"];
    console.log(JSON.stringify([form(), programFile(),
      names.map((name) => Deno.env.get(name) ?? null)]));`;
  const run = async (env: Record<string, string>) => {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", "--no-config", script],
      env: { DENO_DIR: Deno.env.get("DENO_DIR") ?? "", ...env },
    }).output();
    return JSON.parse(new TextDecoder().decode(stdout));
  };
  assert.deepEqual(
    await run({ DOCS_SELF: "/x/docs", DOCS_DENO_DIR: "/own" }),
    ["self-extracting", "/x/docs", [null, null, "/own"]],
  );
  const [form0, file, [, , denoDir]] = await run({ DOCS_SELF: "/x/docs" });
  assert.deepEqual([form0, file, denoDir], [
    "self-extracting",
    "/x/docs",
    null,
  ]);
});
