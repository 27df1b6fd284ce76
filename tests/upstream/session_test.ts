import assert from "node:assert/strict";
import { InMemoryTransport, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Message } from "../../src/upstream/message.ts";
import {
  type OpenOptions,
  Session,
  type SessionEvents,
} from "../../src/upstream/session.ts";
import { UpstreamError } from "../../src/upstream/upstream_error.ts";
import { keptLog } from "../mcp/_library.ts";
import {
  type Answer,
  FakeChild,
  fakeChildren,
  fakeConfig,
  GREETING,
  RpcError,
} from "./_fake_child.ts";
import { until } from "./_upstreams.ts";

const forever = new AbortController().signal;
const config = fakeConfig();

/** What a session tells, kept. */
function events(onRequest: SessionEvents["onRequest"] = () => {
  throw new UpstreamError("refused", "nobody", -32601);
}) {
  const notifications: Message[] = [], ends: string[] = [];
  return {
    notifications,
    ends,
    onNotification: (message: Message) => void notifications.push(message),
    onRequest,
    onEnd: (reason: string) => void ends.push(reason),
  };
}

/** Opens a session with a fake child. */
async function opened(
  answer: Answer = () => ({}),
  told = events(),
  options: Partial<OpenOptions> = {},
) {
  const { children, transport } = fakeChildren(() => answer);
  const { log, lines } = keptLog();
  const session = await Session.open(config, told, log, {
    answers: false,
    transport,
    ...options,
  });
  const child = children.at(-1)!;
  return { session, child, children, told, lines };
}

Deno.test("a session greets, and has what the server says of itself", async () => {
  const { session, child } = await opened();
  assert.deepEqual(child.methods, ["initialize", "notifications/initialized"]);
  assert.deepEqual(session.about, {
    info: GREETING.serverInfo,
    capabilities: GREETING.capabilities,
    instructions: "指示",
    era: "legacy",
  });
  assert.equal(session.pid, 1);
  await session.close();
});

Deno.test("results come as they are, whatever they are, and params go as they are", async () => {
  const results = [{ content: 5 }, { 名: null, nested: { a: [1] } }, {}];
  const { session, child } = await opened(({ method, params }) =>
    method === "m" ? results[params.at] : {}
  );
  for (const [at, result] of results.entries()) {
    const message = { method: "m", params: { at, _meta: { x: 1 }, "": 0 } };
    assert.deepEqual(await session.send(message, { signal: forever }), result);
    assert.deepEqual(child.got.at(-1)!.params, message.params);
  }
  await session.close();
});

Deno.test("what the server refuses is refused with its code and message", async () => {
  const { session } = await opened(({ method }) => {
    if (method === "null") return null;
    if (method === "initialize") return {};
    throw new RpcError(-32042, "not today");
  });
  await assert.rejects(session.send({ method: "m" }, { signal: forever }), {
    failure: "refused",
    code: -32042,
    message: "not today",
  });
  await assert.rejects(session.send({ method: "null" }, { signal: forever }), {
    failure: "refused",
    message: "the result is null",
  });
  await session.close();
});

Deno.test("each call hears its own progress, in order and before its result, and none after it", async () => {
  const say = (child: FakeChild, progressToken: unknown, progress: number) =>
    child.say({
      method: "notifications/progress",
      params: { progressToken, progress },
    });
  const { session, child, told } = await opened(({ method, params }, child) => {
    if (method !== "m") return {};
    const { progressToken } = params._meta;
    for (const step of [1, 2, 3]) {
      say(child, progressToken, params.base + step);
    }
    return {};
  });
  const heard: unknown[][] = [[], []];
  await Promise.all([10, 20].map(async (base, at) => {
    await session.send({ method: "m", params: { base, _meta: { x: 1 } } }, {
      signal: forever,
      onProgress: ({ progress }) => void heard[at].push(progress),
    });
    heard[at].push("result");
  }));
  assert.deepEqual(heard, [
    [11, 12, 13, "result"],
    [21, 22, 23, "result"],
  ]);
  const { progressToken, x } = child.got.at(-1)!.params._meta;
  assert.equal(x, 1);
  for (const token of [progressToken, "unknown", undefined]) {
    say(child, token, 99);
  }
  assert.equal(heard.flat().includes(99), false);
  assert.deepEqual(told.notifications, []);
  await session.close();
});

