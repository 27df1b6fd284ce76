import assert from "node:assert/strict";
import {
  checkExecutable,
  makeExecutable,
} from "../../src/artifact/make_executable.ts";
import { openPayload } from "../../src/artifact/payload.ts";
import { fileRegion } from "../../src/files/region.ts";
import { payloadStart } from "../../src/artifact/carried.ts";
import { UserError } from "../../src/user_error.ts";
import { bytesOf, concat, elf, withFolder } from "./_elf.ts";

Deno.test("makeExecutable() keeps the base's assets and replaces its index", () =>
  withFolder((folder) => {
    const base = `${folder}/base`, index = `${folder}/index`;
    Deno.writeFileSync(base, concat(elf(bytesOf("code")), bytesOf("rest")));
    const parts = (file: string) => {
      const region = fileRegion(file);
      const payload = openPayload(region, payloadStart(region)!)!;
      region.close();
      return payload.parts.map((part) => [part.name, part.length]);
    };
    Deno.writeTextFileSync(index, "one");
    const made = makeExecutable(index, `${folder}/1`, base);
    assert.deepEqual(made, { path: `${folder}/1`, form: "compiled" });
    Deno.writeTextFileSync(index, "three");
    makeExecutable(index, `${folder}/2`, `${folder}/1`);
    // The last part says that the index is of a user's documents.
    assert.deepEqual(parts(`${folder}/1`), [["index", 3], ["documents", 1]]);
    assert.deepEqual(parts(`${folder}/2`), [["index", 5], ["documents", 1]]);
  }));

Deno.test("makeExecutable() puts the index beside a program that cannot be changed", () =>
  withFolder((folder) => {
    const base = `${folder}/base`, index = `${folder}/index`;
    const out = `${folder}/out`;
    // The first bytes of a macOS program.
    const program = concat(
      new Uint8Array([0xcf, 0xfa, 0xed, 0xfe]),
      new Uint8Array(20_000).fill(7),
    );
    Deno.writeFileSync(base, program, { mode: 0o755 });
    Deno.writeTextFileSync(index, "an index");
    assert.deepEqual(makeExecutable(index, out, base), {
      path: out,
      form: "compiled",
      beside: `${out}.index`,
    });
    assert.deepEqual(Deno.readFileSync(out), program);
    assert.equal(Deno.readTextFileSync(`${out}.index`), "an index");
  }));

Deno.test("checkExecutable() refuses what makeExecutable() would, before any work", () =>
  withFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/index`, "an index");
    Deno.writeFileSync(`${folder}/base`, elf(bytesOf("code")));
    for (const out of [folder, `${folder}/none/out`, Deno.execPath()]) {
      assert.throws(() => checkExecutable(out), UserError);
      assert.throws(
        () => makeExecutable(`${folder}/index`, out, `${folder}/base`),
        UserError,
      );
    }
  }));
