/** The fields of a request or notification that this layer uses. */
export interface Message {
  method: string;
  params?: Record<string, unknown>;
}
