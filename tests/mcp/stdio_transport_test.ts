import assert from "node:assert/strict";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { StdioTransport } from "../../src/mcp/stdio_transport.ts";
import { keptLog } from "./_library.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** A transport over chunks, and what came through it in both directions. */
async function transported(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  answer?: (
    message: JSONRPCMessage,
    send: (message: JSONRPCMessage) => void,
  ) => void,
) {
  const written: string[] = [];
  const { log, lines } = keptLog();
  async function* input() {
    yield* chunks;
  }
  const transport = new StdioTransport({
    input: input(),
    write(text) {
      written.push(text);
      return Promise.resolve();
    },
  }, log);
  const messages: JSONRPCMessage[] = [];
  transport.onmessage = (message) => {
    messages.push(message);
    answer?.(message, (answer) => void transport.send(answer));
  };
  await transport.start();
  await transport.ended;
  return { messages, lines, written: written.map((it) => JSON.parse(it)) };
}

/** Answers every request at once. */
function echo(
  message: JSONRPCMessage,
  send: (message: JSONRPCMessage) => void,
): void {
  if ("method" in message && "id" in message) {
    send({ jsonrpc: "2.0", id: message.id!, result: { of: message.method } });
  }
}

Deno.test("StdioTransport puts a message together wherever it was cut", async () => {
  const message = {
    jsonrpc: "2.0" as const,
    id: 1,
    method: "tools/call",
    params: { name: "search_docs", arguments: { query: "設定🫢ファイル" } },
  };
  const line = bytes(JSON.stringify(message) + "\r\n");
  for (let cut = 0; cut <= line.length; cut++) {
    const { messages } = await transported(
      [line.subarray(0, cut), line.subarray(cut)],
      echo,
    );
    assert.deepEqual(messages, [message], `cut at ${cut}`);
  }
  const single = Array.from(line, (byte) => Uint8Array.of(byte));
  assert.deepEqual((await transported(single, echo)).messages, [message]);
});

Deno.test("StdioTransport goes on after lines that are no messages", async () => {
  const ping = '{"jsonrpc":"2.0","id":2,"method":"ping"}';
  const { messages, written, lines } = await transported(
    [bytes(
      `garbage\n\n{"half":\n\u0000\u0007\n[1]\n[]\n{}\nnull\n3\n"x"\n{"jsonrpc":"1.0","id":7,"method":"x"}\n{"jsonrpc":"2.0","id":"a","method":5}\n${ping}\n`,
    )],
    echo,
  );
  assert.deepEqual(messages, [JSON.parse(ping)]);
  assert.ok(lines.some((it) => it.includes("is not JSON")));
  assert.ok(!lines.join().includes("garbage"), "what was said is not logged");
  const errors = written.filter((it) => it.error);
  // The lines that are not JSON, by JSON-RPC 2.0, section 5.1.
  const unread = errors.filter((it) => it.error.code === -32700);
  assert.deepEqual(unread.map((it) => it.id), [null, null, null]);
  assert.ok(
    errors.every((it) => it.error.code === -32600 || it.error.code === -32700),
  );
  assert.deepEqual(
    errors.map((it) => it.id).filter((id) => id !== null),
    [7, "a"],
  );
  assert.deepEqual(written.at(-1), {
    jsonrpc: "2.0",
    id: 2,
    result: { of: "ping" },
  });
});

Deno.test("StdioTransport reads lines that begin with a BOM", async () => {
  const ping = (id: number) =>
    `\ufeff{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`;
  const { messages } = await transported([bytes(ping(1) + ping(2))], echo);
  assert.deepEqual(messages.map((it) => "id" in it && it.id), [1, 2]);
});

Deno.test("StdioTransport survives lines of 10 MB and more", async () => {
  const long = (megabytes: number, id: number) =>
    bytes(
      `{"jsonrpc":"2.0","id":${id},"method":"x","params":{"q":"${
        "あ".repeat(megabytes * 1024 * 1024)
      }"}}\n`,
    );
  const { messages, lines } = await transported(
    [
      long(10, 1),
      long(17, 2),
      bytes('{"jsonrpc":"2.0","id":3,"method":"y"}\n'),
    ],
    echo,
  );
  assert.deepEqual(messages.map((it) => "id" in it && it.id), [1, 3]);
  assert.ok(lines.some((it) => /a message has over \d+ characters/.test(it)));
});

Deno.test("StdioTransport answers a batch with one array", async () => {
  const { written } = await transported(
    [bytes(
      '[{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","method":"n"},{"jsonrpc":"2.0","id":2,"method":"b"}]\n',
    )],
    echo,
  );
  assert.deepEqual(written, [[
    { jsonrpc: "2.0", id: 1, result: { of: "a" } },
    { jsonrpc: "2.0", id: 2, result: { of: "b" } },
  ]]);
});

Deno.test("StdioTransport ends after the answers that are under way, not before", async () => {
  const { written } = await transported(
    [bytes('{"jsonrpc":"2.0","id":1,"method":"slow"}\n')],
    (message, send) => setTimeout(() => echo(message, send), 100),
  );
  assert.equal(written.length, 1);
});

Deno.test("StdioTransport waits for no answer to what was cancelled, nor for ever", async () => {
  const request = '{"jsonrpc":"2.0","id":1,"method":"slow"}\n';
  const cancel =
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n';
  let started = performance.now();
  await transported([bytes(request + cancel)]);
  assert.ok(performance.now() - started < 500);
  started = performance.now();
  await transported([bytes(request)]);
  assert.ok(performance.now() - started < 1_500);
});

Deno.test("StdioTransport ends when nobody reads its answers", async () => {
  let stopReading = () => {};
  async function* input() {
    yield bytes('{"jsonrpc":"2.0","id":1,"method":"a"}\n');
    await new Promise<void>((resolve) => stopReading = resolve);
  }
  const transport = new StdioTransport({
    input: input(),
    write: () => Promise.reject(new Deno.errors.BrokenPipe("gone")),
  }, keptLog().log);
  transport.onmessage = (message) =>
    echo(message, (answer) => void transport.send(answer));
  await transport.start();
  await transport.ended;
  stopReading();
});
