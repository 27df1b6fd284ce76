import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type ChildOptions,
  ChildTransport,
} from "../../src/upstream/child_transport.ts";
import { keptLog } from "../mcp/_library.ts";
import { fixture } from "../_fixture.ts";
import { lives, until } from "./_upstreams.ts";

/** A message of the child's. */
interface Said {
  id?: unknown;
  method?: string;
  // deno-lint-ignore no-explicit-any -- whatever it says.
  params?: any;
  error?: { message: string };
}

/** A transport that is about to be started, and what it tells. */
function transportOf(options: Partial<ChildOptions>) {
  const { log, lines } = keptLog();
  const transport = new ChildTransport({
    name: "geo",
    command: "no-such-program-1",
    args: [],
    env: {},
    ...options,
  }, log);
  const messages: Said[] = [];
  const ends: (string | undefined)[] = [];
  transport.onmessage = (message) => void messages.push(message as Said);
  transport.onclose = () => void ends.push(transport.ended);
  return { transport, messages, ends, lines };
}

/** A child that does what it is told, ended after the test. */
async function withChild(
  faults: string[],
  test: (child: ReturnType<typeof begin>) => Promise<void>,
  options: Partial<ChildOptions> = {},
): Promise<void> {
  const child = begin(faults, options);
  await child.transport.start();
  try {
    await test(child);
  } finally {
    child.transport.kill();
    await child.transport.close();
  }
}

function begin(faults: string[], options: Partial<ChildOptions>) {
  const child = transportOf({
    ...fixture("faulty_child.ts", ...faults),
    ...options,
  });
  const { transport, messages } = child;
  const tell = (method: string, params = {}) =>
    transport.send({ jsonrpc: "2.0", method, params });
  /** Has it do something that it answers with a message. */
  const asked = async (method: string, params = {}) => {
    const before = messages.length;
    await tell(method, params);
    await until(() => messages.length > before);
    return messages.at(-1)!.params;
  };
  return { ...child, tell, asked };
}

const encoder = new TextEncoder();

/** What a server may write as one line. */
const message = fc.record({
  jsonrpc: fc.constant("2.0"),
  method: fc.constantFrom("notifications/message", "ping"),
  params: fc.dictionary(
    fc.string({ unit: "grapheme", maxLength: 4 }),
    fc.string({ unit: "grapheme", maxLength: 40 }),
    { maxKeys: 3 },
  ),
});

Deno.test("messages arrive whole and in order wherever their bytes are cut, in the middle of a character too", () =>
  withChild([], async ({ tell, messages }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(message, { minLength: 1, maxLength: 4 }),
        fc.constantFrom("\n", "\r\n", "\n\n"),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        async (sent, lineEnd, cuts) => {
          messages.length = 0;
          const bytes = encoder.encode(
            sent.map((it) => JSON.stringify(it) + lineEnd).join(""),
          );
          const at = cuts.map((cut) => Math.floor(cut * bytes.length))
            .sort((a, b) => a - b);
          const pieces = [0, ...at].map((from, number) => [
            ...bytes.subarray(from, at[number] ?? bytes.length),
          ]);
          await tell("write", { pieces });
          await until(() => messages.length === sent.length);
          // As JSON: `__proto__` is a name like others there.
          assert.equal(JSON.stringify(messages), JSON.stringify(sent));
        },
      ),
      { numRuns: 40 },
    );
  }));

Deno.test("a message that comes byte by byte arrives whole", () =>
  withChild([], async ({ tell, messages }) => {
    const sent = { jsonrpc: "2.0", method: "m", params: { 設定: "🫢é" } };
    const bytes = encoder.encode(JSON.stringify(sent) + "\n");
    await tell("write", { pieces: [...bytes].map((byte) => [byte]) });
    await until(() => messages.length > 0);
    assert.deepEqual(messages, [sent]);
  }));

Deno.test("a child gets what it is sent, in order, however much at once", () =>
  withChild([], async ({ transport, messages }) => {
    const params = (at: number) => ({ at, text: "設定🫢".repeat(at) });
    const all = Array.from(
      { length: 200 },
      (_, at) =>
        transport.send({ jsonrpc: "2.0", method: "echo", params: params(at) }),
    );
    await Promise.all(all);
    await until(() => messages.length === 200);
    for (const [at, said] of messages.entries()) {
      assert.deepEqual(said.params, params(at));
    }
  }));

