import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { Log } from "../log.ts";
import { shortened } from "../text/quoted.ts";
import { textLines } from "../text/text_lines.ts";
import { hide, secretVariables } from "./secrets.ts";
import { settlesWithin } from "../settles_within.ts";

/** Maximum length of a message, in UTF-16 units: a result of 20 MB passes. */
const LONGEST = 64 * 1024 * 1024;

/** Time limit to exit after stdin is closed, and again after SIGTERM, in ms. */
const PATIENCE = 2_000;

/** How long stdout is still read after the program has exited, in ms. */
const LAST_MESSAGES = 500;

/** Maximum number of non-protocol lines that are logged. */
const COMPLAINTS = 20;

/** Maximum length of a logged line, in UTF-16 units. */
const LONGEST_QUOTED = 200;

/** Number of last stderr lines kept for the error message. */
const LAST_WORDS = 5;

/** Interval at which stderr is polled, in ms, and the read size that skips the pause. */
const PAUSE = 50;
const BURST = 16_384;

/** The program to start. */
export interface ChildOptions {
  /** For the log. */
  name: string;
  command: string;
  args: string[];
  cwd?: string;
  /** All of it; nothing else is passed. */
  env: Record<string, string>;
}

/**
 * A transport over stdin and stdout of a child process, one JSON-RPC message per
 * line. Unlike the SDK's, it terminates the whole process group, reports which
 * response was too long, and batches writes.
 */
