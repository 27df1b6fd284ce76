import assert from "node:assert/strict";
import { isSection, type Sent } from "../../src/answer/answer.ts";
import { AnswerCache } from "../../src/answer/answer_cache.ts";
import { type Answerer, ask } from "../../src/answer/ask.ts";
import { ModelError } from "../../src/llm/chat_model.ts";
import { withLibrary } from "../mcp/_library.ts";
import { ANSWER, LONG_ROW, QUESTION } from "./_long_row.ts";
import { ScriptedModel } from "./_scripted_model.ts";

const POOL = "How many connections does the pool open at most?";

/** Runs a test with what answers questions, and a scripted model. */
function withAnswerer(
  model: ScriptedModel,
  test: (answerer: Answerer, sent: Sent[]) => Promise<void>,
  {
    required = false,
    minScore = 0,
    documents = undefined as Record<string, string> | undefined,
  } = {},
): Promise<void> {
  return withLibrary(async ({ openIndex }) => {
    const open = openIndex();
    const sent: Sent[] = [];
    await test({
      index: open.index,
      searcher: await open.searcher(),
      minScore,
      contextChars: 30_000,
      model: {
        open: () => Promise.resolve(model),
        required,
        announce: (it) => sent.push(it),
        settings: "scripted 0.3",
      },
    }, sent);
    open.close();
  }, documents);
}

Deno.test("ask() gives the model's answer with its sources, and says what was sent before it is", () => {
  const model = new ScriptedModel("The pool opens at most 20 connections [1].");
  return withAnswerer(model, async (answerer, sent) => {
    const answer = await ask(POOL, answerer, { k: 1 });
    assert.equal(answer.mode, "model");
    assert.match(answer.answer, /at most 20 connections \[1\]/);
    assert.deepEqual(answer.sources.map(({ id }) => id), [
      "guide/pool.md#connection-pool",
    ]);
    assert.equal(answer.model, "scripted");
    assert.deepEqual(answer.usage, { input_tokens: 100, output_tokens: 10 });
    assert.deepEqual(answer.sent, sent[0]);
    assert.equal(answer.sent?.host, "model.test");
    assert.equal(answer.sent?.sections, 1);
    const [source] = answer.sources.filter(isSection);
    assert.equal(answer.relevance_score, source.score);
    const [{ system, turns }] = model.asked;
    assert.match(system, /The documents do not say/);
    const [turn] = turns;
    assert.ok(
      turn.role === "user" && turn.text.includes("maxConnections = 20"),
    );
  });
});

Deno.test("ask() streams the model's text as it comes", () => {
  const text = "The pool opens at most 20 connections [1].";
  return withAnswerer(new ScriptedModel(text), async (answerer) => {
    const pieces: string[] = [];
    await ask(POOL, answerer, { k: 1, onText: (it) => pieces.push(it) });
    assert.ok(pieces.length > 3);
    assert.equal(pieces.join(""), text);
  });
});

Deno.test("ask() without anything relevant says the article's sentence and asks no model", () => {
  const model = new ScriptedModel();
  return withAnswerer(model, async (answerer, sent) => {
    for (
      const [question, sentence] of [
        [
          "富士山の標高",
          "申し訳ございません。関連する情報が見つかりませんでした。",
        ],
        [
          "height of Everest",
          "Sorry, nothing related was found in the documents.",
        ],
      ]
    ) {
      const answer = await ask(question, answerer, { k: 5 });
      assert.equal(answer.answer, sentence);
      assert.equal(answer.mode, "none");
      assert.deepEqual(answer.sources, []);
      assert.equal(answer.relevance_score, 0);
      assert.equal(answer.sent, null);
    }
    assert.deepEqual([model.asked.length, sent.length], [0, 0]);
  }, { minScore: 0.999 });
});

Deno.test("ask() quotes where the model fails, and says why; a model that is required is an error", async () => {
  const failure = () =>
    new ModelError("busy", "model.test answered 503: overloaded", "Try later.");
  await withAnswerer(new ScriptedModel(failure()), async (answerer) => {
    const answer = await ask(POOL, answerer, { k: 1 });
    assert.equal(answer.mode, "extractive");
    assert.match(answer.answer, /maxConnections = 20/);
    assert.deepEqual(answer.warnings, [
      "model.test answered 503: overloaded. Try later.",
    ]);
    assert.equal(answer.sent?.host, "model.test", "it was sent all the same");
  });
  await withAnswerer(
    new ScriptedModel(failure()),
    (answerer) => assert.rejects(ask(POOL, answerer, { k: 1 }), ModelError),
    { required: true },
  );
});

