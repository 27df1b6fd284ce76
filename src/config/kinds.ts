/**
 * The types of settings and flags: how each is parsed from text (flag,
 * environment variable) and from JSON (settings file), and described in messages.
 *
 * @module
 */

import { type LogLevel, logLevels } from "../log_level.ts";

/** One type of value. Both parsers return undefined for an invalid value. */
export interface Kind<T> {
  /** Description for messages; completes "must be …". */
  readonly expects: string;
  fromText(text: string): T | undefined;
  fromJson(value: unknown): T | undefined;
}

/** A whole number from `min` to `max`, both included. */
export function integer(min: number, max: number): Kind<number> {
  const check = (value: unknown) =>
    typeof value === "number" && Number.isInteger(value) && value >= min &&
      value <= max
      ? value
      : undefined;
  return {
    expects: `a whole number from ${min} to ${max}`,
    fromText: (text) => /^\d+$/.test(text) ? check(Number(text)) : undefined,
    fromJson: check,
  };
}

/** A number from `min` to `max`, both included. */
export function number(min: number, max: number): Kind<number> {
  const check = (value: unknown) =>
    typeof value === "number" && value >= min && value <= max
      ? value
      : undefined;
  return {
    expects: `a number from ${min} to ${max}`,
    fromText: (text) =>
      /^(?:\d+\.?\d*|\.\d+)$/.test(text) ? check(Number(text)) : undefined,
    fromJson: check,
  };
}

/** A number from 0 to 1, both included. */
export const fraction = number(0, 1);

/** A boolean; as text also 1, 0, yes, no, on, off. */
export const yesNo: Kind<boolean> = {
  expects: "true or false (1 or 0)",
  fromText(text) {
    if (/^(?:1|true|yes|on)$/i.test(text)) return true;
    return /^(?:0|false|no|off)$/i.test(text) ? false : undefined;
  },
  fromJson: (value) => typeof value === "boolean" ? value : undefined,
};

/** Text that is not blank and has no control characters. */
export const nonBlankText: Kind<string> = {
  expects: "a text that is not empty",
  fromText: (text) =>
    // deno-lint-ignore no-control-regex -- they are what is refused.
    text.trim() === "" || /[\u0000-\u001f\u007f]/.test(text) ? undefined : text,
  fromJson: (value) =>
    typeof value === "string" ? nonBlankText.fromText(value) : undefined,
};

/** A list of texts; a single text becomes a list of one. */
export const textList: Kind<string[]> = {
  expects: "a list of texts",
  fromText: (text) => {
    const one = nonBlankText.fromText(text);
    return one === undefined ? undefined : [one];
  },
  fromJson(value) {
    const items = Array.isArray(value) ? value : [value];
    return items.every((item) => nonBlankText.fromJson(item) !== undefined)
      ? items
      : undefined;
  },
};

/** A list of texts; as text, separated by commas. */
export const commaList: Kind<string[]> = {
  ...textList,
  fromText: (text) =>
    textList.fromJson(text.split(",").map((part) => part.trim())),
};

/** A name that is safe as a file name on every system. */
export const fileName: Kind<string> = {
  expects: 'a plain name without / \\ : * ? " < > |, and not . or ..',
  fromText: (text) =>
    // deno-lint-ignore no-control-regex -- they are what is refused.
    /^(?!\.{1,2}$)[^\/\\:*?"<>|\u0000-\u001f]+$/.test(text) &&
      text.trim() === text
      ? text
      : undefined,
  fromJson: (value) =>
    typeof value === "string" ? fileName.fromText(value) : undefined,
};

/** The base of the documents' URLs: `https://…`, `http://…` or `/…`. */
export const urlBase: Kind<string> = {
  expects: "an address that begins with https://, http:// or /",
  fromText: (text) =>
    /^\/[^\s]*$/.test(text) || (/^https?:\/\/\S+$/i.test(text) &&
        URL.canParse(text))
      ? text
      : undefined,
  fromJson: (value) =>
    typeof value === "string" ? urlBase.fromText(value) : undefined,
};

/** A log level, in any case. `WARN` is WARNING and `CRITICAL` is ERROR. */
export const logLevel: Kind<LogLevel> = {
  expects: "one of DEBUG, INFO, WARNING, ERROR",
  fromText(text) {
    const name = text.trim().toUpperCase();
    if (name === "WARN") return "WARNING";
    if (name === "CRITICAL") return "ERROR";
    return logLevels.find((level) => level === name);
  },
  fromJson: (value) =>
    typeof value === "string" ? logLevel.fromText(value) : undefined,
};
