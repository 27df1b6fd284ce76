import assert from "node:assert/strict";
import type { Step } from "../fixtures/fake_model_server.ts";
import { ModelError, type Turn } from "../../src/llm/chat_model.ts";
import {
  failure,
  KEY,
  openModel,
  question,
  servers,
  variablesFor,
} from "./_models.ts";

/** One test for each kind of server. */
function forEach(
  name: string,
  steps: Step[],
  test: (
    setup: {
      server: ReturnType<typeof servers.gemini>;
      model: Awaited<ReturnType<typeof openModel>>;
      provider: string;
    },
  ) => Promise<void>,
  variables: Record<string, string> = {},
  options: { models?: string[] } = {},
): void {
  for (const [provider, start] of Object.entries(servers)) {
    Deno.test(`${provider}: ${name}`, async () => {
      await using server = start({ steps, ...options });
      const model = await openModel({ ...variablesFor(server), ...variables });
      await test({ server, model, provider });
    });
  }
}

forEach(
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

forEach(
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

forEach(
  "an empty answer is a reply without text",
  [{ text: "" }],
  async ({ model }) => {
    const { turn, finish } = await model.generate(question());
    assert.equal(turn.text, "");
    assert.equal(finish, "stop");
  },
);

forEach(
  "an answer that was cut at LLM_MAX_TOKENS says so",
  [{ text: "The first", finish: "length" }],
  async ({ model }) => {
    const { turn, finish } = await model.generate(question());
    assert.equal(turn.text, "The first");
    assert.equal(finish, "length");
  },
);

forEach(
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

forEach(
  "a model without thoughts that was cut is not asked again",
  [{ finish: "length" }],
  async ({ server, model }) => {
    assert.equal((await model.generate(question())).finish, "length");
    assert.equal(server.seen.length, 1);
  },
);

forEach(
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

forEach(
  "a server that is busy is asked again, after the pause that it asks for",
  [{ status: 429, retryAfter: 0.2 }, { status: 503 }, { text: "Now." }],
  async ({ server, model }) => {
    const { turn } = await model.generate(question());
    assert.equal(turn.text, "Now.");
    const [first, second] = server.seen.map(({ at }) => at);
    assert.equal(server.seen.length, 3);
    assert.ok(second - first >= 195, `${second - first} ms`);
  },
);

forEach(
  "a server that stays busy is given up after three tries, with what it said",
  [
    { status: 500 },
    { status: 502 },
    { status: 429, message: "Quota exceeded\n\u001b[31mfor today." },
    { text: "too late" },
  ],
  async ({ server, model }) => {
    const error = await failure(model.generate(question()));
    assert.ok(error instanceof ModelError);
    assert.equal(error.kind, "busy");
    assert.match(
      error.message,
      /^127\.0\.0\.1:\d+ answered 429: Quota exceeded \[31mfor today\.$/,
    );
    assert.equal(server.seen.length, 3);
  },
);

forEach(
  "a server that asks for a long pause is given up at once",
  [{ status: 429, retryAfter: 3600 }],
  async ({ server, model }) => {
    const error = await failure(model.generate(question()));
    assert.equal(error.kind, "busy");
    assert.equal(server.seen.length, 1);
  },
);

forEach(
  "a refusal has the provider's words and is not tried again",
  [{ status: 400, message: `Too long. ${"x".repeat(500)}` }],
  async ({ server, model }) => {
    const error = await failure(model.generate(question()));
    assert.equal(error.kind, "refused");
    assert.match(error.message, /answered 400: Too long\. x+…$/);
    assert.ok(error.message.length < 260);
    assert.equal(server.seen.length, 1);
  },
);

forEach(
  "a key that the provider repeats in its refusal is masked",
  [401, 403, 400, 500, 500, 500].map((status) => ({
    status,
    message: "Incorrect key {key}, I say {key}",
  })),
  async ({ model }) => {
    for (const kind of ["key", "key", "refused", "busy"]) {
      const error = await failure(model.generate(question()));
      assert.equal(error.kind, kind);
      assert.match(error.message, /Incorrect key …, I say …/);
      assert.ok(!Deno.inspect(error).includes(KEY));
    }
  },
);

forEach(
  "a key that is not the provider's is an error of the key",
  [],
  async ({ model, provider }) => {
    const error = await failure(model.generate(question()));
    assert.equal(error.kind, "key");
    assert.match(
      error.next!,
      provider === "gemini" ? /GEMINI_API_KEY/ : /OPENAI_API_KEY/,
    );
    assert.ok(!Deno.inspect(error).includes("k-wrong"));
  },
  { GEMINI_API_KEY: "k-wrong", OPENAI_API_KEY: "k-wrong" },
);

forEach(
  "a model that the provider does not know is named",
  [],
  async ({ model, provider }) => {
    const error = await failure(model.generate(question()));
    assert.equal(error.kind, "unknown_model");
    assert.match(
      error.message,
      provider === "gemini"
        ? /does not know the model gemini-flash-latest; a current one is gemini-flash-latest/
        : /does not know the model gpt-test: The model `gpt-test` does not exist/,
    );
  },
  {},
  { models: ["another"] },
);

forEach(
  "a stream that ends before the answer does is an error of the network",
  [{ text: ["The first ", "half"], then: "cut" }, { text: [], then: "cut" }],
  async ({ server, model }) => {
    let told = "";
    const error = await failure(
      model.generate(question(), (text) => told += text),
    );
    assert.equal(error.kind, "network");
    assert.match(error.message, /broke off/);
    assert.equal(told, "The first half");
    assert.equal(server.seen.length, 1, "not asked again after text was shown");
    const second = await failure(model.generate(question()));
    assert.equal(second.kind, "network");
  },
);

forEach(
  "an error in the middle of a stream is told and not tried again",
  [{ text: "The first", then: "error" }],
  async ({ server, model }) => {
    const error = await failure(model.generate(question(), () => {}));
    assert.equal(error.kind, "busy");
    assert.match(error.message, /overloaded|had an error/);
    assert.equal(server.seen.length, 1);
  },
);

forEach(
  "silence past LLM_TIMEOUT gives the model up, at the beginning and in mid-answer",
  [{ silent: true }, { text: "The first", then: "silence" }],
  async ({ server, model }) => {
    for (const time of [0, 1]) {
      const error = await failure(model.generate(question(), () => {}));
      assert.equal(error.kind, "timeout");
      assert.match(error.message, /nothing came from .+ for 0\.3 seconds/);
      if (time === 1) await until(() => server.seen[time].aborted);
    }
    assert.equal(server.seen.length, 2, "a silent model is not asked again");
  },
  { LLM_TIMEOUT: "0.3" },
);

forEach(
  "an answer may take longer than LLM_TIMEOUT while its pieces keep coming",
  [{ text: ["a", "b", "c", "d", "e", "f"], delay: 250 }],
  async ({ model }) => {
    const { turn } = await model.generate(question());
    assert.equal(turn.text, "abcdef");
  },
  { LLM_TIMEOUT: "1" },
);

forEach(
  "aborting in mid-answer ends the request at the server",
  [{ text: ["a", "b"], then: "silence" }],
  async ({ server, model }) => {
    const controller = new AbortController();
    const { signal } = controller;
    const asked = model.generate(
      { ...question(), signal },
      () => controller.abort(),
    );
    assert.equal((await failure(asked)).name, "AbortError");
    await until(() => server.seen[0].aborted);
  },
);

Deno.test("aborting before anything came closes the connection", async () => {
  for (const provider of ["gemini", "openai"]) {
    using listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
    const address = `http://127.0.0.1:${listener.addr.port}`;
    const model = await openModel({
      LLM_MODEL: `${provider}:x`,
      GEMINI_API_KEY: KEY,
      GOOGLE_GEMINI_BASE_URL: address,
      OPENAI_BASE_URL: address,
    });
    const controller = new AbortController();
    const { signal } = controller;
    const asked = failure(model.generate({ ...question(), signal }));
    using connection = await listener.accept();
    const bytes = new Uint8Array(10_000);
    await connection.read(bytes);
    controller.abort();
    assert.equal((await asked).name, "AbortError");
    while (await connection.read(bytes) !== null);
  }
});

forEach(
  "aborting ends the pause between tries",
  [{ status: 429, retryAfter: 15 }, { text: "too late" }],
  async ({ server, model }) => {
    const controller = new AbortController();
    const { signal } = controller;
    const asked = model.generate({ ...question(), signal });
    await until(() => server.seen.length === 1);
    controller.abort();
    assert.equal((await failure(asked)).name, "AbortError");
    assert.equal(server.seen.length, 1);
  },
);

forEach(
  "a signal that was aborted before keeps everything from being sent",
  [{ text: "no" }],
  async ({ server, model }) => {
    const signal = AbortSignal.abort();
    const error = await failure(model.generate({ ...question(), signal }));
    assert.equal(error.name, "AbortError");
    assert.equal(server.seen.length, 0);
  },
);

forEach(
  "an error of the listener is thrown as it is",
  [{ text: "a" }],
  async ({ model }) => {
    const error = await failure(model.generate(question(), () => {
      throw new RangeError("mine");
    }));
    assert.ok(error instanceof RangeError);
  },
);

Deno.test("a server that is not there is an error of the network", async () => {
  const nobody = "http://127.0.0.1:1";
  for (
    const variables of [
      { GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: nobody },
      { LLM_MODEL: "openai:x", OPENAI_BASE_URL: nobody },
      { LLM_MODEL: "ollama:x", OLLAMA_HOST: nobody },
    ] as Record<string, string>[]
  ) {
    const model = await openModel(variables);
    const error = await failure(model.generate(question()));
    assert.equal(error.kind, "network");
    assert.match(error.message, /^127\.0\.0\.1:1 cannot be reached/);
  }
});

Deno.test("a server of something else is no model", async () => {
  const pages = ["<html>hello</html>", "data: <html>\n\n", ""];
  for (const page of pages) {
    await using server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      () => new Response(page),
    );
    const origin = `http://127.0.0.1:${server.addr.port}`;
    for (
      const variables of [
        { GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: origin },
        { LLM_MODEL: "openai:x", OPENAI_BASE_URL: origin },
      ] as Record<string, string>[]
    ) {
      const model = await openModel(variables);
      const error = await failure(model.generate(question()));
      assert.equal(error.kind, "network", `${page} ${Deno.inspect(error)}`);
    }
  }
});

Deno.test("nothing is sent on to where a server redirects", async () => {
  await using other = servers.openai({ steps: [{ text: "no" }] });
  await using server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    () => Response.redirect(`${other.url}/chat/completions`, 307),
  );
  const origin = `http://127.0.0.1:${server.addr.port}`;
  for (
    const variables of [
      { GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: origin },
      { LLM_MODEL: "openai:x", OPENAI_BASE_URL: origin, OPENAI_API_KEY: KEY },
    ] as Record<string, string>[]
  ) {
    const model = await openModel(variables);
    assert.equal((await failure(model.generate(question()))).kind, "network");
  }
  assert.equal(other.seen.length, 0);
});

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

forEach(
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

forEach(
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

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries++) {
    assert.ok(tries < 500, "it never came");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
