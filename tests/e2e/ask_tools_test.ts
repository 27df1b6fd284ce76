import assert from "node:assert/strict";
import type { Answer, ToolSource } from "../../src/answer/answer.ts";
import { fixture } from "../_fixture.ts";
import { FakeGeminiServer } from "../fixtures/fake_gemini_server.ts";
import type { FakeModelServer, Step } from "../fixtures/fake_model_server.ts";
import { FakeOpenAiServer } from "../fixtures/fake_openai_server.ts";
import { docs, type Ended, withFiles } from "./program.ts";

/** The look-alike of the second article's server, made fit. */
const GEO = {
  ...fixture("geospatial_server.ts"),
  env: { GEO_API_KEY: "${GEO_KEY}" },
  force: { save_file: false },
  drop: ["output_dir"],
  errorWhen: { path: "status", equals: ["error", "need_confirmation"] },
  requires: ["GEO_KEY"],
};

const HANDBOOK = {
  "handbook/travel.md":
    "# Travel\n\n## Expenses\n\nTravel expenses are paid on the 25th of the month.\n",
};

const CALL = {
  name: "get_multi_api",
  arguments: { lat: 35.68, lon: 139.76, target_apis: [1] },
};

interface World {
  folder: string;
  model: FakeModelServer;
  ask(question: string, options?: AskOptions): Promise<Ended>;
  answer(question: string, options?: AskOptions): Promise<Answer>;
}

interface AskOptions {
  upstreams?: Record<string, unknown>;
  args?: string[];
  env?: Record<string, string>;
}

/** A folder with an index, a scripted model, and a configuration of servers. */
function withWorld(
  steps: Step[],
  run: (world: World) => Promise<void>,
): Promise<void> {
  return withFiles(HANDBOOK, async (folder) => {
    const built = await docs(["build", "handbook"], { cwd: folder });
    assert.equal(built.code, 0, built.stderr);
    await using model = new FakeGeminiServer({ steps });
    const ask: World["ask"] = async (
      question,
      { upstreams = { geo: GEO }, args = [], env } = {},
    ) => {
      const config = `${folder}/docs.config.json`;
      await Deno.writeTextFile(config, JSON.stringify({ upstreams }));
      return await docs(["ask", "--config", config, ...args, question], {
        cwd: folder,
        env: {
          GEMINI_API_KEY: "k",
          GOOGLE_GEMINI_BASE_URL: model.url,
          XDG_CACHE_HOME: `${folder}/cache`,
          DENO_DIR: Deno.env.get("DENO_DIR"),
          CACHE_ENABLED: "0",
          GEO_KEY: "g30-secret",
          ...env,
        },
      });
    };
    await run({
      folder,
      model,
      ask,
      async answer(question, options = {}) {
        const args = ["--json", ...options.args ?? []];
        const { code, stdout, stderr } = await ask(question, {
          ...options,
          args,
        });
        assert.equal(code, 0, stderr);
        return JSON.parse(stdout);
      },
    });
  });
}

/** All that a model was sent, as text. */
function sentTo(model: FakeModelServer): string[] {
  return model.seen.map(({ body }) => JSON.stringify(body));
}

