import assert from "node:assert/strict";
import { type LoopOptions, toolLoop } from "../../src/answer/tool_loop.ts";
import type { OfferedTool } from "../../src/answer/toolbox.ts";
import type { ChatReply, ToolCall } from "../../src/llm/chat_model.ts";
import { ScriptedModel } from "./_scripted_model.ts";

/** A reply that calls tools. */
function calling(
  ...calls: {
    name: string;
    arguments?: ToolCall["arguments"];
    broken?: string;
  }[]
): Partial<ChatReply> {
  return {
    turn: {
      role: "model",
      text: "",
      calls: calls.map((call, at) => ({
        arguments: {},
        ...call,
        id: `c${at}`,
      })),
    },
    finish: "tool_calls",
  };
}

/** A tool that doubles a number, after a while. */
function double(log: string[] = []): OfferedTool {
  return {
    name: "double",
    upstream: "maths",
    description: "Doubles",
    parameters: {
      type: "object",
      properties: { n: { type: "integer", minimum: 0 } },
      required: ["n"],
    },
    async call({ n }) {
      log.push(`begins ${n}`);
      await new Promise((resolve) => setTimeout(resolve, 20 - (n as number)));
      log.push(`ends ${n}`);
      if (n === 13) throw new Error("maths fears 13");
      return { text: String(2 * (n as number)), isError: n === 7 };
    },
  };
}

function options(
  tool: OfferedTool,
  over: Partial<LoopOptions> = {},
): LoopOptions {
  return {
    system: "s",
    turns: [{ role: "user", text: "q" }],
    tools: [tool],
    mostCalls: 8,
    present: (_call, _tool, { text }) => Promise.resolve(`<${text}>`),
    ...over,
  };
}

Deno.test("toolLoop() runs the calls of a turn side by side and tells their results in order", async () => {
  const log: string[] = [];
  const model = new ScriptedModel(
    calling({ name: "double", arguments: { n: 1 } }, {
      name: "double",
      arguments: { n: 9 },
    }),
    "Two and eighteen.",
  );
  const { reply, calls, limited, usage } = await toolLoop(
    model,
    options(double(log)),
  );
  assert.equal(reply.turn.text, "Two and eighteen.");
  assert.deepEqual(log, ["begins 1", "begins 9", "ends 9", "ends 1"]);
  const [, , results] = model.asked[1].turns;
  assert.deepEqual(results, {
    role: "tool",
    results: [
      { id: "c0", name: "double", text: "<2>", isError: false },
      { id: "c1", name: "double", text: "<18>", isError: false },
    ],
  });
  assert.deepEqual(
    calls.map((call) => ({ ...call, took_ms: 0 })),
    [1, 9].map((n) => ({
      upstream: "maths",
      tool: "double",
      arguments: { n },
      is_error: false,
      chars: n === 1 ? 1 : 2,
      took_ms: 0,
    })),
  );
  assert.equal(limited, false);
  assert.deepEqual(usage, { input_tokens: 200, output_tokens: 20 });
});

Deno.test("toolLoop() makes exactly as many calls of the model as it may, the last with tools but none to be called", async () => {
  for (const mostCalls of [1, 2, 8]) {
    const endless = Array.from(
      { length: 9 },
      () => calling({ name: "double", arguments: { n: 2 } }),
    );
    const model = new ScriptedModel(...endless);
    const { limited, calls } = await toolLoop(
      model,
      options(double(), { mostCalls }),
    );
    assert.equal(model.asked.length, mostCalls);
    assert.deepEqual(
      model.asked.map(({ toolChoice }) => toolChoice),
      [...Array(mostCalls - 1).fill("auto"), "none"],
    );
    assert.ok(model.asked.every(({ tools }) => tools?.length === 1));
    assert.equal(calls.length, mostCalls - 1);
    assert.equal(limited, mostCalls > 1);
  }
});

Deno.test("toolLoop() gives wrong arguments back with the schema, and calls nothing", async () => {
  const log: string[] = [];
  for (
    const [call, said] of [
      [
        { name: "double", arguments: { n: "x" } },
        /arguments of double are wrong: [^]*integer[^]*Its schema: \{"type":"object"/,
      ],
      [{ name: "double", arguments: {} }, /wrong: [^]*"n"[^]*Its schema/],
      [{ name: "double", broken: "{n:" }, /no JSON object\. Its schema/],
      [{ name: "triple" }, /no tool triple\. Tools: double\./],
    ] as const
  ) {
    const model = new ScriptedModel(calling(call), "Sorry.");
    const { calls } = await toolLoop(model, options(double(log)));
    const turn = model.asked[1].turns.at(-1)!;
    assert.ok(turn.role === "tool");
    assert.match(turn.results[0].text, said);
    assert.equal(turn.results[0].isError, true);
    assert.equal(calls[0].is_error, true);
  }
  assert.deepEqual(log, []);
});

Deno.test("toolLoop() tells the model of a tool that fails, and goes on", async () => {
  const model = new ScriptedModel(
    calling({ name: "double", arguments: { n: 13 } }, {
      name: "double",
      arguments: { n: 7 },
    }),
    "It failed.",
  );
  const { calls } = await toolLoop(model, options(double()));
  const turn = model.asked[1].turns.at(-1)!;
  assert.ok(turn.role === "tool");
  assert.deepEqual(turn.results.map(({ text, isError }) => [text, isError]), [
    ["<maths fears 13>", true],
    ["<14>", true],
  ]);
  assert.deepEqual(calls.map(({ is_error }) => is_error), [true, true]);
});

Deno.test("toolLoop() ends when it is aborted", async () => {
  const controller = new AbortController();
  const tool = double();
  tool.call = () => {
    controller.abort();
    return Promise.reject(new Error("gone"));
  };
  const model = new ScriptedModel(
    calling({ name: "double", arguments: { n: 1 } }),
  );
  await assert.rejects(
    toolLoop(model, options(tool, { signal: controller.signal })),
    { name: "AbortError" },
  );
});
