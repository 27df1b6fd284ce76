import assert from "node:assert/strict";
import type { ChatRequest, Turn } from "../../src/llm/chat_model.ts";
import { fixture } from "../_fixture.ts";
import {
  type FakeOpenAiOptions,
  FakeOpenAiServer,
} from "../fixtures/fake_openai_server.ts";
import { failure, KEY, openModel, question, variablesFor } from "./_models.ts";

const tools = [{
  name: "search_docs",
  description: "Searches.",
  parameters: { type: "object", properties: { query: { type: "string" } } },
}];

const asked: ChatRequest = { ...question(), tools };

/** A question, its calls, their results, and the answer to those. */
async function callAndAnswer(options: FakeOpenAiOptions) {
  const server = new FakeOpenAiServer(options);
  server.steps.push({ text: "Done." });
  const model = await openModel(variablesFor(server));
  const { turn } = await model.generate(asked);
  const results = turn.calls.map(({ id, name }) => ({ id, name, text: "x" }));
  const turns: Turn[] = [...asked.turns, turn, { role: "tool", results }];
  const { turn: last } = await model.generate({ ...asked, turns });
  await server[Symbol.asyncDispose]();
  return { server, turn, last };
}

Deno.test("a server with OpenAI's API is asked with the key and the settings", async () => {
  await using server = new FakeOpenAiServer({ steps: [{ text: "a" }] });
  const model = await openModel({
    ...variablesFor(server),
    LLM_TEMPERATURE: "0",
    LLM_MAX_TOKENS: "100",
  });
  await model.generate(asked);
  const [{ path, headers, body }] = server.seen;
  assert.equal(path, "/v1/chat/completions");
  assert.equal(headers.authorization, `Bearer ${KEY}`);
  assert.deepEqual(body, {
    model: "gpt-test",
    messages: [
      { role: "system", content: "Answer." },
      { role: "user", content: "How?" },
    ],
    tools: [{
      type: "function",
      function: {
        name: "search_docs",
        description: "Searches.",
        parameters: {
          type: "object",
          properties: { query: { type: "string" } },
        },
      },
    }],
    stream: true,
    stream_options: { include_usage: true },
    temperature: 0,
    max_tokens: 100,
  });
});

Deno.test("a server that asks for no key is sent none, whatever the environment of the process holds", async () => {
  await using server = new FakeOpenAiServer({
    steps: [{ text: "a" }, { text: "b" }],
  });
  const before = new Map<string, string | undefined>();
  for (const name of ["OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID"]) {
    before.set(name, Deno.env.get(name));
    Deno.env.set(name, KEY);
  }
  try {
    for (
      const variables of [
        { LLM_MODEL: "ollama:qwen3:8b", OLLAMA_HOST: server.origin },
        { LLM_MODEL: "openai:qwen3", OPENAI_BASE_URL: server.url },
      ] as Record<string, string>[]
    ) {
      const model = await openModel(variables);
      await model.generate(question());
    }
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) Deno.env.delete(name);
      else Deno.env.set(name, value);
    }
  }
  assert.equal(server.seen[0].body.model, "qwen3:8b");
  assert.ok(!JSON.stringify(server.seen).includes(KEY));
});

Deno.test("what a model refuses is left out, and from then on", async () => {
  await using server = new FakeOpenAiServer({
    refuses: ["temperature", "max_tokens", "stream_options"],
    steps: [{ text: "a" }, { text: "b" }],
  });
  const model = await openModel(variablesFor(server));
  for (const text of ["a", "b"]) {
    assert.equal((await model.generate(question())).turn.text, text);
  }
  assert.equal(server.seen.length, 5);
  const { body } = server.seen[4];
  assert.equal(body.max_completion_tokens, 2048);
  assert.ok(!("temperature" in body || "max_tokens" in body));
});

Deno.test("a refusal of a field that cannot be left out is told", async () => {
  await using server = new FakeOpenAiServer({ refuses: ["messages"] });
  const model = await openModel(variablesFor(server));
  const error = await failure(model.generate(question()));
  assert.equal(error.kind, "refused");
  assert.match(error.message, /'messages' is not supported/);
  assert.equal(server.seen.length, 1);
});

Deno.test("arguments that are no JSON object are given as they were written, and go back as none", async () => {
  const broken = ['{"query": "a', "[1]", "null", "query: a"];
  for (const text of broken) {
    const { server, turn, last } = await callAndAnswer({
      steps: [{ calls: [{ name: "search_docs", arguments: text }] }],
    });
    assert.deepEqual(turn.calls[0].arguments, {});
    assert.equal(turn.calls[0].broken, text);
    assert.equal(
      server.seen[1].body.messages[2].tool_calls[0].function.arguments,
      "{}",
    );
    assert.equal(last.text, "Done.");
  }
});

Deno.test("a call without arguments is not a broken one", async () => {
  const { turn } = await callAndAnswer({
    steps: [{ calls: [{ name: "search_docs", arguments: "" }] }],
  });
  assert.deepEqual(turn.calls[0].arguments, {});
  assert.equal(turn.calls[0].broken, undefined);
});

Deno.test("calls side by side are told apart, in pieces by their places and whole by their ids", async () => {
  const calls = ["a", "b", "c"].map((query) => ({
    name: "search_docs",
    arguments: { query },
  }));
  for (const manner of ["openai", "ollama"] as const) {
    const { turn, last } = await callAndAnswer({ manner, steps: [{ calls }] });
    assert.deepEqual(
      turn.calls.map((call) => call.arguments.query),
      ["a", "b", "c"],
    );
    assert.equal(last.text, "Done.");
  }
});

