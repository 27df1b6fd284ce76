import { wrapped } from "./envelope.ts";
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

/** Keys of a report of a failure. */
const REPORT_KEY =
  /^(?:status|state|result|type|kind|code|status_?code|http_?status|ok|success|successful|errors?|error_?\w+|message|msg|details?|reason|hint|help|request_?id|trace_?id|timestamp)$/i;

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
  for (const answer of wrapped(value as Record<string, unknown>)) {
    const found = failureOf(answer.value, text);
    if (found === undefined) continue;
    // Of what is found inside, `failed` may be the state of a job that was asked for.
    if (answer.path.length > 0 && !isReport(answer.value)) continue;
    const { path } = found;
    return path === undefined
      ? found
      : { ...found, path: [...answer.path, path].join(".") };
  }
  return undefined;
}

/** Whether an object has nothing but what a report of a failure has. */
function isReport(value: Record<string, unknown>): boolean {
  return Object.keys(value).every((key) => REPORT_KEY.test(key));
}

function failureOf(
  value: Record<string, unknown>,
  text: string,
): ReportedFailure | undefined {
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
  const { error } = value;
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
