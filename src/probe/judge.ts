/**
 * Classifies a tool's result from the view of a service, which cannot ask a user and
 * has a size limit.
 *
 * @module
 */

import { capResult, TRUNCATED } from "../upstream/cap_result.ts";
import { textOf, type UpstreamToolResult } from "../upstream/tool_result.ts";
import { questionIn } from "./question_in.ts";
import { failureIn } from "./failure_in.ts";
import { countItems, isEmptyText, isEmptyValue, jsonIn } from "./is_empty.ts";

/** Kinds of results, in the order in which they are shown. */
export const OUTCOMES = [
  "data",
  "too large",
  "empty",
  "needs confirmation",
  "error",
  "timeout",
] as const;
/** One of {@linkcode OUTCOMES}. */
export type Outcome = typeof OUTCOMES[number];

/** The classification of a result. */
export interface Judgement {
  outcome: Outcome;
  /** Characters (UTF-16 units) of its text, else of its structured content. */
  chars: number;
  /** Number of items, if it is JSON with lists; see `countItems`. */
  items?: number;
  /** The beginning of its text, of its error message or of its question. */
  sample: string;
  /** The `errorWhen` rule that would mark this ordinary result as an error. */
  errorWhen?: { path: string; equals: unknown };
}

/** UTF-16 code units of a sample, at most. */
const SAMPLE_LENGTH = 200;

/**
 * Classifies a complete result. Questions and failures are looked for first, because
 * they often come as ordinary text.
 *
 * @param args arguments of the call
 * @param most UTF-16 code units that a client would get; 0 means no limit
 */
export function judge(
  result: UpstreamToolResult,
  args: Readonly<Record<string, unknown>>,
  most: number,
): Judgement {
  const { content = [], structuredContent } = result;
  const texts = content.flatMap((part) => textOf(part) ?? []);
  const text = texts.join("\n");
  const structured = structuredContent === undefined
    ? undefined
    : JSON.stringify(structuredContent);
  const others = content.filter((part) => textOf(part) === undefined);
  const items = countItems(structuredContent ?? jsonIn(text));
  const judged = (outcome: Outcome, said?: string): Judgement => ({
    outcome,
    chars: text.length || (structured?.length ?? 0),
    ...items !== undefined && { items },
    sample: sampleOf(
      said ||
        (text || structured ||
          others.map(({ type, mimeType }) =>
            `[${[type, mimeType].filter(Boolean).join(" ")}]`
          ).join(" ")),
    ),
  });
  const asked = inputRequired(result) ?? inOnly(texts, questionIn) ??
    (structured && questionIn(structured));
  if (asked) return judged("needs confirmation", asked);
  const told = inOnly(texts, failureIn) ??
    (structured ? failureIn(structured) : undefined);
  if (result.isError) return judged("error", told?.message);
  if (told) {
    const { message, path, equals } = told;
    return {
      ...judged("error", message),
      ...path !== undefined && { errorWhen: { path, equals } },
    };
  }
  const empty = structuredContent !== undefined
    ? isEmptyValue(structuredContent, args)
    : others.length === 0 && texts.every((it) => isEmptyText(it, args));
  if (empty) return judged("empty");
  // A docs proxy in between may have truncated it already.
  const isCut = texts.some((it) => it.includes(TRUNCATED)) ||
    capResult(result, most) !== result;
  return judged(isCut ? "too large" : "data");
}

/** The questions of a result that requires input (2026-07-28, `resultType` "input_required"). */
function inputRequired(result: UpstreamToolResult): string | undefined {
  if (result.resultType !== "input_required") return undefined;
  const requests = Object.values(result.inputRequests ?? {}) as {
    method?: string;
    params?: { message?: string };
  }[];
  return requests.map(({ params, method }) => params?.message ?? method)
    .filter(Boolean).join(" ") || "input is required";
}

/** Applies `find` to a single text: beside other texts, a question or failure is part of an answer. */
function inOnly<T>(
  texts: readonly string[],
  find: (text: string) => T | undefined,
): T | undefined {
  return texts.length === 1 ? find(texts[0]!) : undefined;
}

/** The beginning of a text; no surrogate pair is split. */
export function sampleOf(text: string): string {
  const start = text.slice(0, SAMPLE_LENGTH);
  return /[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start;
}
