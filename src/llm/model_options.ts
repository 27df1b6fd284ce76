import type { Patience } from "./_model_connection.ts";
import type { ModelEndpoint } from "./model_endpoint.ts";

/** A model, where it is, and how it is asked. */
export interface ModelOptions {
  endpoint: ModelEndpoint;
  /** 0: the likeliest answer each time. */
  temperature: number;
  /** The longest answer in tokens. */
  maxTokens: number;
  patience: Patience;
}