Deno.test("a call that is given up is cancelled in the server, and its late answer is nobody's", async () => {
  let answered: ((result: unknown) => void) | undefined;
  const { session, child, lines } = await opened(({ method }) =>
    method === "m" ? new Promise((resolve) => answered = resolve) : {}
  );
  const abort = new AbortController();
  const call = session.send({ method: "m" }, { signal: abort.signal });
  await until(() => answered !== undefined);
  const { id } = child.got.at(-1)!;
  abort.abort(new UpstreamError("timeout", "too long"));
  await assert.rejects(call, { failure: "timeout", message: "too long" });
  assert.deepEqual(child.got.at(-1)!.params, {
    requestId: id,
    reason: "too long",
  });
  answered!({});
  assert.deepEqual(
    await session.send({ method: "n" }, { signal: forever }),
    {},
  );
  assert.deepEqual(lines, []);
  await session.close();
});

Deno.test("calls under way crash with why the server ended, and the owner hears it once", async () => {
  const { session, child, told } = await opened(({ method }) =>
    method === "m" ? undefined : {}
  );
  const calls = [1, 2].map(() =>
    session.send({ method: "m" }, { signal: forever })
  );
  const ended = Promise.allSettled(calls);
  child.die("it ended with exit code 7");
  await ended;
  for (const call of calls) {
    await assert.rejects(call, {
      failure: "crashed",
      message: "it ended with exit code 7",
    });
  }
  assert.deepEqual(told.ends, ["it ended with exit code 7"]);
  await assert.rejects(session.send({ method: "m" }, { signal: forever }), {
    failure: "crashed",
    message: "it ended with exit code 7",
  });
  await session.close();
  assert.equal(told.ends.length, 1);
});

Deno.test("who closes a session need not be told that it has ended, but its calls are", async () => {
  const { session, told } = await opened(({ method }) =>
    method === "m" ? undefined : {}
  );
  const call = session.send({ method: "m" }, { signal: forever });
  call.catch(() => {});
  await session.close();
  await assert.rejects(call, { failure: "crashed", message: "it was stopped" });
  assert.deepEqual(told.ends, []);
});

Deno.test("notifications go to the owner, except progress and cancellation", async () => {
  const { session, child, told } = await opened();
  const methods = ["message", "tools/list_changed", "progress", "cancelled"];
  for (const method of methods) {
    child.say({ method: `notifications/${method}`, params: { data: "変" } });
  }
  assert.deepEqual(
    told.notifications.map(({ method }) => method),
    ["notifications/message", "notifications/tools/list_changed"],
  );
  assert.deepEqual(told.notifications[0].params, { data: "変" });
  await session.close();
});

Deno.test("questions of the server are answered by the owner, if it was said that they are", async () => {
  for (const answers of [true, false]) {
    const asked: Message[] = [];
    const answer = { action: "accept", content: { 名前: "花子" } };
    const told = events((message) => {
      asked.push(message);
      return Promise.resolve(answer);
    });
    const { session, child } = await opened(undefined, told, { answers });
    const { capabilities } = child.got[0].params;
    assert.equal("elicitation" in capabilities, answers);
    assert.equal("sampling" in capabilities, answers);
    const requestedSchema = { type: "object", properties: {}, "x-odd": [1] };
    const params = { message: "お名前は？", requestedSchema };
    child.say({ id: "q1", method: "elicitation/create", params });
    await until(() => child.got.some(({ id }) => id === "q1"));
    const reply = child.got.find(({ id }) => id === "q1") as unknown as Record<
      string,
      unknown
    >;
    if (answers) {
      assert.deepEqual(asked, [{ method: "elicitation/create", params }]);
      assert.deepEqual(reply.result, answer);
    } else {
      assert.deepEqual(asked, []);
      assert.equal((reply.error as { code: number }).code, -32601);
    }
    await session.close();
  }
});

for (const method of ["initialize", "notifications/initialized"]) {
  Deno.test(`a server that ends at ${method} has no session, and is said to have ended so`, async () => {
    const { children, transport } = fakeChildren(() => (message, child) => {
      if (message.method === method) child.die("it ended with exit code 3");
      return {};
    });
    const told = events();
    const opening = Session.open(config, told, keptLog().log, {
      answers: false,
      transport,
    });
    await assert.rejects(opening, /^Error: it ended with exit code 3$/);
    assert.equal(children.length, 1);
    assert.deepEqual(told.ends, []);
  });
}