Deno.test("lines that are no messages are left out and complained of, without secrets; those around them arrive", () =>
  withChild([], async ({ tell, messages, lines }) => {
    const notMessages = [
      "Welcome! {",
      "x".repeat(300),
      "key is hush-hush-hush",
      "5",
      "null",
      '"text"',
      "{}",
      '{"jsonrpc":"1.0","method":"m"}',
      '{"jsonrpc":"2.0","id":1}',
      '{"jsonrpc":"2.0","id":{},"result":{}}',
      '{"jsonrpc":"2.0","method":5}',
    ];
    const good = (at: number) => `{"jsonrpc":"2.0","method":"m${at}"}`;
    const text = [
      "",
      "  ",
      ...notMessages.flatMap((line, at) => [line, good(at)]),
    ];
    await tell("write", {
      pieces: [[...encoder.encode(text.join("\n") + "\n")]],
    });
    await until(() => messages.length === notMessages.length);
    assert.deepEqual(
      messages.map(({ method }) => method),
      notMessages.map((_, at) => `m${at}`),
    );
    assert.equal(lines.length, notMessages.length);
    for (const line of lines) {
      assert.match(line, / WARNING geo: a line that is no /);
    }
    assert.match(lines[0], /no JSON is left out: Welcome! \{$/);
    assert.ok(lines[1].length < 300);
    assert.match(lines[2], /key is \*\*\*$/);
    assert.match(lines[3], /no message: 5$/);
  }, { env: { API_KEY: "hush-hush-hush" } }));

Deno.test("messages that come in one array are taken one by one", () =>
  withChild([], async ({ tell, messages, lines }) => {
    const batch = [{ jsonrpc: "2.0", method: "a" }, 5, {
      jsonrpc: "2.0",
      id: 1,
      result: {},
    }];
    const line = JSON.stringify(batch) + "\n";
    await tell("write", { pieces: [[...encoder.encode(line)]] });
    await until(() => messages.length === 2);
    assert.deepEqual(messages, [batch[0], batch[2]]);
    assert.equal(lines.length, 1);
  }));

Deno.test("after twenty complaints only those who look for a fault hear more", () =>
  withChild([], async ({ tell, asked, lines }) => {
    const noise = encoder.encode("noise\n".repeat(30));
    await tell("write", { pieces: [[...noise]] });
    await asked("echo");
    const count = (level: string) =>
      lines.filter((line) => line.includes(` ${level} geo: a line`)).length;
    assert.deepEqual([count("WARNING"), count("DEBUG")], [20, 10]);
  }));

Deno.test("an answer that is too long becomes an error with its id, wherever that stands; others are left out", () =>
  withChild([], async ({ tell, messages, lines }) => {
    const length = 64 * 1024 * 1024;
    const long = [
      ['{"jsonrpc":"2.0","id":7,"result":{"x":"', '"}}'],
      ['{"result":{"x":"', '"},"jsonrpc":"2.0","id":"八"}'],
      ['{"jsonrpc":"2.0","method":"m","params":{"id":9,"x":"', '"}}'],
    ];
    for (const [before, after] of long) {
      await tell("long", { before, length, after });
    }
    await tell("echo", { 後: 1 });
    await until(() => messages.length === 3);
    assert.deepEqual(messages.map(({ id }) => id), [7, "八", undefined]);
    assert.deepEqual(messages[2].params, { 後: 1 });
    for (const { error } of messages.slice(0, 2)) {
      assert.match(error!.message, /more than 67108864 characters/);
    }
    assert.equal(lines.filter((it) => /over 67108864 char/.test(it)).length, 3);
  }));

Deno.test("what a child says on stderr is for those who look for a fault, without secrets", () =>
  withChild([], async ({ tell, lines }) => {
    await tell("complain", { text: "one\n\n二 hush-hush-hush" });
    await until(() => lines.length === 2);
    assert.match(lines[0], / DEBUG geo: one$/);
    assert.match(lines[1], / DEBUG geo: 二 \*\*\*$/);
  }, { env: { API_KEY: "hush-hush-hush" } }));

Deno.test("a child gets the variables and the folder that it is given, and nothing else", async () => {
  const cwd = Deno.realPathSync(Deno.makeTempDirSync());
  try {
    const env = { A: "1", 名: "前" };
    await withChild([], async ({ transport, asked }) => {
      assert.deepEqual(await asked("where"), { cwd });
      // Deno itself sets more for its programs.
      const given = Deno.readTextFileSync(`/proc/${transport.pid}/environ`);
      assert.deepEqual(given.split("\0").filter(Boolean).sort(), [
        "A=1",
        "名=前",
      ]);
    }, { env, cwd });
  } finally {
    Deno.removeSync(cwd);
  }
});

Deno.test("a child that ends before anything is said to it is told by its exit code, and its last words", () =>
  withChild(["exit=3"], async ({ transport, ends, lines, tell }) => {
    await until(() => ends.length > 0);
    assert.deepEqual(ends, ["it ended with exit code 3"]);
    assert.ok(
      lines.some((it) => / WARNING geo: last words: cannot begin$/.test(it)),
    );
    await assert.rejects(tell("echo"), /^Error: it does not read any more$/);
    await transport.close();
    assert.equal(ends.length, 1);
    assert.equal(transport.ended, "it ended with exit code 3");
  }));

Deno.test("what a child says before it ends arrives before its end is told", () =>
  withChild([], async ({ tell, messages, ends, lines }) => {
    await tell("end", { code: 0 });
    await until(() => ends.length > 0);
    assert.deepEqual(messages.map(({ params }) => params), [{ last: true }]);
    assert.deepEqual(ends, ["it ended with exit code 0"]);
    assert.ok(!lines.some((it) => it.includes("last words")));
  }));

Deno.test("a child that is ended by a signal is told by its name", () =>
  withChild([], async ({ transport, asked, ends }) => {
    await asked("echo");
    Deno.kill(transport.pid!, "SIGKILL");
    await until(() => ends.length > 0);
    assert.deepEqual(ends, ["it was ended by SIGKILL"]);
  }));

Deno.test("kill() ends a child at once", () =>
  withChild(["stubborn"], async ({ transport, asked, ends }) => {
    await asked("echo");
    const started = performance.now();
    transport.kill();
    await until(() => ends.length > 0);
    assert.ok(performance.now() - started < 1_500);
  }));

Deno.test("close() lets a child end by itself at the end of its stdin", async () => {
  for (
    const [fault, how] of [
      ["", "it was stopped"],
      ["late=0", "it was stopped"],
      ["late=4", "it ended with exit code 4"],
    ]
  ) {
    await withChild([fault], async ({ transport, asked, ends }) => {
      await asked("echo");
      const started = performance.now();
      await Promise.all([transport.close(), transport.close()]);
      assert.ok(performance.now() - started < 1_900, fault);
      assert.deepEqual(ends, [how]);
      assert.equal(transport.pid, undefined);
    });
  }
});

for (
  const [fault, signals, least, most] of [
    ["deaf", "SIGTERM", 1_990, 3_900],
    ["stubborn", "SIGTERM, then SIGKILL", 3_990, 8_000],
  ] as const
) {
  Deno.test(`close() gives a ${fault} child two seconds and ${signals}`, () =>
    withChild([fault], async ({ transport, asked, ends }) => {
      await asked("echo");
      const pid = transport.pid!;
      const started = performance.now();
      await transport.close();
      const took = performance.now() - started;
      assert.ok(took >= least && took < most, `${took} ms`);
      assert.ok(!lives(pid));
      assert.deepEqual(ends, ["it was stopped"]);
    }));
}

Deno.test("a child that closes its stdout is of no use, and is ended", async () => {
  const { transport, ends } = transportOf({
    command: "/bin/sh",
    args: ["-c", "exec >&-; while :; do read line || sleep 1; done"],
    env: { PATH: Deno.env.get("PATH")! },
  });
  await transport.start();
  const pid = transport.pid!;
  try {
    await until(() => ends.length > 0);
    assert.deepEqual(ends, ["it was ended by SIGKILL"]);
    assert.ok(!lives(pid));
  } finally {
    await transport.close();
  }
});

for (const how of ["close", "end", "kill"] as const) {
  Deno.test(`what a child has started ends with it: ${how}`, () =>
    withChild([], async ({ transport, asked, tell, ends }) => {
      const { pid } = await asked("spawn");
      assert.ok(lives(pid));
      if (how === "end") await tell("end", { code: 1 });
      else await transport[how]();
      await until(() => ends.length > 0 && !lives(pid));
    }, { env: { PATH: Deno.env.get("PATH")! } }));
}

Deno.test("start() says what is wrong where a program cannot be started", () => {
  const { command } = fixture("faulty_child.ts");
  const nothing = /^Error: there is no such program, or no such folder to run/;
  assert.throws(() => transportOf({}).transport.start(), nothing);
  assert.throws(
    () => transportOf({ command, cwd: "/no/such/folder" }).transport.start(),
    nothing,
  );
  const file = Deno.makeTempFileSync();
  try {
    assert.throws(
      () => transportOf({ command: file }).transport.start(),
      /^Error: it cannot be started \(PermissionDenied\)$/,
    );
  } finally {
    Deno.removeSync(file);
  }
});

Deno.test("close() of what was never started does nothing", async () => {
  const { transport, ends } = transportOf({});
  await transport.close();
  transport.kill();
  assert.deepEqual([ends, transport.ended, transport.pid], [
    [],
    undefined,
    undefined,
  ]);
});