Deno.test("docs ask calls another server's tool, with its arguments forced, its result capped and cited", () =>
  withWorld(
    [
      { text: "geo" },
      {
        calls: [{
          ...CALL,
          arguments: { ...CALL.arguments, save_file: null, output_dir: "/" },
        }],
      },
      {
        text:
          "用途地域は第一種中高層住居専用地域です [1]。データは途中で切られています [1]。",
      },
    ],
    async ({ folder, answer, model }) => {
      const said = await answer("東京駅の用途地域を教えて");
      assert.equal(said.mode, "model");
      assert.match(said.answer, /第一種中高層住居専用地域です \[1\]/);
      const [source] = said.sources as ToolSource[];
      assert.deepEqual(
        [source.number, source.upstream, source.tool, source.arguments.lat],
        [1, "geo", "get_multi_api", 35.68],
      );
      assert.match(source.quote, /第一種中高層住居専用地域/);
      const [made] = said.tool_calls!;
      assert.equal(made.is_error, false);
      assert.ok(made.chars > 14_000 && made.chars < 15_200, `${made.chars}`);
      assert.ok(
        said.warnings.some((it) => /was cut/.test(it)),
        `${said.warnings}`,
      );
      const [router, first, second] = sentTo(model);
      assert.equal(model.seen.length, 3);
      assert.match(router, /geo, knowledge, chitchat/);
      // The model does not see what is forced or dropped, but is told of it.
      const [{ functionDeclarations }] = model.seen[1].body.tools;
      const tool = functionDeclarations.find((it: { name: string }) =>
        it.name === "get_multi_api"
      );
      assert.deepEqual(Object.keys(tool.parametersJsonSchema.properties), [
        ...["lat", "lon", "target_apis", "distance"],
      ]);
      assert.match(tool.description, /^<document-[0-9a-f]+>\n緯度経度/);
      assert.match(
        first,
        /save_file は設定で決まっています、output_dir は使えません/,
      );
      // save_file null would have made the server ask back for ever.
      assert.doesNotMatch(second, /ファイル保存しますか/);
      assert.match(second, /__truncated_by_char_limit__/);
      assert.match(second, /参考情報 \[1\]\\n<document-[0-9a-f]+>/);
      for (const text of [router, first, second, JSON.stringify(said)]) {
        assert.doesNotMatch(text, /g30-secret/);
      }
      for await (const { name } of Deno.readDir(folder)) {
        assert.notEqual(name, "geo_output", "nothing was saved");
      }
    },
  ));

Deno.test("docs ask tells a model of failures that a server calls successes, and says each call with -v", () =>
  withWorld(
    [
      { text: "geo" },
      {
        calls: [{
          name: "get_multi_api",
          arguments: { lat: 35.68, lon: 139.76, target_apis: [99] },
        }],
      },
      {
        calls: [{
          name: "get_multi_api",
          arguments: { lat: 35.68, lon: 139.76, target_apis: [7] },
        }],
      },
      { text: "該当するデータはありませんでした。" },
    ],
    async ({ ask, model }) => {
      const { stderr } = await ask("東京駅の用途地域を教えて", {
        args: ["-v"],
        upstreams: { geo: { ...GEO, force: {}, drop: [] } },
      });
      // The schema has a maximum of 30; then save_file is missing.
      assert.match(
        stderr,
        /called geo: get_multi_api \{"lat":35\.68,.*"target_apis":\[99\]\}: error/,
      );
      assert.match(stderr, /called geo: get_multi_api .*\[7\]\}: error/);
      const [, , second, third] = sentTo(model);
      assert.match(
        second,
        /arguments of get_multi_api are wrong[^]*Its schema/,
      );
      assert.match(third, /ファイル保存しますか/);
      const [part] = model.seen[3].body.contents.at(-1).parts;
      assert.ok(part.functionResponse.response.error, "marked as an error");
    },
  ));

Deno.test("docs ask makes no more than LLM_MAX_ITERATIONS calls of the model, the router's among them", () =>
  withWorld(
    [{ text: "geo" }, { calls: [CALL] }, {
      text: "もう一度調べます。",
      calls: [CALL],
    }],
    async ({ answer, model }) => {
      const said = await answer("東京駅の用途地域を教えて", {
        env: { LLM_MAX_ITERATIONS: "3" },
      });
      assert.equal(model.seen.length, 3);
      const last = model.seen[2].body;
      assert.equal(last.toolConfig.functionCallingConfig.mode, "NONE");
      assert.ok(last.tools.length > 0, "still declared");
      assert.ok(said.warnings.some((it) => /limit of 3 calls/.test(it)));
      assert.equal(said.tool_calls!.length, 1);
    },
  ));

