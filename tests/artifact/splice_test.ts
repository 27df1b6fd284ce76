import assert from "node:assert/strict";
import { elfImageEnd } from "../../src/artifact/elf_image.ts";
import { openPayload } from "../../src/artifact/payload.ts";
import { fileRegion, memoryRegion } from "../../src/files/region.ts";
import { splice } from "../../src/artifact/splice.ts";
import { UserError } from "../../src/user_error.ts";
import { bytesOf, concat, elf, withFolder } from "./_elf.ts";

const linuxLike = Deno.build.os !== "windows";
const image = elf(bytesOf("x".repeat(5000)));
const denoSection = bytesOf("d3n0l4nd, and what it needs");

const part = (name: string, text: string) => ({
  name,
  region: memoryRegion(bytesOf(text)),
});

function partsOf(path: string): Record<string, string> {
  const region = fileRegion(path);
  try {
    const payload = openPayload(region, elfImageEnd(region)!);
    return Object.fromEntries((payload?.parts ?? []).map((p) => [
      p.name,
      new TextDecoder().decode(region.read(p.offset, p.length)),
    ]));
  } finally {
    region.close();
  }
}

Deno.test("splice() puts the payload between the image and Deno's section", () =>
  withFolder((folder) => {
    const base = `${folder}/base`, out = `${folder}/out`;
    Deno.writeFileSync(base, concat(image, denoSection), { mode: 0o640 });
    splice(base, [part("index", "first"), part("b", "bb")], out);
    const bytes = Deno.readFileSync(out);
    assert.deepEqual(bytes.subarray(0, image.length), image);
    assert.deepEqual(bytes.slice(-denoSection.length), denoSection);
    assert.deepEqual(partsOf(out), { index: "first", b: "bb" });
    // Who may read it may run it.
    if (linuxLike) assert.equal(Deno.statSync(out).mode! & 0o777, 0o750);
    assert.deepEqual([...Deno.readDirSync(folder)].length, 2);
  }));

Deno.test("splice() replaces an existing payload", () =>
  withFolder((folder) => {
    const base = `${folder}/base`, out = `${folder}/out`;
    Deno.writeFileSync(base, concat(image, denoSection));
    splice(base, [part("index", "first"), part("b", "bb")], out);
    splice(out, [part("index", "a longer second one")], `${folder}/second`);
    assert.deepEqual(partsOf(`${folder}/second`), {
      index: "a longer second one",
    });
    // Onto itself, and back to what it was.
    splice(out, [part("index", "first"), part("b", "bb")], `${folder}/second`);
    assert.deepEqual(
      Deno.readFileSync(`${folder}/second`),
      Deno.readFileSync(out),
    );
    splice(out, [part("index", "third")], out);
    assert.deepEqual(partsOf(out), { index: "third" });
  }));

Deno.test("splice() supports executables whose Deno section is part of the image", () =>
  withFolder((folder) => {
    Deno.writeFileSync(`${folder}/base`, image);
    splice(`${folder}/base`, [part("index", "at the end")], `${folder}/out`);
    assert.deepEqual(partsOf(`${folder}/out`), { index: "at the end" });
  }));

Deno.test("splice() refuses the running file, also under another name", () =>
  withFolder((folder) => {
    Deno.writeFileSync(`${folder}/base`, image);
    Deno.symlinkSync(Deno.execPath(), `${folder}/link`);
    for (const out of [Deno.execPath(), `${folder}/link`]) {
      assert.throws(
        () => splice(`${folder}/base`, [], out),
        (error) =>
          error instanceof UserError && error.message.includes("is running"),
      );
    }
  }));

Deno.test("splice() refuses an impossible output, and leaves the existing file unchanged", () =>
  withFolder((folder) => {
    const base = `${folder}/base`, out = `${folder}/out`;
    Deno.writeFileSync(base, image);
    Deno.writeTextFileSync(`${folder}/text`, "#!/bin/sh\n".padEnd(100));
    Deno.writeTextFileSync(out, "before");
    const cases: [string, string, RegExp][] = [
      [`${folder}/text`, out, /not a Linux executable/],
      [base, folder, /is a folder/],
      [base, `${folder}/none/out`, /There is no folder/],
    ];
    for (const [from, to, message] of cases) {
      assert.throws(
        () => splice(from, [part("index", "x")], to),
        (error) => error instanceof UserError && message.test(error.message),
      );
    }
    const broken = part("index", "x");
    broken.region = { ...broken.region, size: 100 };
    assert.throws(() => splice(base, [broken], out));
    assert.equal(Deno.readTextFileSync(out), "before");
    assert.equal([...Deno.readDirSync(folder)].length, 3);
  }));
