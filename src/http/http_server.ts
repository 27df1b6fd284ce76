import type { Log } from "../log.ts";
import { settlesWithin } from "../settles_within.ts";
import { Access, type AccessRules } from "./access.ts";
import type { ErrorForm } from "./http_refusal.ts";
import { requestLine } from "./request_line.ts";
import { RequestsUnderWay } from "./requests_under_way.ts";
import type { HttpRoute } from "./http_route.ts";
import { Router } from "./router.ts";
import { whenEnded } from "./when_ended.ts";

/** How long requests under way are waited for at the end, in ms. */
const LAST_REPLIES = 5_000;

/** How long clients are given to read what they are sent at the end, in ms. */
const LAST_BYTES = 1_000;

/** Options of an HTTP server. */
export interface HttpOptions extends AccessRules {
  hostname: string;
  /** 0: any free port. */
  port: number;
  /** The form of errors where a route names none, or there is no route. */
  errors: ErrorForm;
  /** Message for a path without a route. */
  notFound: string;
  /** How long requests under way are waited for at the end, in ms; for tests. */
  lastReplies?: number;
}

/** A server that listens. */
export interface HttpServer {
  port: number;
  /** Stops accepting requests, waits a while for those in progress, and ends. */
  stop(): Promise<void>;
}

/**
 * Listens, and answers by a table of routes.
 *
 * @throws {Deno.errors.AddrInUse} and the like
 */
export function httpServer(
  routes: readonly HttpRoute[],
  log: Log,
  options: HttpOptions,
): HttpServer {
  const underWay = new RequestsUnderWay();
  const router = new Router(routes, new Access(options), underWay, options);
  const server = Deno.serve({
    hostname: options.hostname,
    port: options.port,
    // Deno would print to stdout.
    onListen() {},
    onError: (error) => fail(error, options.errors),
  }, async (request) => {
    const started = performance.now();
    const incoming = router.find(request);
    const { route } = incoming;
    const ended = underWay.begin();
    let made: Response;
    try {
      made = await router.answer(incoming);
    } catch (error) {
      ended();
      return fail(error, router.errorsOf(route));
    }
    // What only listens waits for nothing, and would never end by itself.
    const reply = route.isEndless?.(request, incoming.body)
      ? (ended(), made)
      : whenEnded(made, ended);
    const ms = performance.now() - started;
    log.info(requestLine(incoming, reply.status, ms));
    return reply;
  });

  function fail(error: unknown, errors: ErrorForm): Response {
    log.warning(`internal error: ${error}`);
    log.stack(error);
    return errors({ status: 500, message: "internal error" });
  }

  return {
    port: server.addr.port,
    async stop() {
      const closed = server.shutdown();
      await underWay.settled(options.lastReplies ?? LAST_REPLIES);
      // Not by a signal of Deno.serve: aborted after shutdown() it throws where
      // nobody can catch it.
      const message = `${options.command ?? "docs serve"} is stopping`;
      underWay.giveUp({ status: 503, message });
      // Streams that wait for nothing would never end by themselves.
      await Promise.all(routes.map((route) => route.close?.()));
      // A client that does not read would keep its connection for ever.
      await settlesWithin(closed, LAST_BYTES);
    },
  };
}
