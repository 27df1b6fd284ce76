import { basename, dirname, join } from "node:path";
import process from "node:process";

/**
 * Removes what a killed build left beside an index: `NAME.PID.tmp` of a
 * process that is no more. Builds that run at the same time are left alone;
 * each has a temporary file of its own, and the last to finish wins.
 */
export function removeStaleTemporaries(index: string): void {
  const folder = dirname(index), prefix = `${basename(index)}.`;
  try {
    for (const { name } of Deno.readDirSync(folder)) {
      if (!name.startsWith(prefix) || !name.endsWith(".tmp")) continue;
      const pid = name.slice(prefix.length, -4);
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
