import { UserError } from "../user_error.ts";

/** Runs a task. Errors that the user can act on are printed, and exit with 2. */
export async function reportErrors(task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (!(error instanceof UserError || isUsageError(error))) throw error;
    console.error(`error: ${error.message}`);
    if (error instanceof UserError && error.next) console.error(error.next);
    Deno.exit(2);
  }
}

/** Whether an error comes from invalid arguments, by `parseArgs` of node:util. */
function isUsageError(error: unknown): error is Error {
  return error instanceof Error && "code" in error &&
    String(error.code).startsWith("ERR_PARSE_ARGS");
}
