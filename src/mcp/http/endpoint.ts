/** Answers the requests of the protocol at one path. */
export interface Endpoint {
  /**
   * @param body of a POST, parsed
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