Deno.test("docs ask routes questions about the documents, and small talk, past the tools", () =>
  withWorld(
    [
      { text: "knowledge" },
      { text: "Travel expenses are paid on the 25th of the month [1]." },
      { text: "chitchat" },
      { text: "こんにちは。" },
    ],
    async ({ answer, model }) => {
      const known = await answer("When are travel expenses paid?");
      assert.equal(known.sources[0].id, "travel.md#expenses");
      assert.equal(known.tool_calls, undefined);
      assert.equal(model.seen[1].body.tools, undefined);
      const talk = await answer("こんにちは");
      assert.deepEqual([talk.mode, talk.answer, talk.sources], [
        "chitchat",
        "こんにちは。",
        [],
      ]);
    },
  ));

Deno.test("docs ask lets a model search the documents beside the tools", () =>
  withWorld(
    [
      { text: "no category" },
      {
        calls: [CALL, {
          name: "search_docs",
          arguments: { query: "travel expenses" },
        }],
      },
      { text: "Travel expenses are paid on the 25th of the month [2]." },
    ],
    async ({ answer, model }) => {
      const said = await answer("When are travel expenses paid in Tokyo?");
      assert.deepEqual(said.sources.map(({ number, id }) => [number, id]), [
        [2, "travel.md#expenses"],
      ]);
      assert.deepEqual(
        said.tool_calls!.map(({ upstream, tool }) => [upstream, tool]),
        [
          ["geo", "get_multi_api"],
          [null, "search_docs"],
        ],
      );
      const [one, two] = model.seen[2].body.contents.at(-1).parts;
      assert.match(one.functionResponse.response.output, /^参考情報 \[1\]/);
      assert.match(two.functionResponse.response.output, /^参考情報 \[2\]/);
    },
  ));

Deno.test("docs ask sends, to the byte, the same with a server that is not active as without one", () =>
  withWorld(
    Array.from({ length: 5 }, () => ({ text: "Paid on the 25th [1]." })),
    async ({ ask, model }) => {
      const question = "When are travel expenses paid?";
      await ask(question, { upstreams: {} });
      await ask(question, { upstreams: { geo: { ...GEO, enabled: false } } });
      await ask(question, { env: { GEO_KEY: "" } });
      const { command: _, ...without } = GEO;
      await ask(question, { upstreams: { geo: without } });
      await ask(question, {
        upstreams: { geo: { ...GEO, enabled: "${GEO_ON:-false}" } },
      });
      const [original, ...others] = sentTo(model);
      assert.equal(others.length, 4);
      for (const other of others) assert.equal(other, original);
      assert.doesNotMatch(original, /geo|chitchat|search_docs|tools/);
    },
  ));

Deno.test("docs ask sends, to the byte, the same to route and to call tools with another server that is not active as without it", () =>
  withWorld(
    Array.from({ length: 4 }, () => ["geo", "データがありません。"]).flat()
      .map((text) => ({ text })),
    async ({ ask, model }) => {
      const question = "東京駅の用途地域を教えて";
      const other = { ...GEO, prefix: "other_" };
      await ask(question);
      await ask(question, {
        upstreams: { geo: GEO, other: { ...other, enabled: false } },
      });
      await ask(question, {
        upstreams: { other: { ...other, requires: ["OTHER_KEY"] }, geo: GEO },
      });
      const { command: _, ...without } = other;
      await ask(question, { upstreams: { geo: GEO, other: without } });
      const [router, loop, ...others] = sentTo(model);
      assert.match(router, /geo, knowledge, chitchat/);
      assert.match(loop, /get_multi_api/);
      assert.equal(others.length, 6);
      others.forEach((sent, at) =>
        assert.equal(sent, at % 2 === 0 ? router : loop)
      );
    },
  ));

