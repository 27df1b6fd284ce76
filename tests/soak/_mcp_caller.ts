import { RawHttp, type RawReply } from "./_raw_http.ts";

/** What a tool gives back. */
export interface CallResult {
  isError?: boolean;
  content: { type: string; text: string }[];
  // deno-lint-ignore no-explicit-any -- of any tool.
  structuredContent?: any;
}

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "load", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/**
 * The least that calls tools over HTTP, so that a load consists of the server's
 * work and not the client's.
 */
export class McpCaller {
  /** A document that was found. */
  path = "";
  readonly #http: RawHttp;
  readonly #stateless: boolean;
  #session?: string;
  #id = 0;

  /** @param stateless in the way of 2026-07-28, else with a session */
  constructor(url: string, stateless: boolean) {
    this.#http = new RawHttp(url);
    this.#stateless = stateless;
  }

  /** Begins a session, after ending the one before. */
  async begin(): Promise<void> {
    if (this.#stateless) return;
    await this.end();
    const reply = await this.#post("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "load", version: "1" },
    });
    this.#session = reply.headers["mcp-session-id"];
  }

  /**
   * Calls a tool.
   *
   * @param _meta such as a token for progress, with which the reply is a stream
   * @throws where the reply is no result
   */
  async call(
    name: string,
    args: Record<string, unknown>,
    _meta?: Record<string, unknown>,
  ): Promise<CallResult> {
    const params = { name, arguments: args, _meta };
    const reply = await this.#post("tools/call", params);
    const { status, body: text } = reply;
    // Other servers answer in event streams.
    const json = text.startsWith("{")
      ? text
      : /^data: (\{.*"(?:result|error)".*)$/m.exec(text)?.[1] ?? "null";
    const result = JSON.parse(json)?.result;
    if (status !== 200 || !result) throw new Error(`${status} ${text}`);
    return result;
  }

  /** Ends the session, if there is one. */
  async end(): Promise<void> {
    if (this.#session === undefined) return;
    const headers = { "mcp-session-id": this.#session };
    await this.#http.send("DELETE", headers, "");
    this.#session = undefined;
  }

  /** Ends the session and the connection. */
  async close(): Promise<void> {
    await this.end();
    this.#http.close();
  }

  #post(
    method: string,
    params: Record<string, unknown> & { _meta?: Record<string, unknown> },
  ): Promise<RawReply> {
    const headers: Record<string, string> = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    if (this.#session) headers["mcp-session-id"] = this.#session;
    if (this.#stateless) {
      headers["mcp-protocol-version"] = "2026-07-28";
      headers["mcp-method"] = method;
      headers["mcp-name"] = String(params.name);
      params = { ...params, _meta: { ...META, ...params._meta } };
    }
    const id = ++this.#id;
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    return this.#http.send("POST", headers, body);
  }
}
