import assert from "node:assert/strict";
import { chooseOutput, planSources } from "../../src/app/build_plan.ts";
import { resolveSettings } from "../../src/config/settings.ts";
import { environment, inTemporaryFolder } from "../config/_temporary_folder.ts";

function settings(cwd: string, flags = {}) {
  return resolveSettings({ flags, env: environment(), cwd });
}

function plan(given: string[], cwd: string, flags = {}) {
  return planSources(given, settings(cwd, flags), cwd, () => {});
}

Deno.test("planSources() has no silent default folder (bug B8)", async () => {
  await inTemporaryFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/a.md`, "# A");
    assert.throws(() => plan([], folder), {
      name: "UserError",
      message: "docs build needs a SOURCE",
    });
    Deno.writeTextFileSync(`${folder}/docs.json`, '{"urlBase": "/x"}');
    assert.throws(() => plan([], folder), /needs a SOURCE/);
    assert.throws(() => plan([""], folder), /name of a SOURCE is empty/);
    assert.throws(() => plan(["gone"], folder), /does not exist/);
  });
});

Deno.test("planSources() takes the sources of a docs.json relative to its folder, which is the root", async () => {
  await inTemporaryFolder((folder) => {
    Deno.mkdirSync(`${folder}/site/guide`, { recursive: true });
    Deno.writeTextFileSync(
      `${folder}/site/docs.json`,
      '{"sources": ["guide"], "urlBase": "/x", "exclude": ["drafts"]}',
    );
    for (
      const [given, cwd] of [
        [[], `${folder}/site`],
        [["."], `${folder}/site`],
        [["site/"], folder],
      ] as const
    ) {
      const { sources, root, settings } = plan([...given], cwd);
      assert.deepEqual(sources, [`${folder}/site/guide`]);
      assert.equal(root, `${folder}/site`);
      assert.equal(settings.urlBase.value, "/x");
      assert.deepEqual(settings.exclude.value, ["drafts"]);
    }
    const flags = { exclude: ["old"] };
    assert.deepEqual(plan(["site"], folder, flags).settings.exclude.value, [
      "old",
    ]);
  });
});

Deno.test("planSources() takes several SOURCEs as they are", async () => {
  await inTemporaryFolder((folder) => {
    Deno.mkdirSync(`${folder}/a`);
    Deno.mkdirSync(`${folder}/b`);
    Deno.writeTextFileSync(
      `${folder}/docs.json`,
      '{"sources": ["a"], "urlBase": "/x"}',
    );
    const { sources, root, settings } = plan(["a", "b"], folder);
    assert.deepEqual(sources, [`${folder}/a`, `${folder}/b`]);
    assert.equal(root, folder);
    assert.equal(settings.urlBase.value, "/x");
  });
});

Deno.test("chooseOutput() does not overwrite a file that is plainly no index", async () => {
  await inTemporaryFolder((folder) => {
    const choose = (flag?: string) =>
      chooseOutput(flag, settings(folder), folder);
    Deno.writeTextFileSync(`${folder}/README.md`, "# Mine");
    Deno.writeTextFileSync(`${folder}/empty`, "");
    Deno.writeTextFileSync(`${folder}/broken.index`, "xx");
    Deno.writeTextFileSync(`${folder}/old`, "DOCSIDX1 and more");
    assert.throws(
      () => choose("README.md"),
      /README\.md exists and is not an index/,
    );
    for (const name of ["empty", "broken.index", "old", "new"]) {
      assert.equal(choose(name), `${folder}/${name}`);
    }
    assert.equal(choose(), `${folder}/.docs/index`);
  });
});
