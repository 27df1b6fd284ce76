import { basename, dirname, join } from "node:path";
import process from "node:process";

/**
 * Removes what a killed build left beside a file that it was making:
 * `NAME.PID.tmp` and `NAME.PID.….tmp` of a process that is no more. Builds that
 * run at the same time are left alone; each has temporary files of its own, and
 * the last to finish wins.
 */
export function removeStaleTemporaries(made: string): void {
  const folder = dirname(made), prefix = `${basename(made)}.`;
  try {
    for (const { name } of Deno.readDirSync(folder)) {
      if (!name.startsWith(prefix) || !name.endsWith(".tmp")) continue;
      const [pid = ""] = name.slice(prefix.length).split(".");
      if (/^\d+$/.test(pid) && !isAlive(Number(pid))) {
        Deno.removeSync(join(folder, name));
      }
    }
  } catch {
    /* tidying is a courtesy: the build itself reports what is wrong */
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}
