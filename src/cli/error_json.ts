import { UserError } from "../user_error.ts";

/** A failure as `--json` has it: `{"error": {"code": …, "message": …, "hint": …}}`. */
export interface ErrorJson {
  /**
   * `wrong_use`: of the command line; `failed`: the work could not be done;
   * `system`: the operating system refused; `internal`: a fault of the program.
   * Of a model the kind of its failure: `key`, `busy`, `network` and others.
   */
  code: string;
  message: string;
  /** What to do next; null where nothing is known. */
  hint: string | null;
}

/** @param stage Whether the command had begun. */
export function errorJson(
  error: unknown,
  stage: "parsing" | "running",
): ErrorJson {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof UserError)) {
    return {
      code: isSystemError(error) ? "system" : "internal",
      message,
      hint: null,
    };
  }
  const { kind } = error as { kind?: unknown };
  const code = typeof kind === "string"
    ? kind
    : stage === "parsing"
    ? "wrong_use"
    : "failed";
  return { code, message, hint: error.next ?? null };
}

/** A refusal by the operating system: no space, no permission, no such file. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error &&
    (/\(os error \d+\)/.test(error.message) ||
      Object.values(Deno.errors).some((kind) => error instanceof kind));
}
