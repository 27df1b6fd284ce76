import assert from "node:assert/strict";
import type { Turn } from "../../src/llm/chat_model.ts";
import { question, testEach } from "./_models.ts";

testEach(
  "an answer comes whole, and its text piece by piece",
  [{ text: ["設定は", "`.env`に", "書きます[1]。"], chop: 3 }],
  async ({ server, model }) => {
    const pieces: string[] = [];
    const reply = await model.generate(question(), (text) => pieces.push(text));
    assert.equal(reply.turn.text, "設定は`.env`に書きます[1]。");
    assert.deepEqual(pieces, ["設定は", "`.env`に", "書きます[1]。"]);
    assert.equal(reply.finish, "stop");
    assert.deepEqual(reply.usage, { input_tokens: 10, output_tokens: 5 });
    assert.deepEqual(reply.turn.calls, []);
    assert.equal(model.host, new URL(server.url).host);
  },
);

testEach(
  "thoughts are no text and are told to nobody",
  [{
    thoughts: "Let me see.",
    text: "Yes.",
    usage: { input: 7, output: 2, thoughts: 30 },
  }],
  async ({ model }) => {
    let told = "";
    const reply = await model.generate(question(), (text) => told += text);
    assert.equal(reply.turn.text, "Yes.");
    assert.equal(told, "Yes.");
    assert.deepEqual(reply.usage, { input_tokens: 7, output_tokens: 32 });
  },
);

testEach(
  "an empty answer is a reply without text",
  [{ text: "" }],
  async ({ model }) => {
    const { turn, finish } = await model.generate(question());
    assert.equal(turn.text, "");
    assert.equal(finish, "stop");
  },
);

testEach(
  "an answer that was cut at LLM_MAX_TOKENS says so",
  [{ text: "The first", finish: "length" }],
  async ({ model }) => {
    const { turn, finish } = await model.generate(question());
    assert.equal(turn.text, "The first");
    assert.equal(finish, "length");
  },
);

testEach(
  "a model that spent all tokens on thinking is asked once more with four times as many",
  [
    { finish: "length", usage: { input: 10, output: 0, thoughts: 64 } },
    { text: "Yes.", usage: { input: 10, output: 2, thoughts: 100 } },
  ],
  async ({ server, model, provider }) => {
    const reply = await model.generate(question());
    assert.equal(reply.turn.text, "Yes.");
    assert.equal(reply.finish, "stop");
    assert.deepEqual(reply.usage, { input_tokens: 20, output_tokens: 166 });
    assert.deepEqual(
      server.seen.map(({ body }) =>
        provider === "gemini"
          ? body.generationConfig.maxOutputTokens
          : body.max_tokens
      ),
      [64, 256],
    );
  },
  { LLM_MAX_TOKENS: "64" },
);

testEach(
  "a model without thoughts that was cut is not asked again",
  [{ finish: "length" }],
  async ({ server, model }) => {
    assert.equal((await model.generate(question())).finish, "length");
    assert.equal(server.seen.length, 1);
  },
);

testEach(
  "what the provider's safety rules stop is blocked, and its text is not kept",
  [{ text: "First, you", finish: "blocked" }, { finish: "blocked prompt" }],
  async ({ model }) => {
    for (let time = 0; time < 2; time++) {
      const { turn, finish } = await model.generate(question());
      assert.equal(finish, "blocked");
      assert.equal(turn.text, "");
    }
  },
);

const tools = [{
  name: "search_docs",
  description: "Searches.",
  parameters: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { query: { type: "string" } },
    required: ["query"],
    additionalProperties: false,
  },
}, { name: "list.docs", description: "Lists.", parameters: {} }];

testEach(
  "tools are called one at a time and side by side, and their results go back, though the conversation was written down between",
  [
    { calls: [{ name: "search_docs", arguments: { query: "設定" } }] },
    {
      text: "More.",
      calls: [
        { name: "search_docs", arguments: { query: "b" } },
        { name: "list_docs" },
        { name: "rm_rf", arguments: { path: "/" } },
      ],
    },
    { text: "Done [1]." },
  ],
  async ({ model }) => {
    let turns: Turn[] = [{ role: "user", text: "How?" }];
    const names: string[][] = [];
    for (let time = 0; time < 3; time++) {
      const { turn, finish } = await model.generate({
        system: "Answer.",
        turns,
        tools,
      });
      names.push(turn.calls.map(({ name }) => name));
      assert.equal(finish, turn.calls.length > 0 ? "tool_calls" : "stop");
      assert.equal(
        new Set(turn.calls.map(({ id }) => id)).size,
        turn.calls.length,
      );
      turns.push(turn);
      if (turn.calls.length === 0) break;
      const results = turn.calls.map(({ id, name }) => ({
        id,
        name,
        text: `of ${name}`,
        isError: name === "rm_rf",
      }));
      turns.push({ role: "tool", results });
      turns = JSON.parse(JSON.stringify(turns));
    }
    assert.deepEqual(names, [
      ["search_docs"],
      ["search_docs", "list.docs", "rm_rf"],
      [],
    ]);
    const [, first, , second, , last] = turns;
    assert.ok(first.role === "model" && second.role === "model");
    assert.deepEqual(first.calls[0].arguments, { query: "設定" });
    assert.deepEqual(second.calls[1].arguments, {});
    assert.equal(second.text, "More.");
    assert.ok(last.role === "model" && last.text === "Done [1].");
  },
);

testEach(
  "a conversation with calls that was begun with another provider goes on",
  [],
  async ({ model, server }) => {
    const turns: Turn[] = [
      { role: "user", text: "How?" },
      {
        role: "model",
        text: "",
        calls: [
          { id: "a", name: "search_docs", arguments: { query: "x" } },
          { id: "b", name: "search_docs", arguments: {}, broken: "{" },
        ],
      },
      {
        role: "tool",
        results: [
          { id: "a", name: "search_docs", text: "found" },
          { id: "b", name: "search_docs", text: "no JSON", isError: true },
        ],
      },
      { role: "model", text: "", calls: [] },
      { role: "user", text: "And?" },
    ];
    for (
      const native of [
        undefined,
        { role: "model", other: [] },
        { role: "assistant", tool_calls: [] },
      ]
    ) {
      (turns[1] as { native?: unknown }).native = native;
      server.steps.push({ text: "Done." });
      const { turn } = await model.generate({ system: "", turns, tools });
      assert.equal(turn.text, "Done.");
    }
  },
);
