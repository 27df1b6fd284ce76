import { UserError } from "../user_error.ts";

/** Runs a task; an error that its user can act on is printed, and ends it. */
export async function reportErrors(task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (!(error instanceof UserError || isWrongUse(error))) throw error;
    console.error(`error: ${error.message}`);
    if (error instanceof UserError && error.next) console.error(error.next);
    Deno.exit(2);
  }
}

/** Whether `parseArgs` of node:util did not understand the arguments. */
function isWrongUse(error: unknown): error is Error {
  return error instanceof Error && "code" in error &&
    String(error.code).startsWith("ERR_PARSE_ARGS");
}