Deno.test("docs ask reads no server from the current folder, and goes on without one that does not start", () =>
  withWorld(
    [{ text: "Paid on the 25th of the month [1]." }, {
      text: "Paid on the 25th of the month [1].",
    }],
    async ({ folder, ask, model }) => {
      const question = "When are travel expenses paid?";
      const trap = { command: "/bin/sh", args: ["-c", "touch pwned"] };
      const config = JSON.stringify({ upstreams: { trap } });
      await Deno.writeTextFile(`${folder}/docs.config.json`, config);
      await Deno.writeTextFile(`${folder}/docs.json`, config);
      const { code, stderr } = await docs(["ask", question], {
        cwd: folder,
        env: {
          GEMINI_API_KEY: "k",
          GOOGLE_GEMINI_BASE_URL: model.url,
          CACHE_ENABLED: "0",
        },
      });
      assert.equal(code, 0, stderr);
      const dead = { command: "/bin/sh", args: ["-c", "exit 3"] };
      const ended = await ask(question, { upstreams: { dead } });
      assert.equal(ended.code, 0, ended.stderr);
      assert.match(ended.stderr, /dead/);
      assert.match(ended.stdout, /Paid on the 25th/);
      for await (const { name } of Deno.readDir(folder)) {
        assert.notEqual(name, "pwned");
      }
    },
  ));

Deno.test("docs ask calls tools through OpenAI's API too", () =>
  withWorld([], async ({ answer }) => {
    await using server = new FakeOpenAiServer({
      steps: [
        { text: "geo" },
        { calls: [CALL, { ...CALL, arguments: "{broken" }] },
        { text: "用途地域は第一種中高層住居専用地域です [1]。" },
      ],
    });
    const said = await answer("東京駅の用途地域を教えて", {
      env: {
        LLM_MODEL: "openai:any",
        OPENAI_API_KEY: "k",
        OPENAI_BASE_URL: server.url,
      },
    });
    assert.equal(said.sources.length, 1);
    assert.deepEqual(said.tool_calls!.map(({ is_error }) => is_error), [
      false,
      true,
    ]);
  }));

Deno.test("docs status says of each server whether it works, and what is missing of one that is not active", () =>
  withFiles(HANDBOOK, async (folder) => {
    await docs(["build", "handbook"], { cwd: folder });
    const { command: _, ...without } = GEO;
    const upstreams = {
      geo: GEO,
      off: { ...GEO, enabled: false },
      nothing: without,
      poor: { ...GEO, requires: ["GEO_KEY", "GEO_TOKEN"] },
      dead: { command: "/bin/sh", args: ["-c", "exit 3"] },
    };
    await Deno.writeTextFile(
      `${folder}/my.json`,
      JSON.stringify({ upstreams }),
    );
    const status = async (...args: string[]) => {
      const env = { GEO_KEY: "g30-secret", DENO_DIR: Deno.env.get("DENO_DIR") };
      const ended = await docs(["status", "--config", "my.json", ...args], {
        cwd: folder,
        env,
      });
      assert.equal(ended.code, 0, ended.stderr);
      assert.doesNotMatch(ended.stdout + ended.stderr, /g30-secret/);
      return ended.stdout;
    };
    const { upstreams: told } = JSON.parse(await status("--json"));
    assert.deepEqual(
      told.map((
        { name, state }: { name: string; state: string },
      ) => [name, state]),
      [
        ["geo", "ready"],
        ["off", "inactive"],
        ["nothing", "inactive"],
        ["poor", "inactive"],
        ["dead", "down"],
      ],
    );
    const [geo, off, nothing, poor, dead] = told;
    assert.deepEqual([geo.reason, geo.tools], [null, ["get_multi_api"]]);
    assert.equal(off.reason, '"enabled" is false');
    assert.equal(nothing.reason, 'no "command" or "url"');
    assert.equal(poor.reason, "not set: GEO_TOKEN");
    assert.match(dead.reason, /3|ended/);
    assert.ok(
      (await status()).includes(
        '\nupstreams\n  geo      ready     1 tool: get_multi_api\n  off      inactive  "enabled" is false\n',
      ),
    );
  }));
