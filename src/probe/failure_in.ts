import { jsonIn } from "./is_empty.ts";

/** A failure that a result reports in its content, without `isError`. */
export interface ReportedFailure {
  message: string;
  /** Key and value that show it, for an `errorWhen` rule; undefined in plain text. */
  path?: string;
  equals?: unknown;
}

/** Values of a status field that mean a failure. */
const FAILED =
  /^(?:errors?|fail(?:ed|ure)?|ng|exception|unauthori[sz]ed|forbidden)$/i;

/** The beginning of a text that reports a failure. */
const REPORT =
  /^(?:[\w.]*(?:error|exception)\b\s*[:：(]|traceback \(|http(?: status)? [45]\d\d\b|[45]\d\d(?:[:：]| (?:bad|unauthori[sz]ed|forbidden|not found|too many|internal|service|gateway|error))|(?:failed|unable) to \w+|エラー|(?:unauthori[sz]ed|forbidden)\b)/i;

/** Longer texts are answers, which may begin with words about errors; UTF-16 code units. */
const MAX_REPORT_LENGTH = 2_000;

/** The failure that a result's text reports, as JSON or plainly; undefined if it reports none. */
export function failureIn(text: string): ReportedFailure | undefined {
  const value = jsonIn(text);
  if (value === undefined) {
    const trimmed = text.trim();
    return trimmed.length <= MAX_REPORT_LENGTH && REPORT.test(trimmed)
      ? { message: trimmed }
      : undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return undefined;
  }
  for (const [key, it] of Object.entries(value)) {
    const failed = /^(?:status|state|result|type|code)$/i.test(key)
      ? typeof it === "string" && FAILED.test(it)
      : /^(?:ok|success|successful)$/i.test(key)
      ? it === false
      : /^(?:status_?code|http_?status)$/i.test(key)
      ? typeof it === "number" && it >= 400 && it < 600
      : undefined;
    if (failed) {
      return { message: messageOf(value) ?? text, path: key, equals: it };
    }
  }
  const { error } = value as { error?: unknown };
  if (typeof error === "string" && error.trim() !== "") {
    return { message: error };
  }
  if (typeof error === "object" && error !== null && !Array.isArray(error)) {
    const message = messageOf(error);
    if (message !== undefined) return { message };
  }
  return undefined;
}

function messageOf(value: object): string | undefined {
  for (const key of ["message", "error", "detail", "details", "reason"]) {
    const it = (value as Record<string, unknown>)[key];
    if (typeof it === "string" && it !== "") return it;
    if (typeof it === "object" && it !== null) return messageOf(it);
  }
  return undefined;
}
