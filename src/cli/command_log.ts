import { Log } from "../log.ts";
import type { LogLevel } from "../log_level.ts";
import type { Writer } from "./terminal/writer.ts";

/** The log of a command: `docs: MESSAGE` on stderr. */
export function commandLog(stderr: Pick<Writer, "line">, level: LogLevel): Log {
  return new Log(
    (line) => stderr.line(line),
    level,
    (message) => `docs: ${message}`,
  );
}
