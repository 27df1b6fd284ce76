import { resolvePath } from "../config/paths.ts";
import type { Settings } from "../config/settings.ts";
import { Log } from "../mcp/log.ts";
import type { Io } from "./io.ts";

/**
 * Where the messages of a server go. A client shows or keeps the stderr of a
 * stdio server, so there only what is wrong is said, unless somebody wants more.
 *
 * @param file appended to; undefined is stderr
 */
export function openLog(
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
  const open = Deno.openSync(path, { append: true, create: true });
  const encoder = new TextEncoder();
  const log = new Log((line) => {
    open.writeSync(encoder.encode(line + "\n"));
  }, level);
  return Object.assign(log, { [Symbol.dispose]: () => open.close() });
}
