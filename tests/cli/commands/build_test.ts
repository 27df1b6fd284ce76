import assert from "node:assert/strict";
import { withIndex } from "../_with_index.ts";

Deno.test("docs build says what it built and names what it skipped", () =>
  withIndex(async (folder, cli) => {
    const { code, stdout, stderr } = await cli(["build", "src", "--json"]);
    assert.equal(code, 0);
    const report = JSON.parse(stdout);
    assert.equal(report.index, `${folder}/.docs/index`);
    assert.equal(report.documents, 4);
    assert.deepEqual(
      report.skipped.map(({ path }: { path: string }) => path).sort(),
      ["empty.md", "picture.png"],
    );
    assert.match(stderr, /^docs: skipped picture\.png: unsupported: /m);
    assert.match(stderr, /^docs: skipped empty\.md: empty/m);
    const text = await cli(["build", "src"]);
    assert.match(
      text.stdout,
      /^4 documents, \d+ sections, \d+ passages; embedder static/,
    );
    assert.match(
      text.stdout,
      /2 skipped \(1 empty, 1 unsupported\)|2 skipped \(1 unsupported, 1 empty\)/,
    );
  }));

Deno.test("docs build --strict, an unknown model and zero documents leave the index as it was", () =>
  withIndex(async (folder, cli) => {
    const before = Deno.readFileSync(`${folder}/.docs/index`);
    const strict = await cli(["build", "src", "--strict", "--json"]);
    assert.equal(strict.code, 2);
    assert.equal(JSON.parse(strict.stdout).skipped.length, 2);
    const model = await cli(["build", "src"], {
      env: { EMBEDDING_MODEL: "no-such-model" },
    });
    assert.equal(model.code, 2);
    assert.match(model.stderr, /no-such-model[^]*static-ja-en-256/);
    const none = await cli(["build", "src", "--include", "*.nothing"]);
    assert.equal(none.code, 2);
    assert.match(none.stderr, /^docs: no documents/m);
    assert.deepEqual(Deno.readFileSync(`${folder}/.docs/index`), before);
    assert.deepEqual([...Deno.readDirSync(`${folder}/.docs`)].length, 1);
  }));

Deno.test("docs build stopped by the user leaves the index as it was, exit code 130", () =>
  withIndex(async (folder, cli) => {
    const before = Deno.readFileSync(`${folder}/.docs/index`);
    const ran = await cli(["build", "src"], { interrupt: (stop) => stop(130) });
    assert.equal(ran.code, 130);
    assert.deepEqual(Deno.readFileSync(`${folder}/.docs/index`), before);
    assert.deepEqual([...Deno.readDirSync(`${folder}/.docs`)].length, 1);
  }));

Deno.test("docs build --executable that fails leaves no index behind", () =>
  withIndex(async (folder, cli) => {
    Deno.mkdirSync(`${folder}/out`);
    const ran = await cli(["build", "src", "--executable", "out"]);
    assert.equal(ran.code, 2, ran.stderr);
    assert.deepEqual(
      [...Deno.readDirSync(folder)].map(({ name }) => name).sort(),
      [".docs", "out", "src"],
    );
  }));

Deno.test("docs build takes neither its output nor what lies beside it for a source", () =>
  withIndex(async (folder, cli) => {
    Deno.writeTextFileSync(`${folder}/src/out.1234.tmp`, "of another build");
    for (const _ of [1, 2]) {
      const ran = await cli([
        ...["build", "src", "-o", "src/out", "--strict"],
        ...["--exclude", "*.png,empty.md"],
      ]);
      assert.equal(ran.code, 0, ran.stderr);
    }
  }));

Deno.test("docs build --executable refuses to replace a file that is no program", () =>
  withIndex(async (folder, cli) => {
    Deno.writeTextFileSync(`${folder}/README`, "a user's text");
    const ran = await cli(["build", "src", "--executable", "README"]);
    assert.equal(ran.code, 2);
    assert.match(
      ran.stderr,
      /README exists already and is not a program that docs made/,
    );
    assert.equal(Deno.readTextFileSync(`${folder}/README`), "a user's text");
  }));

Deno.test("docs build keeps the permissions of an index that it replaces", {
  ignore: Deno.build.os === "windows",
}, () =>
  withIndex(async (folder, cli) => {
    const index = `${folder}/private.index`;
    await cli(["build", "src", "-o", index]);
    Deno.chmodSync(index, 0o600);
    await cli(["build", "src", "-o", index]);
    assert.equal(Deno.statSync(index).mode! & 0o777, 0o600);
  }));
