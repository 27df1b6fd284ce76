import assert from "node:assert/strict";
import type { ChatRequest } from "../../src/llm/chat_model.ts";
import { FakeGeminiServer } from "../fixtures/fake_gemini_server.ts";
import { failure, KEY, openModel, question, variablesFor } from "./_models.ts";

const tools = [{
  name: "search_docs",
  description: "Searches.",
  parameters: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { query: { type: "string" } },
    required: ["query"],
  },
}];

Deno.test("Gemini is asked with the key in a header, and with the settings", async () => {
  await using server = new FakeGeminiServer({ steps: [{ text: "a" }] });
  const model = await openModel({
    ...variablesFor(server),
    LLM_MODEL: "gemini:gemini-3-flash",
    LLM_TEMPERATURE: "0",
    LLM_MAX_TOKENS: "100",
  });
  assert.equal(model.name, "gemini:gemini-3-flash");
  await model.generate(question("どうやって?"));
  const [{ path, headers, body }] = server.seen;
  assert.match(
    path,
    /^\/v1(?:beta)?\/models\/gemini-3-flash:streamGenerateContent\?alt=sse$/,
  );
  assert.equal(headers["x-goog-api-key"], KEY);
  assert.deepEqual(body.generationConfig, {
    temperature: 0,
    maxOutputTokens: 100,
  });
  assert.deepEqual(body.systemInstruction.parts, [{ text: "Answer." }]);
  assert.deepEqual(body.contents, [{
    role: "user",
    parts: [{ text: "どうやって?" }],
  }]);
});

Deno.test("Gemini gets its own content back unchanged, signatures and thoughts and all", async () => {
  await using server = new FakeGeminiServer({
    steps: [{
      thoughts: "Hm.",
      text: ["I shall", " look."],
      calls: [
        { name: "search_docs", arguments: { query: "a" } },
        { name: "search_docs", arguments: { query: "b" } },
      ],
    }, { text: "Done." }],
  });
  const model = await openModel(variablesFor(server));
  const request: ChatRequest = { ...question(), tools };
  const { turn } = await model.generate(request);
  const results = turn.calls.map(({ id, name }) => ({ id, name, text: "x" }));
  results[1] = { ...results[1], ...{ isError: true } };
  await model.generate({
    ...request,
    turns: [...request.turns, turn, { role: "tool", results }],
  });
  const [{ body: first }, { body: second }] = server.seen;
  assert.deepEqual(second.contents[1], {
    role: "model",
    parts: [
      { text: "Hm.", thought: true },
      { text: "I shall" },
      { text: " look." },
      {
        functionCall: { name: "search_docs", args: { query: "a" } },
        thoughtSignature: btoa("signature 1"),
      },
      { functionCall: { name: "search_docs", args: { query: "b" } } },
    ],
  });
  assert.deepEqual(second.contents[2], {
    role: "user",
    parts: [
      {
        functionResponse: { name: "search_docs", response: { output: "x" } },
      },
      { functionResponse: { name: "search_docs", response: { error: "x" } } },
    ],
  });
  assert.deepEqual(first.tools, [{
    functionDeclarations: [{
      name: "search_docs",
      description: "Searches.",
      parametersJsonSchema: {
        type: "object",
        properties: { query: { type: "string" } },
        required: ["query"],
      },
    }],
  }]);
});

Deno.test("Gemini's own ids of calls go back with the results", async () => {
  await using server = new FakeGeminiServer({ steps: [{ text: "Done." }] });
  const model = await openModel(variablesFor(server));
  const functionCall = { id: "g-1", name: "search_docs", args: {} };
  await model.generate({
    ...question(),
    tools,
    turns: [
      { role: "user", text: "How?" },
      {
        role: "model",
        text: "",
        calls: [{ id: "g-1", name: "search_docs", arguments: {} }],
        native: {
          role: "model",
          parts: [{
            functionCall,
            thoughtSignature: "skip_thought_signature_validator",
          }],
        },
      },
      {
        role: "tool",
        results: [{ id: "g-1", name: "search_docs", text: "x" }],
      },
    ],
  });
  const { contents } = server.seen[0].body;
  assert.equal(contents[2].parts[0].functionResponse.id, "g-1");
});

