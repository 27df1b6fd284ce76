import type { Patience } from "./_model_connection.ts";
import type { ModelEndpoint } from "./model_endpoint.ts";

/** A model, where it is, and how it is asked. */
export interface ModelOptions {
  endpoint: ModelEndpoint;
  /** 0 is the likeliest answer each time. */
  temperature: number;
  /** Tokens of an answer at most. */
  maxTokens: number;
  patience: Patience;
}
