/** A request or notification, as far as the layer looks at it. */
export interface Message {
  method: string;
  params?: Record<string, unknown>;
}
