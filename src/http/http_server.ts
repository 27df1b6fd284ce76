import type { Log } from "../log.ts";
import { settlesWithin } from "../settles_within.ts";
import { Access, type AccessRules } from "./access.ts";
import type { Endpoint } from "./endpoint.ts";
import { readBody } from "./read_body.ts";
import { errorReply } from "./reply.ts";
import { whenEnded } from "./when_ended.ts";

/** How long a request may take until its reply begins, in ms. */
const TIME_LIMIT = 60_000;

/** How long requests under way are waited for at the end, in ms. */
const LAST_REPLIES = 5_000;

/** How long clients are given to read what they are sent at the end, in ms. */
const LAST_BYTES = 1_000;

/** What the protocol's address takes; OPTIONS is a browser's question before. */
const METHODS = ["GET", "POST", "DELETE", "OPTIONS"];

/** The stream of changes of 2026-07-28; before, it was a GET. */
const LISTEN = "subscriptions/listen";

/** Asked by whatever looks after the process, at any address that leads here. */
const PROBES = ["/healthz", "/readyz"];

/** How an HTTP server is set up. */
export interface HttpOptions extends AccessRules {
  hostname: string;
  /** 0 takes any that is free. */
  port: number;
  /** Whether a call could be answered now, or why not. */
  isReady(): boolean | string;
  /** What `/metrics` says, in the text form of Prometheus; there if given. */
  metrics?(): string;
  /** Bytes that a request may have; default 1 MiB. */
  maxBody?: number;
  /** In ms. */
  timeLimit?: number;
  /** How long requests under way are waited for at the end, in ms; for tests. */
  lastReplies?: number;
}

/** A server that listens. */
export interface HttpServer {
  port: number;
  /** Takes no more requests, waits a while for those under way, and ends. */
  stop(): Promise<void>;
}

/**
 * Listens for clients of the protocol. `/healthz` tells that the process lives,
 * `/readyz` that calls can be answered, and neither anything else.
 *
 * @param served at `/mcp`, or each at its path
 * @throws {Deno.errors.AddrInUse} and the like
 */
