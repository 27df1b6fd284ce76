import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { Log } from "../log.ts";
import { shortened } from "../text/quoted.ts";
import { textLines } from "../text/text_lines.ts";
import { hide, secretVariables } from "./secrets.ts";
import { settlesWithin } from "../settles_within.ts";

/** Longest message in UTF-16 units: a result of 20 MB passes, an endless one not. */
const LONGEST = 64 * 1024 * 1024;

/** How long a program has to end when its stdin is closed, and after SIGTERM, in ms. */
const PATIENCE = 2_000;

/** How long the last messages of a program that has ended are read, in ms. */
const LAST_MESSAGES = 500;

/** Lines that are no messages and are complained of. */
const COMPLAINTS = 20;

/** UTF-16 units of a line that are repeated. */
const LONGEST_QUOTED = 200;

/** Last lines of stderr that are kept to say why a program ended. */
const LAST_WORDS = 5;

/** Pause between looks at stderr, in ms, and bytes that need none. */
const PAUSE = 50;
const BURST = 16_384;

/** What is started. */
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
 * Speaks to a program over its stdin and stdout, one JSON-RPC message a line.
 * Unlike the SDK's own it ends the whole process group, says which answer was
 * too long, and writes what has come together at once.
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

  /** How the program ended; undefined while it runs. */
  get ended(): string | undefined {
    return this.#ended;
  }

  /** The process, once it is started. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** @throws {Error} saying that there is no such program, or why it cannot start */
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
        // A group of its own, so that it ends as a whole and a Ctrl-C meant for
        // us does not end it first.
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
    // Its end is told by stdout and by the next write.
    this.#input.closed.catch(() => {});
    void this.#read(this.#child);
    return Promise.resolve();
  }

  /** Writes a message behind those before it. */
  send(message: JSONRPCMessage): Promise<void> {
    this.#waiting += JSON.stringify(message) + "\n";
    return this.#writing ??= this.#write();
  }

  /**
   * Ends the program: its stdin is closed, and if it goes on its whole group
   * gets SIGTERM, then SIGKILL.
   *
   * @returns settled when it has ended, whoever else ends it
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
    // What it has started and left behind.
    killGroup(child.pid, "SIGKILL");
    // It is closed, too, when it cannot be written to since it has failed.
    const failed = byItself && !status.success;
    this.#end(failed ? howEnded(status) : "it was stopped");
  }

  /** Ends the program at once, without asking. */
  kill(): void {
    if (this.#child) killGroup(this.#child.pid, "SIGKILL");
  }

  async #write(): Promise<void> {
    // One turn later, so that messages that come together are written together.
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
    // What it has started may hold its stdout open when it has ended.
    await Promise.race([read, child.status]);
    // Without stdout it is of no use, even if it runs.
    if (!await settlesWithin(child.status, PATIENCE)) {
      killGroup(child.pid, "SIGKILL");
    }
    const status = await child.status;
    // Whatever it has left behind would hold both open for as long as it lives.
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

  /** An answer that is too long is answered with an error in its place. */
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
      // It has ended.
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
 * What a stream brings, looked at now and then: a server that logs every call
 * would wake us for each line. A full pipe is emptied at once.
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

/** The structure of JSON-RPC 2.0; what is inside is looked at where it is used. */
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

/** Programs that run, by process. */
const running = new Set<number>();

/** Where we end without having ended a program, it is ended with us. */
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
    // On Windows there are no groups.
    Deno.kill(Deno.build.os === "windows" ? pid : -pid, signal);
  } catch {
    // Nobody is left.
  }
}
