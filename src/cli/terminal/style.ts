import type { Settings } from "../../config/settings.ts";
import type { Io } from "./io.ts";
import type { Writer } from "./writer.ts";

/** Adds terminal styles to text, or leaves it unchanged. */
export interface Style {
  /** A word that matched: bold and underlined. */
  mark(text: string): string;
  bold(text: string): string;
  dim(text: string): string;
}

const plain: Style = {
  mark: (text) => text,
  bold: (text) => text,
  dim: (text) => text,
};

const ansi: Style = {
  mark: (text) => `\x1b[1;4m${text}\x1b[22;24m`,
  bold: (text) => `\x1b[1m${text}\x1b[22m`,
  dim: (text) => `\x1b[2m${text}\x1b[22m`,
};

/**
 * ANSI attributes for a terminal, plain text for everything else, for
 * `NO_COLOR`, and for `TERM=dumb`.
 */
export function styleFor(writer: Writer, settings: Settings, io: Io): Style {
  return writer.isTerminal && settings.color.value &&
      io.env.get("TERM") !== "dumb"
    ? ansi
    : plain;
}
