/**
 * Starts MCP servers, the program and others, and ends them again.
 *
 * @module
 */

import { spawnDocs, type Start } from "./program.ts";

/** A server that listens. */
export interface Listening {
  /** Ends in `/mcp`. */
  url: string;
  pid: number;
  /** What it has said on stderr so far. */
  said(): string;
  /** Sends a signal and waits for the end. */
  stop(signal?: Deno.Signal): Promise<Deno.CommandStatus>;
}

/** Runs a test on `docs serve --http` at a port that is free. */
export async function withHttp(
  args: string[],
  start: Start,
  run: (server: Listening) => Promise<void>,
): Promise<void> {
  const child = spawnDocs(
    ["serve", "--http", ...withAddress(args)],
    start,
  );
  await using server = await listening(child);
  await run(server);
}

/** Where there is none, an address of this machine with a port that is free. */
function withAddress(args: string[]): string[] {
  return args[0]?.includes(":") ? args : ["127.0.0.1:0", ...args];
}

/** Waits until a server has said where it listens. */
export async function listening(
  child: Deno.ChildProcess,
): Promise<Listening & AsyncDisposable> {
  let said = "";
  let found: (url: string) => void, lost: (error: Error) => void;
  const url = new Promise<string>((resolve, reject) => {
    [found, lost] = [resolve, reject];
  });
  const listen = async (stream: ReadableStream<Uint8Array>) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      said += text;
      const [at] = /http:\/\/\S+\/mcp(?=\n)/.exec(said) ?? [];
      if (at) found(at);
    }
  };
  const heard = Promise.all([listen(child.stderr), listen(child.stdout)])
    .then(() => lost(new Error(`it ended: ${said}`)));
  const stop = async (signal: Deno.Signal = "SIGTERM") => {
    try {
      child.kill(signal);
    } catch {
      // It has ended.
    }
    await heard;
    return await child.status;
  };
  return {
    url: (await url).replace("0.0.0.0", "127.0.0.1"),
    pid: child.pid,
    said: () => said,
    stop,
    [Symbol.asyncDispose]: async () => {
      await child.stdin.close().catch(() => {});
      await stop();
    },
  };
}
