/**
 * An error that the user can act on: it says what is wrong, where, and what to
 * do next. The command line prints it without a stack trace and exits with 2.
 */
export class UserError extends Error {
  override readonly name = "UserError";

  /**
   * @param what What went wrong, naming the file, flag or value.
   * @param next What to do about it; a full sentence or a command.
   */
  constructor(what: string, readonly next?: string) {
    super(what);
  }
}
