import {
  type HandleRequestOptions,
  type RequestId,
  WebStandardStreamableHTTPServerTransport as Transport,
} from "@modelcontextprotocol/server";
import { isRequestId } from "../request_id.ts";
import { rpcError } from "./rpc_error.ts";

/**
 * The SDK's transport of a session, which finds the stream of an answer by the
 * id of its request. Two requests under way with the same id would get each
 * other's answers, so the second is refused. An id must not come twice in a
 * session at all (MCP 2025-11-25, Base Protocol, Requests), but a client that
 * uses one again after its answer does no harm.
 */
export class SessionTransport extends Transport {
  /** Requests without an answer, and whether each came alone, not in a batch. */
  readonly #underWay = new Map<RequestId, boolean>();

  override async handleRequest(
    request: Request,
    options?: HandleRequestOptions,
  ): Promise<Response> {
    const body = options?.parsedBody;
    const messages: Message[] = [body].flat().map((it) => it ?? {});
    const ids = messages.flatMap(requestIds);
    const twice = ids.find((id, at) =>
      this.#underWay.has(id) || ids.indexOf(id) < at
    );
    if (twice !== undefined) {
      // Without the id, by which a client could take it for the other's answer.
      return rpcError({
        status: 400,
        message: `a request with the id ${
          JSON.stringify(twice)
        } is under way; each needs an id of its own`,
        code: INVALID_REQUEST,
      });
    }
    for (const id of ids) this.#underWay.set(id, !Array.isArray(body));
    let taken = false;
    try {
      const reply = await super.handleRequest(request, options);
      taken = reply.ok;
      return reply;
    } finally {
      if (taken) messages.flatMap(cancelledIds).forEach((id) => this.#end(id));
      else ids.forEach((id) => this.#underWay.delete(id));
    }
  }

  override async send(
    ...[message, options]: Parameters<Transport["send"]>
  ): Promise<void> {
    try {
      await super.send(message, options);
    } finally {
      if (!("method" in message)) this.#underWay.delete(message.id!);
    }
  }

  /**
   * Cancels the requests of a body that have no answer yet, as their client
   * would if it were still there.
   */
  cancel(body: unknown): void {
    const ids = [body].flat().flatMap((it) => requestIds(it ?? {}));
    for (const requestId of ids) {
      if (!this.#underWay.has(requestId)) continue;
      const params = { requestId, reason: "the client has gone" };
      this.onmessage?.({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params,
      });
      this.#end(requestId);
    }
  }

  /**
   * Ends a request that its client has cancelled. The server does not answer it
   * (MCP 2025-11-25, Cancellation), and the SDK would hold its stream open for
   * as long as the session lasts; a batch would wait for it.
   */
  #end(id: RequestId): void {
    const alone = this.#underWay.get(id);
    if (alone === undefined) return;
    if (alone) this.closeSSEStream(id);
    const error = { code: -32603, message: "the request was cancelled" };
    // Nobody gets it where the stream is closed; it clears the SDK's tables.
    this.send({ jsonrpc: "2.0", id, error }).catch(() => {});
  }
}

const INVALID_REQUEST = -32600;

/** The fields used of an unvalidated message. */
interface Message {
  id?: unknown;
  method?: unknown;
  params?: { requestId?: unknown };
}

function requestIds({ id, method }: Message): RequestId[] {
  return typeof method === "string" && isRequestId(id) ? [id] : [];
}

function cancelledIds({ method, params }: Message): RequestId[] {
  const id = params?.requestId;
  return method === "notifications/cancelled" && isRequestId(id) ? [id] : [];
}
