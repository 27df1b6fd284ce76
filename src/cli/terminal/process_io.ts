import { consoleToStderr } from "../../console_to_stderr.ts";
import type { Io } from "./io.ts";
import { Writer } from "./writer.ts";

/**
 * The real process. Whatever a library prints by `console` goes to stderr from
 * here on, so that stdout holds nothing but results.
 */
export function processIo(): Io {
  consoleToStderr();
  const stderr = new Writer(Deno.stderr, true);
  return {
    env: {
      get: (name) => Deno.env.get(name),
      set: (name, value) => Deno.env.set(name, value),
    },
    cwd: () => Deno.cwd(),
    get stdin() {
      return Deno.stdin.readable;
    },
    stdout: new Writer(Deno.stdout),
    stderr,
    onInterrupt(stop) {
      // What shells report for a process that a signal ended: 128 + its number.
      const signals: [Deno.Signal, number][] = Deno.build.os === "windows"
        ? [["SIGINT", 130], ["SIGBREAK", 149]]
        : [["SIGINT", 130], ["SIGTERM", 143]];
      // A terminal that is closed; without one it may be that of nohup, which
      // has it ignored.
      if (Deno.build.os !== "windows" && stderr.isTerminal) {
        signals.push(["SIGHUP", 129]);
      }
      const added = signals.map(([signal, code]) => {
        const listener = () => stop(code);
        Deno.addSignalListener(signal, listener);
        return () => Deno.removeSignalListener(signal, listener);
      });
      return () => added.forEach((remove) => remove());
    },
  };
}
