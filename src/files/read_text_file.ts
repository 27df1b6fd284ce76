import { UserError } from "../user_error.ts";

/**
 * Reads a small UTF-8 file (settings, environment variables). A BOM is removed.
 *
 * @returns undefined when there is no such file
 * @throws {UserError} when it exists but cannot be read or is not UTF-8
 */
export function readTextFile(path: string): string | undefined {
  let bytes: Uint8Array;
  try {
    bytes = Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    // A file where a folder was expected: `a.md/docs.json`.
    if (error instanceof Deno.errors.NotADirectory) return undefined;
    throw new UserError(
      `${path} cannot be read: ${
        error instanceof Error ? error.message : String(error)
      }`,
    );
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`${path} is not UTF-8 text`, "Save it as UTF-8.");
  }
}
