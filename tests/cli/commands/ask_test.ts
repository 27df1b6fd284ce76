import assert from "node:assert/strict";
import type { Answer } from "../../../src/answer/answer.ts";
import { shellLine } from "../../../src/cli/shell_words.ts";
import { fixture } from "../../_fixture.ts";
import type { Step } from "../../fixtures/fake_model_server.ts";
import { FakeOpenAiServer } from "../../fixtures/fake_openai_server.ts";
import type { World } from "../_fake_io.ts";
import { withIndex } from "../_with_index.ts";

const QUESTION = "Where is the connection pool used on Linux?";

/** Asks a question of a scripted model. */
function withModel(
  steps: Step[],
  test: (
    ask: (args?: string[], world?: World) => Promise<
      { code: number; stdout: string; stderr: string }
    >,
    folder: string,
  ) => Promise<void>,
): Promise<void> {
  return withIndex(async (folder, cli) => {
    await using model = new FakeOpenAiServer({ steps });
    const env = {
      LLM_MODEL: "openai:m",
      OPENAI_BASE_URL: model.url,
      DOCS_CACHE_DIR: `${folder}/cache`,
    };
    await test(
      (args = [], world = {}) =>
        cli(["ask", QUESTION, "--no-cache", ...args], {
          ...world,
          env: { ...env, ...world.env },
        }),
      folder,
    );
  });
}

Deno.test("docs ask prints no control characters of a model or server on stderr", () =>
  withModel(
    [
      { text: "It is \x1b[31mred\x1b[2J\u202e\u009b 77 [1][9]." },
      { status: 400, message: "no\x1b[2J\r\u009bway" },
    ],
    async (ask) => {
      for (let step = 0; step < 2; step++) {
        const { stderr } = await ask();
        assert.match(
          stderr,
          step === 0 ? /\[1\] does not say/ : /answered 400/,
        );
        // deno-lint-ignore no-control-regex -- it is what is looked for.
        assert.doesNotMatch(stderr, /[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
      }
    },
  ));

Deno.test("docs ask prints a warning in short, however long what it quotes", () =>
  withModel(
    [{ text: `See https://${"a".repeat(5_000)}.org/ [1].` }],
    async (ask) => {
      const { stdout, stderr } = await ask(["--json"]);
      const { warnings } = JSON.parse(stdout) as Answer;
      assert.ok(warnings.length > 0);
      for (const line of stderr.split("\n")) assert.ok(line.length < 600, line);
    },
  ));

Deno.test("docs ask prints the first of many warnings and how many there are", () =>
  withModel(
    [{
      text: Array.from({ length: 60 }, (_, at) => `[${at + 20}]`).join("\n") +
        " x.",
    }],
    async (ask) => {
      const { stderr } = await ask();
      const lines = stderr.trimEnd().split("\n");
      assert.ok(lines.length < 25, stderr);
      assert.match(lines.at(-1)!, /^docs: and \d+ more; --json has them all$/);
    },
  ));

Deno.test("docs ask says why no model is asked although a key is set", () =>
  withIndex(async (folder, cli) => {
    const ask = async (env: Record<string, string>) => {
      const { code, stdout } = await cli(["ask", "--json", QUESTION], {
        env: { DOCS_CACHE_DIR: `${folder}/cache`, ...env },
      });
      assert.equal(code, 0);
      const { mode, warnings, sent } = JSON.parse(stdout) as Answer;
      assert.deepEqual([mode, sent], ["extractive", null]);
      return warnings;
    };
    assert.deepEqual(await ask({}), []);
    assert.deepEqual(await ask({ GEMINI_API_KEY: " \n" }), []);
    for (
      const [env, warning] of [
        [{ GEMINI_API_KEY: "a b" }, /GEMINI_API_KEY holds characters/],
        [
          { GOOGLE_API_KEY: "k", GOOGLE_GEMINI_BASE_URL: "nonsense" },
          /GOOGLE_GEMINI_BASE_URL is not an address/,
        ],
      ] as const
    ) {
      const warnings = await ask(env);
      assert.equal(warnings.length, 1);
      assert.match(warnings[0], warning);
    }
  }));

Deno.test("docs ask on a terminal says that quotes stand in the place of an answer that broke off", () =>
  withModel(
    [{ text: ["The pool ", "is used"], then: "cut" }, {
      text: "It is used [7].",
    }],
    async (ask) => {
      const world = { terminal: true, env: { NO_COLOR: "1" } };
      const broken = await ask([], world);
      assert.match(
        broken.stdout,
        /^The pool is used\n\n--- in its place:\n\n\(No model wrote this/,
      );
      const corrected = await ask([], world);
      assert.match(
        corrected.stdout,
        /^It is used \[7\]\.\n\n--- checked:\n\nIt is used/,
      );
    },
  ));

Deno.test(
  "docs ask that is stopped while servers start leaves none of them behind",
  {
    ignore: Deno.build.os === "windows",
  },
  () =>
    withModel([], async (ask, folder) => {
      const { command, args } = fixture("faulty_upstream_server.ts");
      const script = `echo $$ > pid; sleep 0.5; exec ${
        shellLine([command, ...args])
      }`;
      const config = `${folder}/docs.config.json`;
      Deno.writeTextFileSync(
        config,
        JSON.stringify({
          upstreams: {
            slow: { command: "sh", args: ["-c", script], cwd: folder },
          },
        }),
      );
      const stops: ((code: number) => void)[] = [];
      const ended = ask(["--config", config], {
        interrupt: (stop) => stops.push(stop),
        env: { PATH: Deno.env.get("PATH")! },
      });
      let pid = 0;
      for (let tries = 0; pid === 0 && tries < 500; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        try {
          pid = Number(Deno.readTextFileSync(`${folder}/pid`));
        } catch { /* not yet */ }
      }
      assert.ok(pid > 0, "it was started");
      for (const stop of stops) stop(130);
      assert.equal((await ended).code, 130);
      assert.throws(() => Deno.kill(pid, "SIGCONT"), Deno.errors.NotFound);
    }),
);
