/** What came back. */
export interface RawReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * One connection of HTTP/1.1 that is kept open, for load tests: `fetch` takes
 * more CPU for a request than a server for its answer.
 */
export class RawHttp {
  readonly #url: URL;
  #connection?: Deno.TcpConn;
  #text = "";

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /** Sends a request and reads its reply, whole or in chunks. */
  async send(
    method: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<RawReply> {
    this.#connection ??= await Deno.connect({
      hostname: this.#url.hostname,
      port: Number(this.#url.port),
    });
    const bytes = encoder.encode(body);
    const head = `${method} ${this.#url.pathname} HTTP/1.1\r\n` +
      `host: ${this.#url.host}\r\ncontent-length: ${bytes.length}\r\n` +
      Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
        .join("") +
      "\r\n";
    const start = encoder.encode(head);
    const whole = new Uint8Array(start.length + bytes.length);
    whole.set(start);
    whole.set(bytes, start.length);
    for (let at = 0; at < whole.length;) {
      at += await this.#connection.write(whole.subarray(at));
    }
    return await this.#reply();
  }

  /** Closes the connection. */
  close(): void {
    this.#connection?.close();
    this.#connection = undefined;
  }

  async #reply(): Promise<RawReply> {
    // Latin-1 keeps bytes and characters one to one until the end is found.
    const head = (await this.#until("\r\n\r\n")).split("\r\n");
    const headers = Object.fromEntries(
      head.slice(1).filter(Boolean).map((line) => {
        const cut = line.indexOf(":");
        return [line.slice(0, cut).toLowerCase(), line.slice(cut + 1).trim()];
      }),
    );
    let body = "";
    if (headers["transfer-encoding"] === "chunked") {
      for (;;) {
        const size = parseInt(await this.#until("\r\n"), 16);
        body += (await this.#take(size + 2)).slice(0, -2);
        if (size === 0) break;
      }
    } else body = await this.#take(Number(headers["content-length"] ?? 0));
    const bytes = Uint8Array.from(body, (it) => it.charCodeAt(0));
    return {
      status: Number(head[0].split(" ")[1]),
      headers,
      body: decoder.decode(bytes),
    };
  }

  async #until(mark: string): Promise<string> {
    while (!this.#text.includes(mark)) await this.#more();
    return await this.#take(this.#text.indexOf(mark) + mark.length);
  }

  async #take(length: number): Promise<string> {
    while (this.#text.length < length) await this.#more();
    const taken = this.#text.slice(0, length);
    this.#text = this.#text.slice(length);
    return taken;
  }

  async #more(): Promise<void> {
    const buffer = new Uint8Array(65_536);
    const read = await this.#connection!.read(buffer);
    if (read === null) throw new Error("the connection was closed");
    this.#text += latin1.decode(buffer.subarray(0, read));
  }
}

const latin1 = {
  decode(bytes: Uint8Array): string {
    let text = "";
    for (let at = 0; at < bytes.length; at += 4_096) {
      text += String.fromCharCode(...bytes.subarray(at, at + 4_096));
    }
    return text;
  },
};
