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
  /** Ends all streams and requests in progress. */
  close(): Promise<void>;
}
