import assert from "node:assert/strict";
import { loadSettings } from "../../src/config/load_settings.ts";
import { environment, inTemporaryFolder } from "./_temporary_folder.ts";

Deno.test("loadSettings() reads nothing from the current folder", async () => {
  await inTemporaryFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/docs.config.json`, '{"topK": 9}');
    Deno.writeTextFileSync(`${folder}/docs.json`, '{"minScore": 0.9}');
    Deno.writeTextFileSync(`${folder}/.env`, "TOP_K_RESULTS=9");
    const env = environment({ XDG_CONFIG_HOME: "." });
    const settings = loadSettings({ flags: {}, env, cwd: folder });
    assert.equal(settings.topK.value, undefined);
    assert.equal(settings.minScore.value, 0.5);
  });
});

Deno.test("loadSettings() reads the user's docs.config.json, or the one that --config names instead", async () => {
  await inTemporaryFolder((folder) => {
    Deno.mkdirSync(`${folder}/docs`);
    Deno.writeTextFileSync(`${folder}/docs/docs.config.json`, '{"topK": 9}');
    Deno.writeTextFileSync(`${folder}/mine.json`, '{"minScore": 0.2}');
    const env = environment({ XDG_CONFIG_HOME: folder });
    const own = loadSettings({ flags: {}, env, cwd: folder });
    assert.equal(own.topK.value, 9);
    const named = loadSettings({
      flags: { config: "mine.json" },
      env,
      cwd: folder,
    });
    assert.equal(named.topK.value, undefined);
    assert.equal(named.minScore.value, 0.2);
    assert.throws(
      () => loadSettings({ flags: { config: "no.json" }, env, cwd: folder }),
      {
        name: "UserError",
        message: `there is no file ${folder}/no.json (--config)`,
      },
    );
  });
});

Deno.test("loadSettings() sets the variables of --env-file that are not set", async () => {
  await inTemporaryFolder((folder) => {
    Deno.writeTextFileSync(
      `${folder}/.env`,
      "TOP_K_RESULTS=9\nMIN_SCORE=0.9\nX_KEY=k\n",
    );
    const env = environment({ MIN_SCORE: "0.1" });
    const flags = { "env-file": ".env" };
    const settings = loadSettings({ flags, env, cwd: folder });
    assert.equal(
      settings.topK.origin,
      `environment TOP_K_RESULTS (${folder}/.env)`,
    );
    assert.equal(settings.minScore.origin, "environment MIN_SCORE");
    assert.equal(env.get("X_KEY"), "k");
    Deno.writeTextFileSync(`${folder}/.env`, "TOP_K_RESULTS=many");
    assert.throws(
      () => loadSettings({ flags, env: environment(), cwd: folder }),
      { message: /^TOP_K_RESULTS in .*\.env must be a whole number/ },
    );
    assert.throws(
      () => loadSettings({ flags: { "env-file": "no" }, env, cwd: folder }),
      { message: `there is no file ${folder}/no (--env-file)` },
    );
  });
});
