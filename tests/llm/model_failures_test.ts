import assert from "node:assert/strict";
import { ModelError } from "../../src/llm/chat_model.ts";
import {
  failure,
  KEY,
  openModel,
  question,
  servers,
  testEach,
  until,
} from "./_models.ts";

testEach(
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

testEach(
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

testEach(
  "a server that asks for a long pause is given up at once",
  [{ status: 429, retryAfter: 3600 }],
  async ({ server, model }) => {
    const error = await failure(model.generate(question()));
    assert.equal(error.kind, "busy");
    assert.equal(server.seen.length, 1);
  },
);

testEach(
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

testEach(
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

testEach(
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

testEach(
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

testEach(
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

testEach(
  "an error in the middle of a stream is told and not tried again",
  [{ text: "The first", then: "error" }],
  async ({ server, model }) => {
    const error = await failure(model.generate(question(), () => {}));
    assert.equal(error.kind, "busy");
    assert.match(error.message, /overloaded|had an error/);
    assert.equal(server.seen.length, 1);
  },
);

testEach(
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

testEach(
  "an answer may take longer than LLM_TIMEOUT while its pieces keep coming",
  [{ text: ["a", "b", "c", "d", "e", "f"], delay: 250 }],
  async ({ model }) => {
    const { turn } = await model.generate(question());
    assert.equal(turn.text, "abcdef");
  },
  { LLM_TIMEOUT: "1" },
);

testEach(
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

testEach(
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

testEach(
  "a signal that was aborted before keeps everything from being sent",
  [{ text: "no" }],
  async ({ server, model }) => {
    const signal = AbortSignal.abort();
    const error = await failure(model.generate({ ...question(), signal }));
    assert.equal(error.name, "AbortError");
    assert.equal(server.seen.length, 0);
  },
);

testEach(
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
