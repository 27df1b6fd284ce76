/** Thrown by a command that the user interrupted, after cleanup. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";

  /** @param exitCode 128 + number of the signal */
  constructor(readonly exitCode: number) {
    super("interrupted");
  }
}
