import type { AccessLevel } from "./access.ts";
import type { ErrorForm } from "./http_refusal.ts";

/** What a handler gets. */
export interface Exchange {
  request: Request;
  /** The JSON of a POST, where the route reads bodies. */
  body: unknown;
  /** Aborted when the client is gone or has waited long enough. */
  late: AbortSignal;
}

/** A row of a route table: the handler of a path, its access level and limits. */
export interface HttpRoute {
  /** As `URL.pathname` has it: percent-encoded. */
  path: string;
  /**
   * Methods it takes beside OPTIONS, which is answered for it; others get 405.
   * Where none are named, all requests go to the handler.
   */
  methods?: readonly string[];
  access: AccessLevel;
  /** Reads the JSON of a POST, of so many bytes at most; without it, no body is read. */
  bodyLimit?: number;
  /** How long a request may take until its reply begins, in ms; default 60 s. */
  timeLimit?: number;
  /** The form of errors; default the server's. */
  errors?: ErrorForm;
  /**
   * What the log may say of a request beside method and path, from its body.
   * Queries are nobody's business.
   */
  subject?(body: unknown): string;
  /**
   * Whether the reply only tells of what happens and has no end of its own:
   * stopping does not wait for it.
   */
  isEndless?(request: Request, body: unknown): boolean;
  handle(exchange: Exchange): Response | Promise<Response>;
  /** Ends its streams and requests in progress, when the server stops. */
  close?(): Promise<void>;
}
