import assert from "node:assert/strict";
import {
  defaultOutput,
  locateIndex,
  noIndex,
} from "../../src/config/locate_index.ts";
import type { ConfigFile } from "../../src/config/config_file.ts";
import { resolveSettings } from "../../src/config/settings.ts";
import { environment, inTemporaryFolder } from "./_temporary_folder.ts";

Deno.test("locateIndex() takes --index, then DOCS_INDEX, then VECTOR_STORE_PATH, then .docs/index upward", async () => {
  await inTemporaryFolder((folder) => {
    const cwd = `${folder}/a/b`;
    Deno.mkdirSync(cwd, { recursive: true });
    Deno.mkdirSync(`${folder}/.docs`);
    Deno.mkdirSync(`${folder}/a/.docs/index`, { recursive: true }); // a folder: passed over
    for (
      const name of ["one", "two", "api_docs.index", "x.index", ".docs/index"]
    ) {
      Deno.writeTextFileSync(`${folder}/${name}`, "");
    }
    const locate = (flags: Record<string, unknown>, variables = {}) => {
      const env = environment(variables);
      return locateIndex(resolveSettings({ flags, env, cwd }), cwd);
    };
    const store = { VECTOR_STORE_PATH: folder };
    const both = { ...store, DOCS_INDEX: `${folder}/two` };
    assert.deepEqual(locate({ index: "../../one" }, both), {
      path: `${folder}/one`,
      from: "flag --index",
    });
    assert.deepEqual(locate({}, both), {
      path: `${folder}/two`,
      from: "environment DOCS_INDEX",
    });
    assert.deepEqual(locate({}, store), {
      path: `${folder}/api_docs.index`,
      from: "environment VECTOR_STORE_PATH",
    });
    assert.equal(
      locate({}, { ...store, COLLECTION_NAME: "x" })?.path,
      `${folder}/x.index`,
    );
    assert.equal(locate({})?.path, `${folder}/.docs/index`);
  });
});

Deno.test("locateIndex() lets VECTOR_STORE_PATH win over an index in docs.config.json", async () => {
  await inTemporaryFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/api_docs.index`, "");
    Deno.writeTextFileSync(`${folder}/mine`, "");
    const config: ConfigFile = {
      path: `${folder}/docs.config.json`,
      folder,
      values: new Map([["index", "mine"]]),
      where: () => "",
    };
    const locate = (variables: Record<string, string>) =>
      locateIndex(
        resolveSettings({
          flags: {},
          env: environment(variables),
          config,
          cwd: folder,
        }),
        folder,
      );
    assert.equal(locate({})?.path, `${folder}/mine`);
    assert.equal(
      locate({ VECTOR_STORE_PATH: folder })?.path,
      `${folder}/api_docs.index`,
    );
  });
});

Deno.test("locateIndex() does not fall back to another index when the named one is missing", async () => {
  await inTemporaryFolder((folder) => {
    Deno.mkdirSync(`${folder}/.docs`);
    Deno.writeTextFileSync(`${folder}/.docs/index`, "");
    const locate = (flags: Record<string, unknown>, variables = {}) =>
      locateIndex(
        resolveSettings({ flags, env: environment(variables), cwd: folder }),
        folder,
      );
    assert.throws(() => locate({ index: "gone" }), {
      name: "UserError",
      message: `no index at ${folder}/gone (flag --index)`,
      next: `Build one: docs build FOLDER -o ${folder}/gone`,
    });
    assert.throws(() => locate({ index: ".docs" }), /a folder, not an index/);
    assert.throws(
      () => locate({}, { VECTOR_STORE_PATH: "v" }),
      /no index at .*v\/api_docs\.index/,
    );
  });
});

Deno.test("defaultOutput() is .docs/index here, or in the store when there is one", () => {
  const output = (variables: Record<string, string>) =>
    defaultOutput(
      resolveSettings({ flags: {}, env: environment(variables), cwd: "/here" }),
      "/here",
    ).path;
  assert.equal(output({ DOCS_INDEX: "/other" }), "/here/.docs/index");
  assert.equal(
    output({ VECTOR_STORE_PATH: "./vector_store" }),
    "/here/vector_store/api_docs.index",
  );
});

Deno.test("locateIndex() is undefined when carried is named", async () => {
  await inTemporaryFolder((cwd) => {
    Deno.mkdirSync(`${cwd}/.docs`);
    Deno.writeTextFileSync(`${cwd}/.docs/index`, "");
    Deno.writeTextFileSync(`${cwd}/carried`, "");
    const settings = (flags: Record<string, unknown>, variables = {}) =>
      resolveSettings({ flags, env: environment(variables), cwd });
    const own = settings({ index: "carried" }, {
      DOCS_INDEX: `${cwd}/.docs/index`,
    });
    assert.equal(locateIndex(own, cwd), undefined);
    assert.match(
      noIndex(own, cwd).message,
      /carries no index \(flag --index\)/,
    );
    assert.equal(
      locateIndex(settings({ index: "./carried" }), cwd)?.path,
      `${cwd}/carried`,
    );
    assert.equal(
      locateIndex(settings({}, { DOCS_INDEX: "carried" }), cwd),
      undefined,
    );
  });
});
