import { UserError } from "../user_error.ts";

/** How a program ended, and what it printed. */
export interface ChildResult {
  ok: boolean;
  stdout: string;
  /** Without colours. */
  stderr: string;
}

/** Runs a program to its end and gives back what it printed. */
export async function runChild(
  program: string,
  args: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<ChildResult> {
  const output = await new Deno.Command(program, {
    args,
    cwd: options.cwd,
    env: { NO_COLOR: "1", RUST_BACKTRACE: "0", ...options.env },
    stdin: "null",
  }).output().catch((error: Error) => {
    throw new UserError(`${program} cannot be run: ${error.message}`);
  });
  const decoder = new TextDecoder();
  return {
    ok: output.success,
    stdout: decoder.decode(output.stdout),
    stderr: decoder.decode(output.stderr),
  };
}

/**
 * Runs a program that must succeed.
 *
 * @param purpose what it does, for the message when it fails
 * @throws {UserError} with everything it printed on stderr
 */
export async function mustRun(
  purpose: string,
  program: string,
  args: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<ChildResult> {
  const ran = await runChild(program, args, options);
  if (!ran.ok) {
    throw new UserError(
      `${purpose} failed:\n${(ran.stderr || ran.stdout).trimEnd()}`,
      `The command was: ${[program, ...args].join(" ")}`,
    );
  }
  return ran;
}
