/** Why a request is not answered as its client hoped. */
export interface HttpRefusal {
  /** Of HTTP. */
  status: number;
  message: string;
  /** Of JSON-RPC 2.0, for forms that carry one. */
  code?: number;
  headers?: Record<string, string>;
}

/** Puts a refusal into the form that the clients of a route read. */
export type ErrorForm = (refusal: HttpRefusal) => Response;
