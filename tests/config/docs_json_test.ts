import assert from "node:assert/strict";
import { readDocsJson, restrictSettings } from "../../src/config/docs_json.ts";
import { resolveSettings } from "../../src/config/settings.ts";
import { environment, inTemporaryFolder } from "./_temporary_folder.ts";

function inFolderWith(text: string, test: (folder: string) => void) {
  return inTemporaryFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/docs.json`, text);
    test(folder);
  });
}

Deno.test("readDocsJson() reads the keys that describe and restrict", async () => {
  await inTemporaryFolder((folder) => {
    assert.equal(readDocsJson(folder), undefined);
    assert.equal(readDocsJson(`${folder}/gone`), undefined);
  });
  const text = JSON.stringify({
    sources: ["guide", "api.jsonl"],
    include: "*.md",
    exclude: ["/drafts", "**/old/**"],
    url_base: "https://example.com/",
    offline: true,
    minScore: 0.4,
  });
  await inFolderWith(text, (folder) => {
    assert.deepEqual(readDocsJson(folder), {
      path: `${folder}/docs.json`,
      sources: [`${folder}/guide`, `${folder}/api.jsonl`],
      include: ["*.md"],
      exclude: ["/drafts", "**/old/**"],
      urlBase: "https://example.com/",
      offline: true,
      minScore: 0.4,
    });
  });
});

Deno.test("readDocsJson() refuses commands, hosts, models and keys (bug B13)", async () => {
  const keys = [
    "command",
    "update",
    "host",
    "model",
    "key",
    "apiKey",
    "token",
    "header",
    "index",
    "embeddingModel",
    "__proto__",
    "constructor",
    "path",
  ];
  for (const key of keys) {
    await inFolderWith(`{\n  "${key}": "touch pwned"\n}`, (folder) => {
      assert.throws(() => readDocsJson(folder), {
        name: "UserError",
        message: `${folder}/docs.json:2:3: "${key}" may not be in a docs.json`,
        next: /may hold sources, include, exclude, urlBase, offline, minScore/,
      });
    });
  }
});

Deno.test("readDocsJson() refuses every path outside its folder", async () => {
  for (
    const source of ["..", "/etc", "a/../../b", "C:\\x", "\\\\srv\\x", "~/x"]
  ) {
    for (const key of ["sources", "include", "exclude"]) {
      if (key !== "sources" && source === "/etc") continue; // tied to the root
      await inFolderWith(JSON.stringify({ [key]: [source] }), (folder) => {
        assert.throws(() => readDocsJson(folder), /outside the folder/);
      });
    }
  }
});

Deno.test({
  name: "readDocsJson() refuses a source that is a link to elsewhere",
  ignore: Deno.build.os === "windows",
  fn: () =>
    inFolderWith('{"sources": ["out", "in"]}', (folder) => {
      Deno.mkdirSync(`${folder}/real`);
      Deno.symlinkSync(`${folder}/real`, `${folder}/in`);
      Deno.symlinkSync("/", `${folder}/out`);
      assert.throws(() => readDocsJson(folder), /names out, which is outside/);
    }),
});

Deno.test("readDocsJson() can forbid but not allow", async () => {
  await inFolderWith('{"offline": false}', (folder) => {
    assert.throws(() => readDocsJson(folder), /must be true/);
  });
});

Deno.test("readDocsJson() ignores another program's file and says so", async () => {
  const text = '{"$schema": "https://example.com/docs.json", "theme": "x"}';
  await inFolderWith(text, (folder) => {
    const notices: string[] = [];
    assert.equal(readDocsJson(folder, (one) => notices.push(one)), undefined);
    assert.match(notices[0], /belongs to another program/);
  });
});

const settingsOf = (flags = {}, variables = {}) =>
  resolveSettings({ flags, env: environment(variables), cwd: "/here" });

Deno.test("restrictSettings() raises the minimum score but not over a flag, and never lowers it", () => {
  const docsJson = { path: "/d/docs.json", minScore: 0.7 };
  const minScore = (flags = {}, variables = {}) => {
    const settings = restrictSettings(settingsOf(flags, variables), docsJson);
    return [settings.minScore.value, settings.minScore.origin];
  };
  assert.deepEqual(minScore(), [0.7, "docs.json /d/docs.json"]);
  assert.deepEqual(minScore({}, { MIN_SCORE: "0.1" }), [
    0.7,
    "docs.json /d/docs.json",
  ]);
  assert.deepEqual(minScore({}, { MIN_SCORE: "0.8" }), [
    0.8,
    "environment MIN_SCORE",
  ]);
  assert.deepEqual(minScore({ "min-score": 0 }), [0, "flag --min-score"]);
});

Deno.test("restrictSettings() turns offline on and fills in descriptions that were not set", () => {
  const docsJson = {
    path: "/d/docs.json",
    offline: true as const,
    urlBase: "/base",
    include: ["*.md"],
  };
  const settings = restrictSettings(
    settingsOf({ include: ["*.txt"] }, { DOCS_OFFLINE: "0" }),
    docsJson,
  );
  assert.equal(settings.offline.value, true);
  assert.equal(settings.urlBase.value, "/base");
  assert.deepEqual(settings.include.value, ["*.txt"]);
  assert.equal(restrictSettings(settings, undefined), settings);
});
