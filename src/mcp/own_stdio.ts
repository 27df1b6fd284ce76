import { consoleToStderr } from "../console_to_stderr.ts";
import type { Pipes } from "./stdio_transport.ts";

/** Bytes read from stdin at once. */
const CHUNK = 65_536;

/**
 * Reserves stdin and stdout for the protocol, to which a single stray line is
 * fatal. From here on what a dependency prints goes to stderr, whichever way it
 * prints: `console`, `Deno.stdout` or Node's `process.stdout`.
 */
export function ownStdio(): Pipes {
  const { stdout, stderr } = Deno;
  const write = stdout.write.bind(stdout);
  consoleToStderr();
  const redirected = {
    write: { value: (bytes: Uint8Array) => stderr.write(bytes) },
    writeSync: { value: (bytes: Uint8Array) => stderr.writeSync(bytes) },
    writable: { get: () => stderr.writable },
  };
  Object.defineProperties(stdout, redirected);
  hideProcessStdout();
  const encoder = new TextEncoder();
  return {
    input: stdinChunks(),
    async write(text) {
      let bytes = encoder.encode(text);
      while (bytes.length > 0) bytes = bytes.subarray(await write(bytes));
    },
  };
}

/**
 * What comes in on stdin; a chunk is overwritten by the next one. Reads by
 * itself because `Deno.stdin.readable` loads all of web streams, 15 ms of CPU.
 */
async function* stdinChunks(): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(CHUNK);
  for (let read; (read = await Deno.stdin.read(buffer)) !== null;) {
    yield buffer.subarray(0, read);
  }
}

/**
 * Gives `process.stderr` for `process.stdout`. Looking at `process` loads all
 * of Node's layer, so that is left to the one who looks.
 */
function hideProcessStdout(): void {
  const kept = Object.getOwnPropertyDescriptor(globalThis, "process");
  if (!kept?.configurable) return;
  Object.defineProperty(globalThis, "process", {
    configurable: true,
    get() {
      Object.defineProperty(globalThis, "process", kept);
      const { process } = globalThis as unknown as {
        process: { stderr: unknown };
      };
      Object.defineProperty(process, "stdout", { get: () => process.stderr });
      return process;
    },
  });
}
