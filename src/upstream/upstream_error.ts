/** Why a call to another server has no result. */
export type UpstreamFailure =
  /** There is no session, and none is about to be. */
  | "unavailable"
  /** The session ended during the call. */
  | "crashed"
  /** It took longer than `timeoutMs`. */
  | "timeout"
  /** The caller gave up. */
  | "cancelled"
  /** The server, or a rule, refused: its code and message. */
  | "refused";

/** A call to another server that has no result. */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";

  /**
   * @param message names the server; fit to be shown to a model
   * @param code of JSON-RPC, where the server gave one
   */
  constructor(
    readonly failure: UpstreamFailure,
    message: string,
    readonly code = -32603,
    readonly data?: unknown,
  ) {
    super(message);
  }
}
