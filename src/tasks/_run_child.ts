import { UserError } from "../user_error.ts";

/** Exit status and output of a child process. */
export interface ChildResult {
  ok: boolean;
  stdout: string;
  /** Without colours, where the program heeds NO_COLOR. */
  stderr: string;
}

/**
 * Runs a program and waits for its end.
 *
 * @throws {UserError} when it cannot be started
 */
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
 * Like {@linkcode runChild}, but requires success.
 *
 * @param purpose what it does, for the error message
 * @throws {UserError} with its stderr, else its stdout, when it fails
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
