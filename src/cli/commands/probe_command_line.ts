import { upstreamFlags } from "../shared_flags.ts";
import { shellLine } from "../shell_words.ts";
import type { ProbeParsed } from "./probe_target.ts";

/** Flags whose values go into the line as they were given. */
const KEPT = [
  "url",
  "config",
  "env-file",
  "args",
  ...upstreamFlags.map(({ name }) => name),
] as const;

/**
 * The line of shell that probes one tool as the others were. Values of
 * variables are left out: `--env NAME` passes on what is set.
 *
 * @param hasVaried of each `--vary`, whether the tool has that argument
 */
export function probeCommandLine(
  { flags, arguments: words, literal = [] }: ProbeParsed,
  tool: string,
  hasVaried: readonly boolean[],
): string {
  const line = ["docs", "probe"];
  const add = (name: string, value: string) =>
    value.startsWith("-")
      ? line.push(`--${name}=${value}`)
      : line.push(`--${name}`, value);
  for (const name of KEPT) {
    const value = flags[name];
    if (value === true) line.push(`--${name}`);
    else if (Array.isArray(value)) {
      for (const it of value) {
        add(name, name === "env" ? it.replace(/=[^]*/, "") : it);
      }
    } else if (value !== undefined) add(name, String(value));
  }
  flags.vary?.forEach((it, at) => hasVaried[at] && add("vary", it));
  add("tool", tool);
  line.push(...words.slice(0, words.length - literal.length));
  if (literal.length > 0) line.push("--", ...literal);
  return shellLine(line);
}