Deno.test("Gemini is kept from calling the tools that stay declared", async () => {
  await using server = new FakeGeminiServer({ steps: [{ text: "a" }] });
  const model = await openModel(variablesFor(server));
  await model.generate({ ...question(), tools, toolChoice: "none" });
  const { toolConfig, tools: sent } = server.seen[0].body;
  assert.deepEqual(toolConfig, { functionCallingConfig: { mode: "NONE" } });
  assert.equal(sent[0].functionDeclarations.length, 1);
});

Deno.test("a call that Gemini got wrong is an answer with what came", async () => {
  await using server = new FakeGeminiServer({
    steps: [{ finish: "broken call" }],
  });
  const model = await openModel(variablesFor(server));
  const { turn, finish } = await model.generate({ ...question(), tools });
  assert.equal(finish, "stop");
  assert.deepEqual(turn.calls, []);
});

Deno.test("a model of Gemini's that is gone is named with a current one", async () => {
  await using server = new FakeGeminiServer();
  const model = await openModel({
    ...variablesFor(server),
    LLM_MODEL: "gemini-1.5-flash",
  });
  const error = await failure(model.generate(question()));
  assert.equal(error.kind, "unknown_model");
  assert.match(
    error.message,
    /does not know the model gemini-1\.5-flash; a current one is gemini-flash-latest/,
  );
  assert.equal(error.next, "Set LLM_MODEL=gemini-flash-latest.");
});

Deno.test("the fake of Gemini refuses what Gemini refuses", async () => {
  await using server = new FakeGeminiServer();
  const user = { role: "user", parts: [{ text: "x" }] };
  const call = { functionCall: { name: "f", args: {} } };
  const signed = {
    ...call,
    thoughtSignature: "skip_thought_signature_validator",
  };
  const answer = {
    role: "user",
    parts: [{ functionResponse: { name: "f", response: {} } }],
  };
  const wrong: [unknown, RegExp][] = [
    [{ contents: [user], maxTokens: 1 }, /Unknown name "maxTokens"/],
    [
      { contents: [user], generationConfig: { max_tokens: 1 } },
      /Unknown name "max_tokens" at 'generationConfig'/,
    ],
    [{ contents: [] }, /contents is not specified/],
    [{ contents: [{ role: "system", parts: [] }] }, /valid role/],
    [{ contents: [{ role: "user", parts: [] }] }, /must not be empty/],
    [
      { contents: [user, { role: "model", parts: [call] }, answer] },
      /missing a thought_signature/,
    ],
    [
      {
        contents: [
          user,
          { role: "model", parts: [{ ...call, thoughtSignature: "mine" }] },
          answer,
        ],
      },
      /Invalid thought signature/,
    ],
    [
      { contents: [user, { role: "model", parts: [signed, call] }, answer] },
      /number of function response parts/,
    ],
  ];
  for (const version of ["v1", "v1beta"]) {
    for (const [body, message] of wrong) {
      const response = await fetch(
        `${server.url}/${version}/models/m:generateContent`,
        {
          method: "POST",
          headers: { "x-goog-api-key": "k" },
          body: JSON.stringify(body),
        },
      );
      assert.equal(response.status, 400);
      assert.match((await response.json()).error.message, message);
    }
    server.steps.push({ text: ["a", "b"] });
    const response = await fetch(
      `${server.url}/${version}/models/m:generateContent`,
      {
        method: "POST",
        headers: { "x-goog-api-key": "k" },
        body: JSON.stringify({ contents: [user] }),
      },
    );
    const { candidates: [{ content, finishReason }] } = await response.json();
    assert.equal(content.parts[1].text, "b");
    assert.equal(finishReason, "STOP");
  }
});
