import type { Io } from "../../src/cli/terminal/io.ts";
import { loaders } from "../../src/cli/loaders.ts";
import { runProgram } from "../../src/cli/run.ts";
import { Writer } from "../../src/cli/terminal/writer.ts";

/** What a command line did. */
export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** The world that a command line runs in. */
export interface World {
  cwd?: string;
  env?: Record<string, string>;
  stdin?: string;
  terminal?: boolean;
  /** Given the function that stops the command, as Ctrl-C does. */
  interrupt?: (stop: (exitCode: number) => void) => void;
}

/** Collects what is written. */
export function collector(terminal = false) {
  const decoder = new TextDecoder();
  let text = "";
  const writer = new Writer({
    writeSync(bytes) {
      text += decoder.decode(bytes, { stream: true });
      return bytes.length;
    },
    isTerminal: () => terminal,
  });
  return { writer, text: () => text };
}

/** Runs a command line without a process. */
export async function runCli(argv: string[], world: World = {}): Promise<Ran> {
  const { cwd = "/", env = {}, stdin = "", terminal = false } = world;
  const out = collector(terminal), err = collector(terminal);
  const variables = new Map(Object.entries(env));
  const io: Io = {
    env: {
      get: (name) => variables.get(name),
      set: (name, value) => void variables.set(name, value),
    },
    cwd: () => cwd,
    stdin: new Blob([stdin]).stream(),
    stdout: out.writer,
    stderr: err.writer,
    onInterrupt(stop) {
      world.interrupt?.(stop);
      return () => {};
    },
  };
  const code = await runProgram(argv, io, loaders);
  return { code, stdout: out.text(), stderr: err.text() };
}
