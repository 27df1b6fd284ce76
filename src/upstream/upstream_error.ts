/** Why a call to an upstream failed. */
export type UpstreamFailure =
  /** There is no session, and none is being opened. */
  | "unavailable"
  /** The session closed during the call. */
  | "crashed"
  /** It took longer than `timeoutMs`. */
  | "timeout"
  /** The caller aborted it. */
  | "cancelled"
  /** The server, or a rule, refused: its code and message. */
  | "refused";

/** A failed call to an upstream. */
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
