/** A command: the program and its arguments. */
export type Command = readonly string[];

/**
 * The time that one run of each command takes, in ms: CPU time of user and
 * system together, of the command and its children, where a POSIX shell can
 * tell (its `times`); elsewhere wall time. The commands take turns, so that
 * what else the machine does falls on all of them, and the median counts.
 *
 * @param commands by name; each must succeed, its output is thrown away
 * @param options `rounds`: turns, `runs`: starts a turn, `cwd`, `env`
 */
export function cpuTimes<Name extends string>(
  commands: Record<Name, Command>,
  options: {
    rounds: number;
    runs: number;
    cwd?: string;
    env?: Record<string, string>;
  },
): Record<Name, number> {
  const names = Object.keys(commands) as Name[];
  const times = Object.fromEntries(
    names.map((name) => [name, [] as number[]]),
  ) as Record<Name, number[]>;
  const one = (name: Name, runs: number) =>
    Deno.build.os === "windows"
      ? wallTime(commands[name], runs, options)
      : cpuTime(commands[name], runs, options);
  for (const name of names) one(name, 1); // caches are filled
  for (let round = 0; round < options.rounds; round++) {
    for (const name of names) times[name].push(one(name, options.runs));
  }
  return Object.fromEntries(
    names.map((name) => [name, median(times[name])]),
  ) as Record<Name, number>;
}

interface Place {
  cwd?: string;
  env?: Record<string, string>;
}

/** Starts the command `runs` times under one shell, which then tells. */
function cpuTime(command: Command, runs: number, place: Place): number {
  const script = `n=$1; shift
    while [ "$n" -gt 0 ]; do "$@" >/dev/null 2>&1 || exit; n=$((n - 1)); done
    times`;
  const { success, stdout } = new Deno.Command("/bin/sh", {
    ...place,
    args: ["-c", script, "sh", String(runs), ...command],
    stdin: "null",
  }).outputSync();
  if (!success) throw new Error(`failed: ${command.join(" ")}`);
  // The second line is that of the children: 0m1.234s 0m0.567s
  const children = new TextDecoder().decode(stdout).trim().split("\n")[1];
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)]
    .map(([, minutes, rest]) => Number(minutes) * 60 + Number(rest));
  return (seconds[0] + seconds[1]) * 1000 / runs;
}

function wallTime(command: Command, runs: number, place: Place): number {
  const [program, ...args] = command;
  const start = performance.now();
  for (let i = 0; i < runs; i++) {
    const child = new Deno.Command(program, { ...place, args, stdin: "null" });
    if (!child.outputSync().success) throw new Error(`failed: ${program}`);
  }
  return (performance.now() - start) / runs;
}

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2
    ? sorted[half]
    : (sorted[half - 1] + sorted[half]) / 2;
}
