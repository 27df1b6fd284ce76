/** The processes that a process has started and that live. Linux alone. */
export function childrenOf(pid: number): number[] {
  return [...Deno.readDirSync("/proc")].flatMap(({ name }) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = Deno.readTextFileSync(`/proc/${name}/stat`);
      const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return Number(parent) === pid && state !== "Z" ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}
