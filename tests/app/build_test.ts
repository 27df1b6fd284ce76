import assert from "node:assert/strict";
import { build } from "../../src/app/build.ts";
import { planBuild } from "../../src/app/build_plan.ts";
import { loadSettings } from "../../src/config/load_settings.ts";
import { Log } from "../../src/log.ts";
import { FakeEmbeddingsServer } from "../fixtures/fake_embeddings_server.ts";
import { withDocuments } from "../index/_small_index.ts";

/** Plans and builds `documents` with a model on a server, which keeps vectors. */
async function buildInto(
  folder: string,
  output: string,
  signal?: AbortSignal,
): Promise<string[]> {
  await using server = new FakeEmbeddingsServer();
  const said: string[] = [];
  const variables = new Map([["EMBEDDING_MODEL", `${server.url}#m`]]);
  const context = {
    env: { get: (name: string) => variables.get(name), set() {} },
    cwd: folder,
    log: new Log((line) => said.push(line), "INFO", (message) => message),
    announce: () => {},
  };
  const settings = loadSettings({ flags: {}, ...context });
  const request = { sources: ["documents"], output };
  const plan = await planBuild(request, settings, context);
  await build(plan, context, {}, signal).catch((error) => {
    said.push(`failed: ${error.message}`);
  });
  return said;
}

const PAGE = { "a.md": "# A\n\nWords.\n" };

Deno.test("build() that cannot write its index says so, and not that no vectors are there", () =>
  withDocuments(PAGE, async (folder) => {
    const [failed, ...more] = await buildInto(folder, "documents/a.md/x.index");
    assert.match(failed, /^failed: [^]*documents\/a\.md/);
    assert.doesNotMatch(failed, /\.vectors/);
    assert.deepEqual(more, []);
  }));

Deno.test("build() that is stopped leaves no index and throws the signal's reason", () =>
  withDocuments(PAGE, async (folder) => {
    const stopped = AbortSignal.abort(new Error("enough"));
    const said = await buildInto(folder, "x.index", stopped);
    assert.deepEqual(said, ["failed: enough"]);
    assert.throws(() => Deno.statSync(`${folder}/x.index`));
  }));
