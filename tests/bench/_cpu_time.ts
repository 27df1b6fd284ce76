/** A command: the program and its arguments. */
export type Command = readonly string[];

/**
 * The time that one run of each command takes, in ms: CPU time of user and
 * system together, of the command and its children, as bash tells it; on Windows
 * wall time. The commands take turns, one start each, as a user starts them:
 * twenty starts of one in a row find the processor's caches full of it, which
 * flatters the small ones. The median of the turns counts.
 *
 * @param commands by name; each must succeed, its output is thrown away
 * @param options `rounds`: turns, `cwd`
 */
export function cpuTimes<Name extends string>(
  commands: Record<Name, Command>,
  options: { rounds: number; cwd?: string },
): Record<Name, number> {
  const names = Object.keys(commands) as Name[];
  const times = Object.fromEntries(
    names.map((name) => [name, [] as number[]]),
  ) as Record<Name, number[]>;
  const one = (name: Name) =>
    Deno.build.os === "windows"
      ? wallTime(commands[name], options.cwd)
      : cpuTime(commands[name], options.cwd);
  for (const name of names) one(name); // caches are filled
  for (let round = 0; round < options.rounds; round++) {
    for (const name of names) times[name].push(one(name));
  }
  return Object.fromEntries(
    names.map((name) => [name, median(times[name])]),
  ) as Record<Name, number>;
}

/** Starts the command under bash, whose `time` tells thousandths of seconds. */
function cpuTime(command: Command, cwd?: string): number {
  const { success, stderr } = new Deno.Command("bash", {
    cwd,
    args: [
      "-c",
      `TIMEFORMAT="%3U %3S"; time "$@" >/dev/null 2>/dev/null`,
      "bash",
      ...command,
    ],
    env: { LC_ALL: "C" },
    stdin: "null",
  }).outputSync();
  if (!success) throw new Error(`failed: ${command.join(" ")}`);
  const [user, system] = new TextDecoder().decode(stderr).trim().split(" ")
    .map(Number);
  return (user + system) * 1000;
}

function wallTime([program, ...args]: Command, cwd?: string): number {
  const start = performance.now();
  const child = new Deno.Command(program, { cwd, args, stdin: "null" });
  if (!child.outputSync().success) throw new Error(`failed: ${program}`);
  return performance.now() - start;
}

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2
    ? sorted[half]
    : (sorted[half - 1] + sorted[half]) / 2;
}
