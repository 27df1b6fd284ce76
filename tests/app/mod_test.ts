import assert from "node:assert/strict";
import {
  AnswerMeans,
  ask,
  build,
  LiveIndex,
  loadSettings,
  LocatedIndexSource,
  Log,
  openLocatedIndex,
  planBuild,
  SearcherFactory,
  status,
} from "../../src/app/mod.ts";
import { denoRun } from "../_fixture.ts";

const MOD = new URL("../../src/app/mod.ts", import.meta.url);

/** Runs a test in a folder with two documents, and what programs hand in. */
async function inFolder(
  test: (
    world: {
      folder: string;
      context: ReturnType<typeof contextIn>;
      settings: ReturnType<typeof loadSettings>;
      said: string[];
    },
  ) => Promise<void>,
): Promise<void> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync());
  try {
    Deno.mkdirSync(`${folder}/guide`);
    Deno.writeTextFileSync(
      `${folder}/guide/pool.md`,
      "# Connection pool\n\nThe pool opens at most 20 connections to the database.\n",
    );
    Deno.writeTextFileSync(
      `${folder}/guide/backup.md`,
      "# Backups\n\nA backup is taken every night at two.\n",
    );
    const said: string[] = [];
    const context = contextIn(folder, said);
    const settings = loadSettings({
      flags: { index: "guide.index" },
      ...context,
    });
    await test({ folder, context, settings, said });
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

function contextIn(cwd: string, said: string[]) {
  const say = (line: string) => void said.push(line);
  return {
    env: { get: () => undefined, set() {} },
    cwd,
    log: new Log(say, "WARNING"),
    announce: say,
  };
}

Deno.test("a program builds an index, searches it and answers from it without a model", () =>
  inFolder(async ({ folder, context, settings, said }) => {
    const plan = await planBuild(
      { sources: ["guide"], output: "guide.index" },
      settings,
      context,
    );
    const summary = await build(plan, context);
    assert.equal(summary.index, `${folder}/guide.index`);
    assert.equal(summary.documents, 2);

    using opened = openLocatedIndex(settings, context);
    using searchers = new SearcherFactory(context);
    const searcher = await searchers.open(opened);
    const { hits } = await searcher.search("connection pool", {
      k: 1,
      minScore: settings.minScore.value,
    });
    assert.equal(hits.length, 1);

    const answerer = new AnswerMeans(settings, context, "none")
      .answerer(opened, searcher);
    const question = "How many connections does the pool open?";
    const answer = await ask(question, answerer, { k: 3 });
    assert.equal(answer.mode, "extractive");
    assert.match(answer.answer, /The pool opens at most 20 connections/);

    const { report } = await status(settings, context);
    assert.equal(report.intact, true);
    assert.deepEqual(report.files?.changed, []);
    assert.deepEqual(said, []);
  }));

Deno.test("a program that stays up reads the index that was built last", () =>
  inFolder(async ({ folder, context, settings }) => {
    const request = { sources: ["guide"], output: "guide.index" };
    const rebuild = async () =>
      await build(await planBuild(request, settings, context), context);
    await rebuild();
    using source = new LocatedIndexSource(settings, context);
    const live = new LiveIndex(source, context.log);
    try {
      const documents = async () => {
        using open = await live.use();
        await open.searcher();
        return open.index.info.documents;
      };
      assert.equal(await documents(), 2);
      Deno.writeTextFileSync(`${folder}/guide/new.md`, "# New\n\nA page.\n");
      await rebuild();
      assert.equal(await documents(), 3);
    } finally {
      live.close();
    }
  }));

Deno.test("the example in the docstring is the one that is checked and run here", () => {
  const docstring = Deno.readTextFileSync(MOD).split("*/")[0];
  const shown = /```ts\n([^]*?) \* ```/.exec(docstring)![1];
  assert.equal(
    shown.replaceAll(/^ \* ?/gm, ""),
    Deno.readTextFileSync(new URL("_example.ts", import.meta.url)),
  );
});

Deno.test("the example of the module runs", () =>
  inFolder(async ({ folder }) => {
    const { command, args } = denoRun("tests/app/_example.ts");
    const { code, stdout, stderr } = await new Deno.Command(command, {
      args,
      cwd: folder,
      env: { GEMINI_API_KEY: "", GOOGLE_API_KEY: "", LLM_MODEL: "" },
    }).output();
    const text = new TextDecoder().decode(stdout);
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    assert.match(text, /^[12]\n[^]*The pool opens at most 20 connections/);
  }));
