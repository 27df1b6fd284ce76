/** Memory of a process that is not paged out, in MB (10^6 bytes). Linux only. */
export function residentMegabytes(pid: number): number {
  const status = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) * 1_024 / 1e6;
}

/** Puts a copy in the place of a file, as a build does. */
export function replaceByCopy(path: string): void {
  Deno.copyFileSync(path, `${path}.copy`);
  Deno.renameSync(`${path}.copy`, path);
}