export function httpServer(
  served: Endpoint | ReadonlyMap<string, Endpoint>,
  log: Log,
  options: HttpOptions,
): HttpServer {
  const endpoints = "handle" in served ? new Map([["/mcp", served]]) : served;
  const access = new Access(options);
  /** End requests that have no reply yet with one that says why. */
  const unanswered = new Set<(reply: Response) => void>();
  let underWay = 0;
  let idle = () => {};
  const server = Deno.serve({
    hostname: options.hostname,
    port: options.port,
    // Deno would print to stdout.
    onListen() {},
    onError(error) {
      log.warning(`internal error: ${error}`);
      log.stack(error);
      return errorReply(500, "internal error");
    },
  }, async (request) => {
    const started = performance.now();
    const said: Said = { path: pathOf(request) };
    underWay++;
    const ended = () => {
      if (--underWay === 0) idle();
    };
    const made = await answer(request, said).catch((error) => {
      ended();
      throw error;
    });
    // What only listens waits for nothing, and would never end by itself.
    const reply = request.method === "POST" && said.rpc !== LISTEN
      ? whenEnded(made, ended)
      : (ended(), made);
    const ms = (performance.now() - started).toFixed(1);
    log.info(
      `${request.method} ${said.path} ${
        said.rpc ?? "-"
      } ${reply.status} ${ms} ms`,
    );
    return reply;
  });

  async function answer(
    request: Request,
    said: Said,
  ): Promise<Response> {
    const refused = PROBES.includes(said.path)
      ? access.refusePage(request)
      : access.refuseHost(request) ?? access.refusePage(request);
    if (refused) return refused;
    const cors = access.corsHeaders(request);
    const reply = await route(request, said);
    for (const [name, value] of Object.entries(cors)) {
      reply.headers.set(name, value);
    }
    return reply;
  }

  async function route(
    request: Request,
    said: Said,
  ): Promise<Response> {
    const { path } = said;
    if (path === "/healthz") return new Response("ok\n");
    if (path === "/readyz") {
      const ready = options.isReady();
      if (ready === true) return new Response("ready\n");
      const why = ready || "the index is not open";
      return new Response(`${why}\n`, { status: 503 });
    }
    if (path === "/metrics" && options.metrics) {
      return access.refuseStranger(request) ?? metrics(options.metrics());
    }
    const endpoint = endpoints.get(path);
    if (endpoint === undefined) {
      const paths = [...endpoints.keys()].join(", ");
      return errorReply(404, `the protocol is at ${paths}`);
    }
    if (!METHODS.includes(request.method)) {
      return errorReply(405, `${request.method} is not for ${path}`, {
        headers: { allow: METHODS.join(", ") },
      });
    }
    if (request.method === "OPTIONS") {
      return new Response(null, { status: 204 });
    }
    return access.refuseStranger(request) ??
      await protocol(endpoint, request, said);
  }

  async function protocol(
    endpoint: Endpoint,
    request: Request,
    said: Said,
  ): Promise<Response> {
    const late = new AbortController();
    const { signal } = request;
    const gone = () => late.abort();
    signal.addEventListener("abort", gone);
    const limit = options.timeLimit ?? TIME_LIMIT;
    const givenUp = Promise.withResolvers<Response>();
    const giveUp = (reply: Response) => {
      gone();
      givenUp.resolve(reply);
    };
    unanswered.add(giveUp);
    const timer = setTimeout(
      () => giveUp(errorReply(504, `no answer within ${limit / 1_000} s`)),
      limit,
    );
    const work = async () => {
      if (request.method !== "POST") {
        return await endpoint.handle(request, undefined, late.signal);
      }
      const read = await readBody(request, options.maxBody);
      if ("refused" in read) return read.refused;
      said.rpc = methodOf(read.body);
      return await endpoint.handle(request, read.body, late.signal);
    };
    try {
      return await Promise.race([work(), givenUp.promise]);
    } finally {
      clearTimeout(timer);
      unanswered.delete(giveUp);
      // A reply that is a stream tells by itself when nobody reads it.
      signal.removeEventListener("abort", gone);
    }
  }

  return {
    port: server.addr.port,
    async stop() {
      const closed = server.shutdown();
      if (underWay > 0) {
        const late = options.lastReplies ?? LAST_REPLIES;
        await settlesWithin(
          new Promise<void>((resolve) => idle = resolve),
          late,
        );
      }
      // Not by a signal of Deno.serve: aborted after shutdown() it throws where
      // nobody can catch it.
      for (const giveUp of unanswered) {
        giveUp(
          errorReply(503, `${options.command ?? "docs serve"} is stopping`),
        );
      }
      // Streams that wait for nothing would never end by themselves.
      await Promise.all(
        [...endpoints.values()].map((endpoint) => endpoint.close()),
      );
      // A client that does not read would keep its connection for ever.
      await settlesWithin(closed, LAST_BYTES);
    },
  };
}

/** Version of the form: Prometheus, Exposition formats, Text-based format. */
function metrics(text: string): Response {
  return new Response(text, {
    headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
  });
}

/** What the log says of a request. */
interface Said {
  path: string;
  rpc?: string;
}

/** "" where the Host header is none that an address could be made of. */
function pathOf(request: Request): string {
  return URL.parse(request.url)?.pathname ?? "";
}

/** What a body asks for, for the log; queries are nobody's business. */
function methodOf(body: unknown): string {
  if (Array.isArray(body)) return "batch";
  const { method, params } = (body ?? {}) as {
    method?: unknown;
    params?: { name?: unknown };
  };
  const parts = method === "tools/call" ? [method, params?.name] : [method];
  return parts.filter((part) => typeof part === "string").join(" ")
    .slice(0, 100) || "-";
}
