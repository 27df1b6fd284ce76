import assert from "node:assert/strict";
import type { Answer, Sent } from "../../src/answer/answer.ts";
import { askWithTools } from "../../src/answer/ask_with_tools.ts";
import type { ToolProvider } from "../../src/answer/toolbox.ts";
import { type ChatReply, ModelError } from "../../src/llm/chat_model.ts";
import { withLibrary } from "../mcp/_library.ts";
import { ScriptedModel } from "./_scripted_model.ts";

const POOL = "How many connections does the pool open at most?";

/** A server with one tool, which tells the weather. */
const WEATHER: ToolProvider = {
  name: "weather",
  about: "",
  tools: [{
    name: "now",
    upstream: "weather",
    description: "Tells the weather",
    parameters: { type: "object", properties: {} },
    call: () => Promise.resolve({ text: "It rains in Oslo.", isError: false }),
  }],
  force: [],
  drop: [],
};

const CALL: Partial<ChatReply> = {
  turn: {
    role: "model",
    text: "",
    calls: [{ id: "1", name: "now", arguments: {} }],
  },
  finish: "tool_calls",
};

function said(text: string, finish: ChatReply["finish"]): Partial<ChatReply> {
  return { turn: { role: "model", text, calls: [] }, finish };
}

/** What a scripted model and the weather make of a question. */
async function answered(
  question: string,
  replies: ConstructorParameters<typeof ScriptedModel>,
  { minScore = 0, weather = WEATHER } = {},
): Promise<Answer> {
  let answer: Answer | undefined;
  await withLibrary(async ({ openIndex }) => {
    const open = openIndex();
    const sent: Sent[] = [];
    const model = new ScriptedModel(...replies);
    answer = await askWithTools(
      question,
      {
        index: open.index,
        searcher: await open.searcher(),
        minScore,
        contextChars: 30_000,
        model: {
          open: () => Promise.resolve(model),
          required: false,
          announce: (it) => sent.push(it),
          settings: "scripted",
        },
      },
      { k: 1 },
      { providers: [weather], titles: [], mostCalls: 8 },
    );
    assert.equal(sent.length > 0, true, "it was said before it was sent");
    open.close();
  });
  return answer!;
}

Deno.test("askWithTools() says when an answer with tools was cut, stopped, or in the wrong language", async () => {
  for (
    const [reply, warning] of [
      [said("It rains in Oslo [1]. And", "length"), /LLM_MAX_TOKENS/],
      [said("It rains in Oslo [1].", "blocked"), /safety rules/],
      [said("オスロでは雨が降っています。", "stop"), /in Japanese/],
    ] as const
  ) {
    const { mode, warnings } = await answered("Is it raining in Oslo?", [
      ...["weather", CALL, reply],
    ]);
    assert.equal(mode, "model");
    assert.ok(warnings.some((it) => warning.test(it)), `${warnings}`);
  }
});

Deno.test("askWithTools() quotes the documents where the model says nothing, with calls or without", async () => {
  for (
    const replies of [
      ["weather", CALL, ""],
      ["weather", CALL, "Sources:\n- [1] nothing else"],
      ["weather", CALL, said("", "blocked")],
      ["weather", ""],
      ["chitchat", ""],
      ["knowledge", " \n"],
      ["knowledge", "[9]"],
    ]
  ) {
    const answer = await answered(POOL, replies);
    assert.equal(answer.mode, "extractive", JSON.stringify(replies));
    assert.match(answer.answer, /maxConnections = 20/);
    assert.match(answer.warnings[0], /scripted gave no answer/);
    const calls = answer.tool_calls ?? [];
    assert.equal(calls.length, replies.includes(CALL) ? 1 : 0);
  }
});

Deno.test("askWithTools() tells what was sent although the model failed, or the documents have nothing", async () => {
  const failure = new ModelError("busy", "it is overloaded.", "Try later.");
  const failed = await answered(POOL, ["weather", CALL, failure]);
  assert.equal(failed.mode, "extractive");
  assert.deepEqual(failed.warnings, ["it is overloaded. Try later."]);
  assert.deepEqual(failed.sent, { host: "model.test", sections: 1, chars: 17 });
  assert.equal(failed.tool_calls?.length, 1);
  const silent = await answered("height of Everest", ["knowledge"], {
    minScore: 0.999,
  });
  assert.equal(silent.mode, "none");
  assert.deepEqual(silent.sent, { host: "model.test", sections: 0, chars: 0 });
});

Deno.test("askWithTools() bounds what many results have together, and says where they were cut", async () => {
  const text = "雨".repeat(50_000);
  const calls = Array.from({ length: 4 }, (_, at) => ({
    id: `${at}`,
    name: "now",
    arguments: {},
  }));
  const weather: ToolProvider = {
    ...WEATHER,
    tools: [{
      ...WEATHER.tools[0],
      call: () => Promise.resolve({ text, isError: false }),
    }],
  };
  const { sent, tool_calls } = await answered("Is it raining in Oslo?", [
    "weather",
    { turn: { role: "model", text: "", calls }, finish: "tool_calls" },
    "It rains.",
  ], { weather });
  assert.equal(tool_calls!.length, 4);
  // Four times LLM_CONTEXT_CHARS, and the marks.
  assert.ok(sent!.chars >= 120_000 && sent!.chars < 120_500, `${sent!.chars}`);
});