Deno.test("ask() quotes where the model says nothing", () =>
  withAnswerer(
    new ScriptedModel({ finish: "blocked" }),
    async (answerer) => {
      const answer = await ask(POOL, answerer, { k: 1 });
      assert.equal(answer.mode, "extractive");
      assert.match(answer.warnings[0], /gave no answer .*safety/);
    },
  ));

Deno.test("ask() warns of an answer in another language, and of one that was cut short", () =>
  withAnswerer(
    new ScriptedModel({
      turn: {
        role: "model",
        text: "プールは最大 20 接続を開きます [1]。",
        calls: [],
      },
      finish: "length",
    }),
    async (answerer) => {
      const { warnings } = await ask(POOL, answerer, { k: 1 });
      assert.ok(
        warnings.some((it) => /answered in Japanese/.test(it)),
        `${warnings}`,
      );
      assert.ok(
        warnings.some((it) => /LLM_MAX_TOKENS/.test(it)),
        `${warnings}`,
      );
    },
  ));

Deno.test("ask() answers from the cache what it has answered, unless anything is different", () => {
  const model = new ScriptedModel(
    ...["20 [1].", "20 of 2 [1].", "20 of history [1].", "20 of room [1]."],
  );
  return withAnswerer(model, async (answerer, sent) => {
    answerer.cache = new AnswerCache({ most: 9, ttl: 60_000 });
    const first = await ask(POOL, answerer, { k: 1 });
    const again = await ask(POOL, answerer, { k: 1 });
    assert.deepEqual(
      { ...again, took_ms: 0 },
      { ...first, took_ms: 0, cached: true, sent: null },
    );
    assert.equal(sent.length, 1);
    await ask(POOL, answerer, { k: 2 });
    await ask(POOL, answerer, {
      k: 1,
      history: [{ role: "user", text: "Hello" }],
    });
    await ask(POOL, { ...answerer, contextChars: 20_000 }, { k: 1 });
    assert.equal(model.asked.length, 4);
  });
});

Deno.test("ask() keeps no failure in the cache", () => {
  const model = new ScriptedModel(
    new ModelError("network", "no connection"),
    "It opens 20 [1].",
  );
  return withAnswerer(model, async (answerer) => {
    answerer.cache = new AnswerCache({ most: 9, ttl: 60_000 });
    assert.equal((await ask(POOL, answerer, { k: 1 })).mode, "extractive");
    assert.equal((await ask(POOL, answerer, { k: 1 })).mode, "model");
  });
});

Deno.test("ask() shows what the model read, if asked to", () =>
  withAnswerer(new ScriptedModel("20 [1]."), async (answerer) => {
    const { context } = await ask(POOL, answerer, { k: 1, context: true });
    assert.equal(context?.length, 1);
    assert.match(context![0].text, /^## Connection pool\n/);
    assert.deepEqual([context![0].number, context![0].start_line], [1, 9]);
  }));

Deno.test("ask() sends the passage that was found, be it the last of many in one row", () => {
  const model = new ScriptedModel(`${ANSWER} [1]`);
  return withAnswerer(model, async (answerer) => {
    answerer.contextChars = 5_000;
    const { context, sources, claims } = await ask(QUESTION, answerer, {
      k: 2,
      context: true,
    });
    const [{ turns: [turn] }] = model.asked;
    assert.ok(turn.role === "user" && turn.text.includes(ANSWER));
    assert.ok(context!.some(({ text }) => text.includes(ANSWER)));
    assert.deepEqual(sources.map(({ id }) => id), ["manual#manual"]);
    assert.deepEqual(claims.map(({ supported }) => supported), [true]);
  }, { documents: LONG_ROW });
});

Deno.test("ask() says when a section was sent in part or not at all", () =>
  withAnswerer(new ScriptedModel("20 [1]."), async (answerer) => {
    answerer.contextChars = 150;
    const { warnings } = await ask(POOL, answerer, { k: 4 });
    assert.ok(
      warnings.some((it) => /was not sent .*LLM_CONTEXT_CHARS/.test(it)),
      `${warnings}`,
    );
  }));

Deno.test("ask() quotes where nothing is left of the answer when it has been checked", async () => {
  for (const text of ["[9]", "Sources:\n- [1] pool", " \n"]) {
    await withAnswerer(new ScriptedModel(text), async (answerer) => {
      const answer = await ask(POOL, answerer, { k: 1 });
      assert.equal(answer.mode, "extractive", text);
      assert.match(answer.warnings[0], /scripted gave no answer/);
    });
  }
});
