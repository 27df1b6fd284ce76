/**
 * What kind of answer a tool's result is, seen from a service that has nobody
 * to ask and little room.
 *
 * @module
 */

import { capResult, TRUNCATED } from "../upstream/cap_result.ts";
import { textOf, type UpstreamToolResult } from "../upstream/tool_result.ts";
import { questionIn } from "./question_in.ts";
import { failureIn } from "./failure_in.ts";
import { countItems, isEmptyText, isEmptyValue, jsonIn } from "./is_empty.ts";

/** Kinds of answer, in the order in which they are shown. */
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

/** A result, judged. */
export interface Judgement {
  outcome: Outcome;
  /** Characters (UTF-16 units) of its text, else of its structured content. */
  chars: number;
  /** Elements of the lists in it, where it is JSON with lists. */
  items?: number;
  /** The beginning of it, or what it says is wrong. */
  sample: string;
  /** The rule of `errorWhen` that would mark it; it is no error by itself. */
  errorWhen?: { path: string; equals: unknown };
}

/** Characters of a sample. */
const SAMPLE = 200;

/**
 * Judges a whole result. Failures and questions come first: they are text like
 * any other to those who do not look.
 *
 * @param args of the call
 * @param most characters that a client would be given; 0 is no limit
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
  const asked = inputRequired(result) ?? firstOf(texts, questionIn) ??
    (structured && questionIn(structured));
  if (asked) return judged("needs confirmation", asked);
  const told = firstOf(texts, failureIn) ??
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
  // A docs proxy on the way may have cut it already.
  const isCut = texts.some((it) => it.includes(TRUNCATED)) ||
    capResult(result, most) !== result;
  return judged(isCut ? "too large" : "data");
}

/** What the client has to answer first (2026-07-28, `resultType` "input_required"). */
function inputRequired(result: UpstreamToolResult): string | undefined {
  if (result.resultType !== "input_required") return undefined;
  const requests = Object.values(result.inputRequests ?? {}) as {
    method?: string;
    params?: { message?: string };
  }[];
  return requests.map(({ params, method }) => params?.message ?? method)
    .filter(Boolean).join(" ") || "input is required";
}

function firstOf<T>(
  texts: readonly string[],
  find: (text: string) => T | undefined,
): T | undefined {
  // A question or a failure is all that is said, or it is part of an answer.
  return texts.length === 1 ? find(texts[0]!) : undefined;
}

/** The beginning of a text, ending at a code point. */
export function sampleOf(text: string): string {
  const start = text.slice(0, SAMPLE);
  return /[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start;
}
