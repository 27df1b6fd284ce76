import { basename, dirname, join } from "node:path";
import process from "node:process";

/**
 * Removes the temporary files that killed builds of a file left in its folder:
 * `NAME.PID.tmp` and `NAME.PID.….tmp` whose process no longer exists. Those of
 * running builds stay: each build has its own, and the last to finish wins.
 *
 * @param output the file that the builds make
 */
export function removeStaleTemporaries(output: string): void {
  const folder = dirname(output), prefix = `${basename(output)}.`;
  try {
    for (const { name } of Deno.readDirSync(folder)) {
      if (!name.startsWith(prefix) || !name.endsWith(".tmp")) continue;
      const [pid = ""] = name.slice(prefix.length).split(".");
      if (/^\d+$/.test(pid) && !isAlive(Number(pid))) {
        Deno.removeSync(join(folder, name));
      }
    }
  } catch {
    /* best effort: the build itself reports an unusable folder */
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return (error as { code?: string }).code === "EPERM";
  }
}
