import assert from "node:assert/strict";
import {
  Client,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { mcpEndpoint } from "../../src/mcp/http/mcp_endpoint.ts";
import { type HttpOptions, httpServer } from "../../src/http/http_server.ts";
import { probeRoutes } from "../../src/http/probe_routes.ts";
import { mcpRoute } from "../../src/mcp/http/mcp_route.ts";
import { rpcError } from "../../src/mcp/http/rpc_error.ts";
import type { SessionOptions } from "../../src/mcp/http/sessions.ts";
import { keptLog } from "../mcp/_library.ts";

const JSON_HEADERS = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};
const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  },
};

/** Calls of a server's tools. */
interface State {
  started: number;
  aborted: number;
}

/** A server with a tool that waits and one that says much, in each era. */
function waitingServer(state: State): McpServer {
  const server = new McpServer({ name: "test", version: "1" });
  const wait = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener("abort", () => {
        state.aborted++;
        clearTimeout(timer);
        resolve();
      });
    });
  server.registerTool("big", {}, () => {
    state.started++;
    return { content: [{ type: "text", text: "x".repeat(20_000_000) }] };
  });
  server.registerTool("wait", {}, async ({ mcpReq }) => {
    state.started++;
    await wait(400, mcpReq.signal);
    return { content: [{ type: "text", text: "waited" }] };
  });
  return server;
}

interface Running {
  base: string;
  url: string;
  lines: string[];
  state: State;
  stop(): Promise<void>;
}

async function withServer(
  test: (server: Running) => Promise<void>,
  { ready = true, timeLimit, ...options }:
    & Partial<HttpOptions>
    & SessionOptions
    & { ready?: true | string; timeLimit?: number } = {},
): Promise<void> {
  const { log, lines } = keptLog();
  const state: State = { started: 0, aborted: 0 };
  const endpoint = mcpEndpoint(() => waitingServer(state), log, options);
  const routes = [
    ...probeRoutes(() => ready),
    mcpRoute("/mcp", endpoint, { timeLimit }),
  ];
  const server = httpServer(routes, log, {
    hostname: "127.0.0.1",
    port: 0,
    hosts: [],
    origins: [],
    errors: rpcError,
    notFound: "the protocol is at /mcp",
    ...options,
  });
  const base = `http://127.0.0.1:${server.port}`;
  try {
    await test({ base, url: `${base}/mcp`, lines, state, stop: server.stop });
  } finally {
    await server.stop();
  }
}

