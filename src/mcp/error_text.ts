import { UserError } from "../user_error.ts";

/** The text of an error for a client: what is wrong and what to do. */
export function errorText(error: unknown): string {
  if (error instanceof UserError) {
    return `Error: ${error.message}${error.next ? `\n${error.next}` : ""}`;
  }
  return `Error: ${error instanceof Error ? error.message : String(error)}`;
}
