import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  type McpServerFactory,
  readRequestBody,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import type { Log } from "../../log.ts";
import { nameAcceptedTypes } from "./accept.ts";
import { errorReply } from "./reply.ts";
import { type SessionOptions, Sessions } from "./sessions.ts";

/** Bytes that a request may have. A call of a tool has a few hundred. */
export const MAX_BODY = 1024 * 1024;

/** The first revision without sessions, where all is a POST. */
const STATELESS = "2026-07-28";

/** The protocol over HTTP. */
export interface Endpoint {
  /**
   * @param body of a POST, as {@linkcode readBody} gave it
   * @param late aborted when the client is gone or has waited long enough
   */
  handle(
    request: Request,
    body: unknown,
    late: AbortSignal,
  ): Promise<Response>;
  /** Ends what is under way and all streams. */
  close(): Promise<void>;
}

/**
 * Serves both eras at one address: 2026-07-28, where each request stands for
 * itself, and the sessions of the revisions before. Replies are JSON; where a
 * call tells its progress, an event stream.
 *
 * @param options `bus` carries changes to clients that listen for them
 */
export function mcpEndpoint(
  factory: McpServerFactory,
  log: Log,
  options: SessionOptions & { bus?: ServerEventBus } = {},
): Endpoint {
  const sessions = new Sessions(factory, options);
  const modern = createMcpHandler(factory, {
    legacy: "reject",
    bus: options.bus,
    onerror: (error) => log.debug(error.message),
  });
  return {
    async handle(request, body, late) {
      const version = request.headers.get("mcp-protocol-version");
      if (
        request.method !== "POST" && version !== null && version >= STATELESS
      ) {
        return errorReply(
          405,
          `${request.method} is for the sessions of revisions before ${STATELESS}; this one has only POST`,
          { headers: { allow: "POST" } },
        );
      }
      if (await isLegacyRequest(request, body)) {
        nameAcceptedTypes(request);
        return await sessions.handle(request, body, late);
      }
      // A new Request with AbortSignal.any() of both signals would cost half a
      // KB a call that Deno never gets back.
      Object.defineProperty(request, "signal", { value: late });
      return await modern.fetch(request, { parsedBody: body });
    },
    async close() {
      await Promise.all([sessions.close(), modern.close()]);
    },
  };
}

/**
 * The JSON that a POST carries, or the reply that refuses it: 415 for another
 * type, 413 for more than so many bytes, 400 for what is not JSON.
 */
export async function readBody(
  request: Request,
  most = MAX_BODY,
): Promise<{ body: unknown } | { refused: Response }> {
  if (!isJsonContentType(request.headers.get("content-type"))) {
    return { refused: errorReply(415, "the body must be application/json") };
  }
  const length = request.headers.get("content-length");
  // The SDK reads in pieces, which only a body of unknown length needs.
  const read = length !== null && Number(length) <= most
    ? { tooLarge: false as const, text: await request.text() }
    : await readRequestBody(request, most);
  if (read.tooLarge) {
    return {
      refused: errorReply(413, `the body has more than ${most} bytes`),
    };
  }
  try {
    return { body: JSON.parse(read.text) };
  } catch {
    const message = "Parse error: the body is not JSON";
    return { refused: errorReply(400, message, { code: -32700 }) };
  }
}
