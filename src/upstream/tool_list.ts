import type { Result, Tool } from "@modelcontextprotocol/client";
import type { Message } from "./message.ts";

/** Maximum number of pages read. */
const MOST_PAGES = 100;

/** The tools of a server, cached. */
export class ToolList {
  readonly #request: (message: Message) => Promise<Result>;
  #tools?: Promise<Tool[]>;

  /** @param request sends a request to the server */
  constructor(request: (message: Message) => Promise<Result>) {
    this.#request = request;
  }

  /**
   * All tools.
   *
   * @throws {UpstreamError}
   */
  all(): Promise<Tool[]> {
    if (this.#tools === undefined) {
      const reading = this.#read();
      this.#tools = reading;
      // A failure is not cached.
      reading.catch(() => {
        if (this.#tools === reading) this.#tools = undefined;
      });
    }
    return this.#tools;
  }

  /** Invalidates the cache. */
  forget(): void {
    this.#tools = undefined;
  }

  /**
   * Reads them again, if they were read before.
   *
   * @returns whether they have changed
   */
  async refresh(): Promise<boolean> {
    const before = await this.#tools?.catch(() => undefined);
    if (before === undefined) return false;
    this.forget();
    const after = await this.all().catch(() => undefined);
    return after !== undefined &&
      JSON.stringify(after) !== JSON.stringify(before);
  }

  async #read(): Promise<Tool[]> {
    const tools: Tool[] = [];
    let cursor: unknown;
    for (let page = 0; page < MOST_PAGES; page++) {
      const result = await this.#request({
        method: "tools/list",
        params: cursor === undefined ? {} : { cursor },
      });
      if (Array.isArray(result.tools)) {
        tools.push(...result.tools.filter(isTool));
      }
      cursor = result.nextCursor;
      if (cursor === undefined || cursor === null) break;
    }
    return tools;
  }
}

/** Whether a listed tool is valid enough to be called. */
function isTool(tool: unknown): tool is Tool {
  const { name, inputSchema } = (tool ?? {}) as Partial<Tool>;
  return typeof name === "string" && typeof inputSchema === "object" &&
    inputSchema !== null;
}