Deno.test("what a gateway sends along with a call goes back with it", async () => {
  const extra = { google: { thought_signature: "c2ln" } };
  const { server, last } = await callAndAnswer({
    extra,
    steps: [{ thoughts: "Hm.", calls: [{ name: "search_docs" }] }],
  });
  assert.equal(last.text, "Done.");
  const [, , message] = server.seen[1].body.messages;
  assert.deepEqual(message.tool_calls[0].extra_content, extra);
  assert.equal(message.reasoning_content, "Hm.");
});

Deno.test("a model is kept from calling the tools that stay declared", async () => {
  await using server = new FakeOpenAiServer({ steps: [{ text: "a" }] });
  const model = await openModel(variablesFor(server));
  await model.generate({ ...asked, toolChoice: "none" });
  assert.equal(server.seen[0].body.tool_choice, "none");
  assert.equal(server.seen[0].body.tools.length, 1);
});

Deno.test("thoughts that a server left in the text are taken out", async () => {
  await using server = new FakeOpenAiServer({
    steps: [{ text: ["<thi", "nk>Let me", " see.</th", "ink>\n", "\nYes."] }],
  });
  const model = await openModel(variablesFor(server));
  let told = "";
  const { turn } = await model.generate(question(), (text) => told += text);
  assert.equal(turn.text, "Yes.");
  assert.equal(told, "Yes.");
});

Deno.test("a model that Ollama does not have is named with how to get it", async () => {
  await using server = new FakeOpenAiServer({ models: [], manner: "ollama" });
  const model = await openModel({
    LLM_MODEL: "ollama:qwen3",
    OLLAMA_HOST: server.origin,
  });
  const error = await failure(model.generate(question()));
  assert.equal(error.kind, "unknown_model");
  assert.match(error.message, /model "qwen3" not found, try pulling it first/);
  assert.match(error.next!, /ollama pull qwen3/);
});

Deno.test("an address without the API is told as such, not as a model that is unknown", async () => {
  await using server = new FakeOpenAiServer();
  const model = await openModel({
    LLM_MODEL: "openai:x",
    OPENAI_BASE_URL: server.origin,
  });
  const error = await failure(model.generate(question()));
  assert.equal(error.kind, "refused");
  assert.match(error.next!, /Check the address http:/);
});

Deno.test("the fake of OpenAI refuses what OpenAI refuses", async () => {
  await using server = new FakeOpenAiServer();
  const user = { role: "user", content: "x" };
  const call = (id: string) => ({
    id,
    type: "function",
    function: { name: "f", arguments: "{}" },
  });
  const calls = {
    role: "assistant",
    content: null,
    tool_calls: [call("a"), call("b")],
  };
  const answer = (id: string) => ({
    role: "tool",
    tool_call_id: id,
    content: "x",
  });
  const wrong: [unknown, RegExp][] = [
    [{ messages: [user], top_k: 1 }, /Unrecognized request argument.*top_k/],
    [{ messages: [] }, /empty array/],
    [{ messages: [user, calls, answer("a")] }, /did not have response.* b$/],
    [{ messages: [user, calls, answer("a"), user] }, /did not have response/],
    [{ messages: [user, answer("a")] }, /must be a response to/],
    [
      { messages: [user, calls, answer("a"), answer("c")] },
      /must be a response to/,
    ],
    [{ messages: [{ role: "user", content: null }] }, /Invalid value/],
    [
      {
        messages: [user],
        tools: [{ type: "function", function: { name: "a.b" } }],
      },
      /does not match pattern/,
    ],
  ];
  const send = (body: unknown) =>
    fetch(`${server.url}/chat/completions`, {
      method: "POST",
      body: JSON.stringify(body),
    });
  for (const [body, message] of wrong) {
    const response = await send(body);
    assert.equal(response.status, 400);
    assert.match((await response.json()).error.message, message);
  }
  server.steps.push({ text: ["a", "b"] });
  const response = await send({ messages: [user] });
  assert.equal((await response.json()).choices[0].message.content, "ab");
});

Deno.test("a fake runs as a program of its own and tells what it was sent", async () => {
  const folder = await Deno.makeTempDir();
  const script = `${folder}/script.json`;
  await Deno.writeTextFile(script, JSON.stringify([{ text: "Hello." }]));
  for (const name of ["gemini", "openai"]) {
    const { command, args } = fixture(`fake_${name}_server.ts`, script);
    const child = new Deno.Command(command, {
      args,
      stdout: "piped",
      stderr: "null",
    }).spawn();
    try {
      const reader = child.stdout.pipeThrough(new TextDecoderStream())
        .getReader();
      const url = (await reader.read()).value!.trim();
      reader.releaseLock();
      const model = await openModel(
        name === "gemini"
          ? { GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: url }
          : { LLM_MODEL: "openai:x", OPENAI_BASE_URL: url },
      );
      const { turn } = await model.generate(question());
      assert.equal(turn.text, "Hello.");
      const seen = await (await fetch(new URL("/seen", url))).json();
      assert.equal(seen.length, 1);
    } finally {
      child.kill();
      await child.status;
      await child.stdout.cancel().catch(() => {});
    }
  }
  await Deno.remove(folder, { recursive: true });
});
