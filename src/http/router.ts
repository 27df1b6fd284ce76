import type { Access } from "./access.ts";
import { readBody } from "./read_body.ts";
import type { ErrorForm } from "./http_refusal.ts";
import type { RequestsUnderWay } from "./requests_under_way.ts";
import type { HttpRoute } from "./http_route.ts";

/** How long a request may take until its reply begins, in ms. */
const TIME_LIMIT = 60_000;

/** A request with its route and what was read of it. */
export interface Incoming {
  request: Request;
  path: string;
  route: HttpRoute;
  /** Read after the access check. */
  body?: unknown;
  /** For the log. */
  subject?: string;
}

/** Dispatches requests by a table of routes, after checking access. */
export class Router {
  readonly #routes: ReadonlyMap<string, HttpRoute>;
  readonly #access: Access;
  readonly #underWay: RequestsUnderWay;
  readonly #errors: ErrorForm;
  readonly #notFound: string;

  /**
   * @param errors default error form of routes
   * @param notFound message of the 404 response
   * @throws {Error} when two routes have the same path
   */
  constructor(
    routes: readonly HttpRoute[],
    access: Access,
    underWay: RequestsUnderWay,
    { errors, notFound }: { errors: ErrorForm; notFound: string },
  ) {
    const byPath = new Map<string, HttpRoute>();
    for (const route of routes) {
      // Silently, one of the two would never be reached.
      if (byPath.has(route.path)) {
        throw new Error(`two routes have the path ${route.path}`);
      }
      byPath.set(route.path, route);
    }
    this.#routes = byPath;
    this.#access = access;
    this.#underWay = underWay;
    this.#errors = errors;
    this.#notFound = notFound;
  }

  /** Finds the route of a request. */
  find(request: Request): Incoming {
    // "" where the Host header is none that an address could be made of.
    const path = URL.parse(request.url)?.pathname ?? "";
    const route = this.#routes.get(path) ?? {
      path,
      access: "page",
      handle: () => this.#errors({ status: 404, message: this.#notFound }),
    };
    return { request, path, route };
  }

  /** Errors in the form of a route. */
  errorsOf({ errors }: HttpRoute): ErrorForm {
    return errors ?? this.#errors;
  }

  /** Returns the response to any request. */
  async answer(incoming: Incoming): Promise<Response> {
    const { request, route } = incoming;
    const refused = this.#access.refuseForeign(request, route.access);
    if (refused) return this.errorsOf(route)(refused);
    const cors = this.#access.corsHeaders(request);
    const reply = await this.#admit(incoming);
    for (const [name, value] of Object.entries(cors)) {
      reply.headers.set(name, value);
    }
    return reply;
  }

  /** Goes on with a request that comes from no foreign page. */
  async #admit(incoming: Incoming): Promise<Response> {
    const { request: { method }, request, path, route } = incoming;
    const errors = this.errorsOf(route);
    if (route.methods !== undefined) {
      // A browser's question before a request.
      if (method === "OPTIONS") return new Response(null, { status: 204 });
      if (!route.methods.includes(method)) {
        return errors({
          status: 405,
          message: `${method} is not for ${path}`,
          headers: { allow: [...route.methods, "OPTIONS"].join(", ") },
        });
      }
    }
    const refused = this.#access.refuseStranger(request, route.access);
    if (refused) return errors(refused);
    return await this.#underWay.answer(
      request,
      route.timeLimit ?? TIME_LIMIT,
      errors,
      (late) => this.#handle(incoming, late),
    );
  }

  async #handle(incoming: Incoming, late: AbortSignal): Promise<Response> {
    const { request, route } = incoming;
    if (request.method === "POST" && route.bodyLimit !== undefined) {
      const read = await readBody(request, route.bodyLimit);
      if ("refused" in read) return this.errorsOf(route)(read.refused);
      incoming.body = read.body;
      incoming.subject = route.subject?.(read.body);
    }
    return await route.handle({ request, body: incoming.body, late });
  }
}
