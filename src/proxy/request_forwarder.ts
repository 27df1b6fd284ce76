import {
  CLIENT_CAPABILITIES_META_KEY as CLIENT_CAN,
  LOG_LEVEL_META_KEY as LOG_LEVEL,
  ProtocolError,
  type Result,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { CallOptions } from "../upstream/call.ts";
import type { Message } from "../upstream/message.ts";
import { passthroughSchema } from "../upstream/passthrough_schema.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { UpstreamError } from "../upstream/upstream_error.ts";
import type { SuspendedCalls } from "./suspended_calls.ts";

/** Maximum timer value, in ms; the upstream has the time limit of calls. */
const NEVER = 2 ** 31 - 1;

/** The parameters of a request that are used here. */
export type Params = Record<string, unknown> & {
  _meta?: Record<string, unknown>;
};

const anyResult = passthroughSchema<Result>();

/** Forwards requests of one client, translating between protocol eras. */
export class RequestForwarder {
  constructor(
    readonly server: Server,
    readonly upstream: Upstream,
    readonly suspended: SuspendedCalls,
  ) {}

  async ask(
    given: Params,
    context: ServerContext,
    send: (params: Params, options: CallOptions) => Promise<Result>,
  ): Promise<Result> {
    const { signal, inputResponses } = context.mcpReq;
    const envelope = context.mcpReq.envelope as
      | Record<string, unknown>
      | undefined;
    const state = context.mcpReq.requestState<string>();
    const modern = this.upstream.about?.era === "modern";
    if (!modern && state !== undefined) {
      const resumed = await this.suspended.resume(
        state,
        inputResponses ?? {},
        signal,
      );
      if (resumed) return resumed;
      throw new ProtocolError(
        -32602,
        "there is no call with this requestState",
      );
    }
    const progressed: Promise<void>[] = [];
    const params = { ...given };
    const { progressToken, ...meta } = given._meta ?? {};
    const level = modern ? envelope?.[LOG_LEVEL] : undefined;
    if (level !== undefined) meta[LOG_LEVEL] = level;
    if (Object.keys(meta).length > 0) params._meta = meta;
    else delete params._meta;
    if (modern && state !== undefined) params.requestState = state;
    if (modern && inputResponses) params.inputResponses = inputResponses;
    const options: CallOptions = {
      signal,
      onProgress: progressToken === undefined ? undefined : (progress) => {
        const notification = {
          method: "notifications/progress",
          params: { ...progress, progressToken },
        };
        // The client may be gone; that does not fail the call.
        const told = context.mcpReq.notify(notification).catch(() => {});
        progressed.push(told);
      },
    };
    const result = envelope === undefined
      ? await send(params, {
        ...options,
        ask: (question, signal) => this.#push(question, context, signal),
      })
      : !modern && canAnswer(envelope[CLIENT_CAN])
      ? await this.suspended.begin(
        (ask, signal) => send(params, { ...options, ask, signal }),
        signal,
      )
      : await send(params, options);
    await Promise.all(progressed);
    return result;
  }

  /** Sends a request to a client with a session, on the stream of its call. */
  async #push(
    { method, params }: Message,
    context: ServerContext,
    signal: AbortSignal,
  ): Promise<Result> {
    const capability = CAPABILITY[method];
    const can = this.server.getClientCapabilities() ?? {};
    if (capability === undefined || !can[capability]) {
      throw new UpstreamError(
        "refused",
        `the client cannot answer ${method}`,
        -32601,
      );
    }
    const options = { signal, timeout: NEVER };
    return await context.mcpReq.send({ method, params }, anyResult, options);
  }
}

const CAPABILITY: Record<string, "sampling" | "elicitation" | undefined> = {
  "sampling/createMessage": "sampling",
  "elicitation/create": "elicitation",
};

function canAnswer(capabilities: unknown): boolean {
  const { sampling, elicitation } = (capabilities ?? {}) as {
    sampling?: unknown;
    elicitation?: unknown;
  };
  return sampling !== undefined || elicitation !== undefined;
}