const post = (url: string, body: unknown, headers = {}) =>
  fetch(url, {
    method: "POST",
    headers: { ...JSON_HEADERS, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

/** A status, its body read to the end. */
async function status(reply: Promise<Response>): Promise<number> {
  const { status, body } = await reply;
  await body?.cancel();
  return status;
}

/** Sends a Host header that fetch would not send; null sends none. */
async function statusForHost(
  base: string,
  host: string | null,
  path = "/mcp",
): Promise<number> {
  const { port } = new URL(base);
  const connection = await Deno.connect({ hostname: "127.0.0.1", port: +port });
  await connection.write(new TextEncoder().encode(
    host === null
      ? `GET ${path} HTTP/1.0\r\n\r\n`
      : `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  ));
  const buffer = new Uint8Array(100);
  const read = await connection.read(buffer) ?? 0;
  connection.close();
  const text = new TextDecoder().decode(buffer.subarray(0, read));
  return Number(text.split(" ")[1]);
}

Deno.test("requests to other hosts and from other origins get 403", () =>
  withServer(async ({ base, url }) => {
    for (
      const host of ["evil.test", "127.0.0.1.evil.test", "10.0.0.1", "a b"]
    ) {
      const got = await statusForHost(base, host);
      assert.ok(got === 403 || got === 400, `${host}: ${got}`);
    }
    for (
      const host of ["localhost:1", "127.0.0.1", "[::1]:3000", "docs.test"]
    ) {
      // Let in, and told that a session begins otherwise.
      assert.equal(await statusForHost(base, host), 400, host);
    }
    for (
      const origin of [
        "https://evil.test",
        "null",
        "http://localhost:1",
        "https://page.test.evil",
      ]
    ) {
      for (const at of [url, `${base}/healthz`, `${base}/nothing`]) {
        const got = await status(post(at, initialize, { origin }));
        assert.equal(got, 403, `${origin} at ${at}`);
      }
    }
    assert.equal(await status(post(url, initialize, { origin: base })), 200);
  }, { hosts: ["docs.test"] }));

Deno.test("pages of a named origin are let in by CORS, others are told nothing", () =>
  withServer(async ({ url }) => {
    const preflight = (origin: string) =>
      fetch(url, {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "POST" },
      });
    const allowed = await preflight("https://page.test");
    assert.equal(allowed.status, 204);
    assert.equal(
      allowed.headers.get("access-control-allow-origin"),
      "https://page.test",
    );
    const refused = await preflight("https://other.test");
    assert.equal(refused.status, 403);
    assert.equal(refused.headers.get("access-control-allow-origin"), null);
    await refused.body?.cancel();
    const reply = await post(url, initialize, { origin: "https://page.test" });
    assert.match(
      reply.headers.get("access-control-expose-headers")!,
      /mcp-session-id/,
    );
    await reply.body?.cancel();
  }, { origins: ["https://page.test"] }));

Deno.test("a token, where there is one, is asked for at /mcp and nowhere else", () =>
  withServer(async ({ base, url }) => {
    for (
      const authorization of [
        "",
        "Bearer",
        "Bearer no",
        "Basic s3cret",
        "Bearer s3cret2",
      ]
    ) {
      const reply = await post(url, initialize, { authorization });
      assert.equal(reply.status, 401, authorization);
      assert.equal(reply.headers.get("www-authenticate"), "Bearer");
      await reply.body?.cancel();
    }
    const authorization = "Bearer s3cret";
    assert.equal(await status(post(url, initialize, { authorization })), 200);
    assert.equal(await status(fetch(`${base}/healthz`)), 200);
  }, { token: "s3cret" }));

Deno.test("bodies that are too large, not JSON or of another type are refused", () =>
  withServer(async ({ url }) => {
    const big = JSON.stringify({ ...initialize, x: "x".repeat(1024 * 1024) });
    assert.equal(await status(post(url, big)), 413);
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)),
    });
    const request = new Request(url, {
      method: "POST",
      headers: JSON_HEADERS,
      body: endless,
    });
    assert.equal(await status(fetch(request)), 413);
    const broken = await post(url, '{"jsonrpc":');
    assert.equal(broken.status, 400);
    assert.equal((await broken.json()).error.code, -32700);
    assert.equal(
      await status(post(url, initialize, { "content-type": "text/plain" })),
      415,
    );
  }));

Deno.test("probes are answered whatever Host they name, and tell nothing of the documents", () =>
  withServer(async ({ base }) => {
    for (const host of ["10.0.0.1:8080", "pod-1.cluster.local", null]) {
      for (const path of ["/healthz", "/readyz"]) {
        assert.equal(await statusForHost(base, host, path), 200, `${host}`);
      }
      assert.equal(await statusForHost(base, host, "/mcp"), 403, `${host}`);
      assert.equal(await statusForHost(base, host, "/"), 403, `${host}`);
    }
    assert.equal(await (await fetch(`${base}/healthz`)).text(), "ok\n");
    assert.equal(await (await fetch(`${base}/readyz`)).text(), "ready\n");
  }));

Deno.test("methods that the protocol does not have get 405 and hear which it has", () =>
  withServer(async ({ url }) => {
    for (const method of ["PUT", "PATCH", "HEAD", "PROPFIND"]) {
      const reply = await fetch(url, { method });
      await reply.body?.cancel();
      assert.equal(reply.status, 405, method);
      assert.equal(reply.headers.get("allow"), "GET, POST, DELETE, OPTIONS");
    }
    for (const method of ["GET", "DELETE"]) {
      const reply = await fetch(url, {
        method,
        headers: { "mcp-protocol-version": "2026-07-28" },
      });
      assert.equal(reply.status, 405, method);
      assert.equal(reply.headers.get("allow"), "POST");
      assert.match((await reply.json()).error.message, /before 2026-07-28/);
    }
  }));

Deno.test("who accepts anything is taken to accept JSON and event streams", () =>
  withServer(async ({ url }) => {
    const accepting = (accept: string) =>
      status(post(url, initialize, { accept }));
    assert.equal(await accepting("*/*"), 200);
    assert.equal(await accepting("text/html, */*"), 200);
    assert.equal(await accepting("text/html"), 406);
    // MCP 2025-11-25 wants both named.
    assert.equal(await accepting("application/json"), 406);
    const { headers } = await post(url, initialize, { accept: "*/*" });
    const session = headers.get("mcp-session-id")!;
    const stream = await fetch(url, {
      headers: { accept: "*/*", "mcp-session-id": session },
    });
    assert.equal(stream.headers.get("content-type"), "text/event-stream");
    await stream.body?.cancel();
  }));

Deno.test("replies are JSON, and a stream where progress is asked for", () =>
  withServer(async ({ url }) => {
    const first = await post(url, initialize);
    const session = first.headers.get("mcp-session-id")!;
    assert.match(first.headers.get("content-type")!, /^application\/json/);
    assert.equal((await first.json()).result.protocolVersion, "2025-11-25");
    const headers = { "mcp-session-id": session };
    const call = { jsonrpc: "2.0", id: 2, method: "tools/list" };
    const listed = await post(url, call, headers);
    assert.match(listed.headers.get("content-type")!, /^application\/json/);
    assert.equal((await listed.json()).result.tools.length, 2);
  }));

/** Begins a session; gives the header that names it. */
async function begin(url: string): Promise<Record<string, string>> {
  const reply = await post(url, initialize);
  await reply.body?.cancel();
  return { "mcp-session-id": reply.headers.get("mcp-session-id")! };
}

const waiting = (id: string | number, _meta?: Record<string, unknown>) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "wait", arguments: {}, _meta },
});

const cancelling = (requestId: string | number) => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId },
});

/** Time in which a request that was sent has come to the server. */
const sent = () => new Promise((resolve) => setTimeout(resolve, 100));

Deno.test("a second request with the id of one under way is refused, and the first gets its answer", () =>
  withServer(async ({ url }) => {
    const session = await begin(url);
    const first = post(url, waiting(7), session);
    await sent();
    const ping = (id: unknown) => ({ jsonrpc: "2.0", id, method: "ping" });
    for (const body of [waiting(7), ping(7), [ping(8), ping(7)]]) {
      const second = await post(url, body, session);
      assert.equal(second.status, 400);
      const { id, error } = await second.json();
      assert.deepEqual([id, error.code], [null, -32600]);
      assert.match(error.message, /the id 7 is under way; each needs an id/);
    }
    const twice = await post(url, [ping("a"), ping("a")], session);
    assert.match((await twice.json()).error.message, /the id "a" is under way/);
    // Neither the text nor those of what was refused are under way.
    for (const id of ["7", 8, "a"]) {
      assert.equal(await status(post(url, ping(id), session)), 200, `${id}`);
    }
    // Nor another client's.
    const other = await begin(url);
    assert.equal(await status(post(url, ping(7), other)), 200);

    const answer = await (await first).json();
    assert.equal(answer.result.content[0].text, "waited");
    assert.equal(await status(post(url, ping(7), session)), 200);
  }));

Deno.test("an id can be used again after a request that the transport refused", () =>
  withServer(async ({ url }) => {
    const session = await begin(url);
    const ping = { jsonrpc: "2.0", id: 3, method: "ping" };
    const wrong = { ...session, "mcp-protocol-version": "1999-01-01" };
    assert.equal(await status(post(url, ping, wrong)), 400);
    const broken = { ...ping, jsonrpc: "1.0" };
    assert.equal(await status(post(url, broken, session)), 400);
    assert.equal(await status(post(url, ping, session)), 200);
  }));

Deno.test("a request that its client cancels ends at once without an answer, and frees its id", () =>
  withServer(async ({ url, state }) => {
    const session = await begin(url);
    const cancelled = post(url, waiting(7), session);
    await sent();
    assert.equal(await status(post(url, cancelling(7), session)), 202);
    assert.equal(await (await cancelled).text(), "");
    assert.equal(state.aborted, 1);
    const again = await post(url, waiting(7), session);
    assert.equal((await again.json()).result.content[0].text, "waited");
    // What is not under way is nothing to cancel.
    assert.equal(await status(post(url, cancelling(7), session)), 202);
  }));

Deno.test("a batch of which one request is cancelled answers the others", () =>
  withServer(async ({ url }) => {
    const session = await begin(url);
    const batch = post(url, [waiting(1), waiting(2)], session);
    await sent();
    await status(post(url, cancelling(2), session));
    const text = await (await batch).text();
    assert.match(text, /"waited"/);
    assert.match(text, /the request was cancelled/);
  }));

Deno.test("a session whose requests were cancelled is forgotten like others", () =>
  withServer(async ({ url }) => {
    const session = await begin(url);
    const cancelled = post(url, waiting(7), session);
    await sent();
    await status(post(url, cancelling(7), session));
    await status(cancelled);
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(await status(post(url, initialize, session)), 404);
  }, { idleMs: 200 }));

Deno.test("sessions are forgotten when they end, are idle, or are too many", () =>
  withServer(async ({ url }) => {
    const begin = async () => {
      const reply = await post(url, initialize);
      await reply.body?.cancel();
      return reply.headers.get("mcp-session-id")!;
    };
    const asks = (session: string) =>
      status(post(url, { jsonrpc: "2.0", id: 2, method: "ping" }, {
        "mcp-session-id": session,
      }));
    const [a, b] = [await begin(), await begin()];
    assert.equal(await asks(a), 200);
    const c = await begin();
    assert.deepEqual(
      [await asks(a), await asks(b), await asks(c)],
      [200, 404, 200],
    );
    const end = fetch(url, {
      method: "DELETE",
      headers: { "mcp-session-id": c },
    });
    assert.equal(await status(end), 200);
    assert.equal(await asks(c), 404);
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(await asks(a), 404);
    const noSession = post(url, { jsonrpc: "2.0", id: 2, method: "ping" });
    assert.equal(await status(noSession), 400);
  }, { most: 2, idleMs: 300 }));

/** `waiting` in the way of 2026-07-28. */
const statelessWait = waiting(1, {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
});
const STATELESS_HEADERS = {
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/call",
  "mcp-name": "wait",
};

Deno.test("requests of 2026-07-28 stand for themselves: ids may be the same, anything may be accepted", () =>
  withServer(async ({ url }) => {
    const headers = { ...STATELESS_HEADERS, accept: "*/*" };
    const replies = await Promise.all(
      [1, 2].map(() => post(url, statelessWait, headers)),
    );
    for (const reply of replies) {
      assert.equal(reply.status, 200);
      assert.equal((await reply.json()).result.content[0].text, "waited");
    }
  }));

Deno.test("a request that takes too long gets 504, and its work is stopped", () =>
  withServer(async ({ url, state }) => {
    const reply = await post(url, statelessWait, STATELESS_HEADERS);
    assert.equal(reply.status, 504);
    assert.match((await reply.json()).error.message, /within 0\.1 s/);
    assert.equal(state.aborted, 1);
  }, { timeLimit: 100 }));

Deno.test("stopping waits for the requests under way and refuses new ones", () =>
  withServer(async ({ url, stop }) => {
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    const waited = client.callTool({ name: "wait", arguments: {} });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const started = performance.now();
    await Promise.all([stop(), waited]);
    assert.ok(performance.now() - started < 2_000);
    assert.deepEqual((await waited).content, [{
      type: "text",
      text: "waited",
    }]);
    await assert.rejects(fetch(url));
  }));

for (const era of ["sessions", "2026-07-28"]) {
  Deno.test(`${era}: stopping ends calls that go on for too long, and says so`, () =>
    withServer(async ({ base, url, stop, state }) => {
      let waited: Promise<Response>;
      if (era === "sessions") {
        const begun = await post(url, initialize);
        await begun.body?.cancel();
        const id = begun.headers.get("mcp-session-id")!;
        waited = post(url, waiting(1), { "mcp-session-id": id });
      } else waited = post(url, statelessWait, STATELESS_HEADERS);
      while (state.started === 0) await new Promise((next) => setTimeout(next));
      await stop();
      const reply = await waited;
      assert.equal(reply.status, 503);
      assert.match((await reply.json()).error.message, /is stopping/);
      assert.equal(state.aborted, 1);
      await assert.rejects(fetch(base));
    }, { lastReplies: 20 }));
}

Deno.test("stopping does not wait for a client that does not read its reply", () =>
  withServer(async ({ base, stop, state }) => {
    const { port } = new URL(base);
    using connection = await Deno.connect({
      hostname: "127.0.0.1",
      port: Number(port),
    });
    const body = JSON.stringify(statelessWait).replace('"wait"', '"big"');
    const head = Object.entries({
      ...JSON_HEADERS,
      ...STATELESS_HEADERS,
      "mcp-name": "big",
      host: "localhost",
      "content-length": String(body.length),
    }).map(([name, value]) => `${name}: ${value}\r\n`).join("");
    await connection.write(
      new TextEncoder().encode(`POST /mcp HTTP/1.1\r\n${head}\r\n${body}`),
    );
    while (state.started === 0) await new Promise((next) => setTimeout(next));
    await stop();
  }, { lastReplies: 20 }));

Deno.test("/readyz tells whether the index is open, and other paths are not there", () =>
  withServer(async ({ base, lines }) => {
    assert.equal(await status(fetch(`${base}/healthz`)), 200);
    assert.equal(await status(fetch(`${base}/readyz`)), 503);
    assert.equal(await status(fetch(`${base}/`)), 404);
    assert.ok(lines.some((line) => /GET \/readyz - 503/.test(line)));
  }, { ready: "the index is not open" }));

Deno.test("a handler that fails gets 500 in its route's form, and only the log hears why", async () => {
  const { log, lines } = keptLog();
  const handle = () => Promise.reject(new Error("secret"));
  const server = httpServer(
    [{ path: "/a", access: "page", handle, errors: rpcError }],
    log,
    {
      hostname: "127.0.0.1",
      port: 0,
      hosts: [],
      origins: [],
      errors: ({ status, message }) => new Response(message, { status }),
      notFound: "nothing",
    },
  );
  const reply = await fetch(`http://127.0.0.1:${server.port}/a`);
  assert.equal(reply.status, 500);
  assert.deepEqual((await reply.json()).error.message, "internal error");
  assert.match(lines[0], /WARNING internal error: Error: secret$/);
  assert.ok(!lines.some((line) => line.includes("GET /a")));
  // Nothing is under way any more.
  const started = performance.now();
  await server.stop();
  assert.ok(performance.now() - started < 2_000);
});
