import { resolvePath } from "../files/paths.ts";
import type { Settings } from "../config/settings.ts";
import { Log } from "../log.ts";
import { UserError } from "../user_error.ts";
import type { Io } from "./terminal/io.ts";

/**
 * Where the messages of a server go. A client shows or keeps the stderr of a
 * stdio server, so there only what is wrong is said, unless somebody wants more.
 *
 * @param file appended to; undefined is stderr
 * @throws {UserError} it cannot be written to
 */
export function openServerLog(
  file: string | undefined,
  { logLevel }: Settings,
  stdio: boolean,
  io: Io,
): Log & Disposable {
  const level = stdio && file === undefined && logLevel.level === "default"
    ? "WARNING"
    : logLevel.value;
  if (file === undefined) {
    const log = new Log((line) => io.stderr.line(line), level);
    return Object.assign(log, { [Symbol.dispose]() {} });
  }
  const path = resolvePath(io.cwd(), file);
  const open = openLogFile(path);
  const encoder = new TextEncoder();
  const log = new Log((line) => {
    open.writeSync(encoder.encode(line + "\n"));
  }, level);
  return Object.assign(log, { [Symbol.dispose]: () => open.close() });
}

function openLogFile(path: string): Deno.FsFile {
  try {
    return Deno.openSync(path, { append: true, create: true });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new UserError(
      `cannot write the log to ${path} (--log-file): ${error.message}`,
      "Name a file in a folder that is there and that you may write to, or leave --log-file out.",
    );
  }
}
