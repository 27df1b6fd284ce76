import assert from "node:assert/strict";
import {
  readConfigFile,
  userConfigPath,
} from "../../src/config/config_file.ts";
import { environment, inTemporaryFolder } from "./_temporary_folder.ts";

Deno.test("userConfigPath() is the user's folder on every system", () => {
  const path = (variables: Record<string, string>, windows: boolean) =>
    userConfigPath(environment(variables), windows);
  assert.equal(path({ HOME: "/h" }, false), "/h/.config/docs/docs.config.json");
  assert.equal(
    path({ HOME: "/h", XDG_CONFIG_HOME: "/x" }, false),
    "/x/docs/docs.config.json",
  );
  assert.equal(
    path({ APPDATA: "C:\\Users\\me\\AppData" }, true),
    "C:\\Users\\me\\AppData\\docs\\docs.config.json",
  );
  assert.equal(path({}, false), undefined);
  assert.equal(path({}, true), undefined);
});

Deno.test("userConfigPath() is never under the current folder", () => {
  const variables = { HOME: ".", XDG_CONFIG_HOME: "conf", APPDATA: "conf" };
  assert.equal(userConfigPath(environment(variables), false), undefined);
  assert.equal(userConfigPath(environment(variables), true), undefined);
});

Deno.test("readConfigFile() accepts both spellings of a key, and lists the known keys for an unknown one", async () => {
  await inTemporaryFolder((folder) => {
    const path = `${folder}/docs.config.json`;
    assert.equal(readConfigFile(path), undefined);
    Deno.writeTextFileSync(path, '\ufeff{"url_base": "/d", "topK": 3}');
    const config = readConfigFile(path)!;
    assert.deepEqual([...config.values], [["urlBase", "/d"], ["topK", 3]]);
    assert.equal(config.folder, folder);
    Deno.writeTextFileSync(path, '{\n "topk": 3}');
    assert.throws(() => readConfigFile(path), {
      message: `${path}:2:2: unknown setting "topk"`,
      next: /^Known settings: index, .*topK/,
    });
    Deno.writeTextFileSync(path, '{"topK": 3, "top_k": 4}');
    assert.throws(() => readConfigFile(path), /is there twice/);
  });
});

Deno.test("readConfigFile() reports a file that is not UTF-8", async () => {
  await inTemporaryFolder((folder) => {
    const path = `${folder}/docs.config.json`;
    Deno.writeFileSync(path, new Uint8Array([0x7b, 0xff, 0x7d]));
    assert.throws(() => readConfigFile(path), /is not UTF-8 text/);
  });
});
