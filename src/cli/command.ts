/**
 * The shape of the table of commands, and the types that follow from an entry:
 * what its flags hold and what its function gets.
 *
 * @module
 */

import type { Io } from "./terminal/io.ts";

/** One flag of a command. */
export interface Flag {
  /** Long name, without `--`. */
  readonly name: string;
  /** One letter, without `-`. */
  readonly short?: string;
  /**
   * What it takes: nothing (`switch`), a text, a text each time it is given
   * (`texts`), a whole number, or a number with decimals.
   */
  readonly kind: "switch" | "text" | "texts" | "integer" | "number";
  /** Name of the value in help, in capitals. A switch has none. */
  readonly value?: string;
  /** Least and greatest number, both allowed. */
  readonly min?: number;
  readonly max?: number;
  /** What a shell offers as the value. */
  readonly offers?: "file" | "folder";
  /** One sentence without a full stop. */
  readonly help: string;
}

/** One argument of a command that is not a flag. */
export interface Argument {
  /** In capitals. */
  readonly name: string;
  readonly required: boolean;
  /** Whether more than one may be given. */
  readonly many: boolean;
  /** The only values allowed, where there are few. */
  readonly choices?: readonly string[];
  readonly offers?: "file" | "folder";
}

/** One command, as data. */
export interface Command {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** Further paragraphs of its help. */
  readonly about: readonly string[];
  readonly arguments: readonly Argument[];
  readonly flags: readonly Flag[];
  readonly examples: readonly { readonly run: string; readonly does: string }[];
}

type ValueOf<Kind> = Kind extends "switch" ? boolean
  : Kind extends "texts" ? string[]
  : Kind extends "integer" | "number" ? number
  : string;

/** The parsed command line of one command of the table. */
export interface Parsed<Spec extends Command = Command> {
  /** Values by flag name; a flag that was not given is not there. */
  readonly flags: {
    readonly [F in Spec["flags"][number] as F["name"]]?: ValueOf<F["kind"]>;
  };
  readonly arguments: readonly string[];
  /** Those of the arguments that stood after `--`; undefined without one. */
  readonly literal?: readonly string[];
}

/** What a command's file exports. */
export interface CommandModule {
  /**
   * Runs the command.
   *
   * @returns exit code: 0 found or done, 1 nothing found
   * @throws {UserError} for what the user can mend (exit code 2)
   */
  run(parsed: Parsed, io: Io): number | Promise<number>;
}