export class ChildTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #options: ChildOptions;
  readonly #log: Log;
  readonly #secrets: string[];
  readonly #lastWords: string[] = [];
  #child?: Deno.ChildProcess;
  #input?: WritableStreamDefaultWriter<Uint8Array>;
  #waiting = "";
  #closing?: Promise<void>;
  #writing?: Promise<void>;
  #complaints = 0;
  #ended?: string;

  constructor(options: ChildOptions, log: Log) {
    this.#options = options;
    this.#secrets = secretVariables(options.env);
    this.#log = log;
  }

  /** Exit status of the program; undefined while it runs. */
  get ended(): string | undefined {
    return this.#ended;
  }

  /** Process id, once started. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** @throws {Error} when the program does not exist or cannot be started */
  start(): Promise<void> {
    const { command, args, cwd, env } = this.#options;
    try {
      this.#child = new Deno.Command(command, {
        args,
        cwd,
        env,
        clearEnv: true,
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
        // A process group of its own, so that it can be killed as a whole and a Ctrl-C for
        // us does not kill it first.
        detached: true,
      }).spawn();
    } catch (error) {
      throw new Error(
        error instanceof Deno.errors.NotFound
          ? "there is no such program, or no such folder to run it in"
          : `it cannot be started (${(error as Error).name})`,
      );
    }
    endWithUs(this.#child);
    this.#input = this.#child.stdin.getWriter();
    // Its exit is noticed on stdout and by the next write.
    this.#input.closed.catch(() => {});
    void this.#read(this.#child);
    return Promise.resolve();
  }

  /** Queues a message. */
  send(message: JSONRPCMessage): Promise<void> {
    this.#waiting += JSON.stringify(message) + "\n";
    return this.#writing ??= this.#write();
  }

  /**
   * Terminates the program: closes its stdin; if it keeps running, sends SIGTERM and
   * then SIGKILL to its process group.
   *
   * @returns resolved when it has exited, whatever the cause
   */
  close(): Promise<void> {
    return this.#closing ??= this.#close();
  }

  async #close(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    this.#input?.close().catch(() => {});
    const ended = child.status;
    const byItself = await settlesWithin(ended, PATIENCE);
    if (!byItself) {
      killGroup(child.pid, "SIGTERM");
      if (!await settlesWithin(ended, PATIENCE)) {
        killGroup(child.pid, "SIGKILL");
      }
    }
    const status = await ended;
    // Kills its remaining child processes.
    killGroup(child.pid, "SIGKILL");
    // Also closed when a write failed.
    const failed = byItself && !status.success;
    this.#end(failed ? howEnded(status) : "it was stopped");
  }

  /** Kills the program immediately. */
  kill(): void {
    if (this.#child) killGroup(this.#child.pid, "SIGKILL");
  }

  async #write(): Promise<void> {
    // One tick later, to batch messages.
    await undefined;
    try {
      while (this.#waiting !== "") {
        const text = this.#waiting;
        this.#waiting = "";
        await this.#input!.write(encoder.encode(text));
      }
    } catch {
      throw new Error("it does not read any more");
    } finally {
      this.#writing = undefined;
    }
  }

  async #read(child: Deno.ChildProcess): Promise<void> {
    const errors = this.#readErrors(child.stderr);
    const read = this.#readMessages(child.stdout);
    // Its children may keep stdout open after it has exited.
    await Promise.race([read, child.status]);
    // Without stdout it is unusable, even if it still runs.
    if (!await settlesWithin(child.status, PATIENCE)) {
      killGroup(child.pid, "SIGKILL");
    }
    const status = await child.status;
    // Remaining children would keep both open for as long as they live.
    killGroup(child.pid, "SIGKILL");
    await settlesWithin(Promise.all([read, errors]), LAST_MESSAGES);
    const last = this.#lastWords.at(-1);
    if (last !== undefined && !status.success) {
      this.#log.warning(`${this.#options.name}: last words: ${last}`);
    }
    this.#end(howEnded(status));
  }

  async #readMessages(stream: ReadableStream<Uint8Array>): Promise<void> {
    const lines = textLines(stream, LONGEST, (ends) => this.#drop(ends));
    try {
      for await (const line of lines) this.#take(line);
    } catch (error) {
      this.#complain(`cannot be read: ${(error as Error).message}`);
    }
  }

  #take(line: string): void {
    if (line === "" || line.trim() === "") return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      this.#complain(
        `a line that is no JSON is left out: ${this.#start(line)}`,
      );
      return;
    }
    for (const message of Array.isArray(value) ? value : [value]) {
      if (isMessage(message)) this.onmessage?.(message);
      else this.#complain(`a line that is no message: ${this.#start(line)}`);
    }
  }

  /** Replaces a response that is too long by an error response. */
  #drop(ends: string): void {
    this.#complain(`a message over ${LONGEST} characters is left out`);
    const [, id] = /^\{(?:"jsonrpc":\s*"2.0",\s*)?"id":\s*(\d+|"[^"]*")/
      .exec(ends) ?? /"id":\s*(\d+|"[^"]*")\}\s*$/.exec(ends) ?? [];
    if (id === undefined) return;
    this.onmessage?.({
      jsonrpc: "2.0",
      id: JSON.parse(id),
      error: {
        code: -32603,
        message: `the result has more than ${LONGEST} characters`,
      },
    });
  }

  async #readErrors(stream: ReadableStream<Uint8Array>): Promise<void> {
    try {
      for await (const line of textLines(inBursts(stream), 8_192)) {
        if (line.trim() === "") continue;
        const said = hide(line, this.#secrets);
        this.#log.debug(`${this.#options.name}: ${said}`);
        this.#lastWords.push(shortened(said, LONGEST_QUOTED));
        if (this.#lastWords.length > LAST_WORDS) this.#lastWords.shift();
      }
    } catch {
      // It has exited.
    }
  }

  #start(line: string): string {
    return shortened(hide(line, this.#secrets), LONGEST_QUOTED);
  }

  #complain(message: string): void {
    const text = `${this.#options.name}: ${message}`;
    if (++this.#complaints <= COMPLAINTS) this.#log.warning(text);
    else this.#log.debug(text);
  }

  #end(how: string): void {
    if (this.#ended !== undefined) return;
    this.#ended = how;
    this.onclose?.();
  }
}

const encoder = new TextEncoder();

/**
 * Reads a stream at intervals: a server that logs every call would wake us for each
 * line. A full pipe is drained immediately.
 */
async function* inBursts(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    yield chunk;
    if (chunk.length > BURST) continue;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** Checks the JSON-RPC 2.0 envelope only; contents are checked where they are used. */
function isMessage(value: unknown): value is JSONRPCMessage {
  if (typeof value !== "object" || value === null) return false;
  const { jsonrpc, method, id, result, error } = value as Record<
    string,
    unknown
  >;
  return jsonrpc === "2.0" && (typeof method === "string" ||
    ((typeof id === "number" || typeof id === "string") &&
      (typeof result === "object" || typeof error === "object")));
}

function howEnded({ code, signal }: Deno.CommandStatus): string {
  return signal
    ? `it was ended by ${signal}`
    : `it ended with exit code ${code}`;
}

/** Running programs by process id. */
const running = new Set<number>();

/** Kills programs that still run when this process exits. */
function endWithUs({ pid, status }: Deno.ChildProcess): void {
  if (running.size === 0) globalThis.addEventListener("unload", endAll);
  running.add(pid);
  status.then(() => running.delete(pid));
}

function endAll(): void {
  for (const pid of running) killGroup(pid, "SIGKILL");
}

function killGroup(pid: number, signal: Deno.Signal): void {
  try {
    // Windows has no process groups.
    Deno.kill(Deno.build.os === "windows" ? pid : -pid, signal);
  } catch {
    // The group is empty.
  }
}