Deno.test("an opening that is given up ends the server", async () => {
  const { children, transport } = fakeChildren(() => () => undefined);
  const abort = new AbortController();
  const opening = Session.open(config, events(), keptLog().log, {
    answers: false,
    transport,
    signal: abort.signal,
  });
  opening.catch(() => {});
  await until(() => children[0]?.got.length === 1);
  abort.abort();
  await assert.rejects(opening, /^Error: it was stopped$/);
  assert.equal(children[0].ended, "it was stopped");
});

Deno.test("why a server cannot be reached is said without its address and without keys", async () => {
  const url = "https://host.test/mcp?key=hush";
  const remote = {
    ...config,
    connection: { url, headers: { authorization: "Bearer s3cret-token" } },
  };
  const messages = [
    ["fetch failed", "it cannot be reached"],
    [`bad answer of ${url} to s3cret-token`, "bad answer of … to ***"],
  ];
  for (const [message, said] of messages) {
    const child = new FakeChild();
    child.start = () => Promise.reject(new Error(message));
    Object.defineProperty(child, "ended", { value: undefined });
    const opening = Session.open(remote, events(), keptLog().log, {
      answers: false,
      transport: () => child,
    });
    await assert.rejects(opening, { message: said });
  }
});

Deno.test("a server lives that answers a ping, be it with an error, and not one that is silent", async () => {
  for (
    const [answer, lives] of [["pong", true], ["error", true], ["none", false]]
  ) {
    const { session } = await opened(({ method }) => {
      if (method !== "ping" || answer === "pong") return {};
      if (answer === "error") throw new RpcError(-32601, "what?");
      return undefined;
    });
    assert.equal(await session.isAlive(30), lives, `${answer}`);
    await session.close();
  }
});

Deno.test("a session remembers when the server was last heard of, whatever it said", async () => {
  const { session, child } = await opened();
  const before = performance.now();
  assert.ok(session.heard <= before);
  child.say({ method: "notifications/progress", params: {} });
  assert.ok(session.heard >= before);
  await session.close();
});

Deno.test("kill() ends the server at once, and the owner hears of it", async () => {
  const { session, child, told } = await opened();
  session.kill();
  assert.equal(child.ended, "it was ended by SIGKILL");
  assert.deepEqual(told.ends, ["it was ended by SIGKILL"]);
  await session.close();
});

Deno.test("resources are subscribed to by a request, and by another no more", async () => {
  const { session, child } = await opened();
  await session.subscribe("test://1", true, forever);
  await session.subscribe("test://1", false, forever);
  assert.deepEqual(
    child.got.slice(2).map(({ method, params }) => [method, params]),
    [
      ["resources/subscribe", { uri: "test://1" }],
      ["resources/unsubscribe", { uri: "test://1" }],
    ],
  );
  await session.close();
});

/** The SDK's server of 2026-07-28 alone, in this process. */
function modernServers() {
  let began = 0;
  const transport = () => {
    began++;
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    serveStdio(() => {
      const server = new McpServer({ name: "modern", version: "2" });
      server.registerTool("t", {}, () => ({
        content: [{ type: "text", text: "新" }],
      }));
      return server;
    }, { transport: theirs, legacy: "reject" });
    return ours;
  };
  return { transport, began: () => began };
}

Deno.test("a server that refuses initialize is greeted in the way of 2026-07-28, and at once if it is known", async () => {
  for (const era of [undefined, "modern"] as const) {
    const { transport, began } = modernServers();
    const told = events();
    const session = await Session.open(config, told, keptLog().log, {
      answers: false,
      transport,
      era,
    });
    assert.equal(began(), era === undefined ? 2 : 1);
    assert.equal(session.about.era, "modern");
    assert.equal(session.about.info?.name, "modern");
    const { tools } = await session.send({ method: "tools/list" }, {
      signal: forever,
    }) as { tools?: { name: string }[] };
    assert.deepEqual(tools!.map(({ name }) => name), ["t"]);
    assert.equal(await session.isAlive(5_000), true);
    await assert.rejects(
      session.send({ method: "logging/setLevel" }, { signal: forever }),
      { failure: "refused", code: -32601 },
    );
    assert.deepEqual(told.ends, []);
    await session.close();
    assert.deepEqual(told.ends, []);
  }
});
