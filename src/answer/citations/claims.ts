/**
 * Cuts an answer into claims: sentences, rows of tables and blocks of code.
 *
 * @module
 */

import { CODE, type MarkdownBlock } from "../markdown_blocks.ts";
import type { Reference } from "./_references.ts";
import { sentences } from "../../text/sentences.ts";
import { anyOf, wordPattern } from "./_word_pattern.ts";
import {
  GUESSES,
  LEADS,
  LEADS_AT_END,
  LEADS_AT_START,
  SAY_VERBS,
  SILENCE,
  SOURCE_NOUNS,
} from "./words/remarks.ts";
import { PRECEDING_LABELS } from "./words/references.ts";

/** A claim in an answer; offsets are those of the answer. */
export interface AnswerClaim {
  kind: "sentence" | "row" | "code";
  start: number;
  end: number;
  /** The answer's text between them without its citations. */
  text: string;
  /** Of the blocks: where it stands. */
  block: number;
  /** References that stand in it, as positions in their list. */
  references: number[];
  /** Whether a source must support it: not a question, guess or pointer. */
  checked: boolean;
  /** Whether it only introduces what follows: its names and numbers are checked, its words are not. */
  leads: boolean;
}

/** The claims of an answer, in order. */
export function answerClaims(
  answer: string,
  shown: string,
  blocks: readonly MarkdownBlock[],
  refs: readonly Reference[],
): AnswerClaim[] {
  const found: AnswerClaim[] = [];
  let next = 0; // reference
  const add = (
    kind: AnswerClaim["kind"],
    start: number,
    end: number,
    block: number,
  ) => {
    while (next < refs.length && refs[next]!.start < start) next++;
    const own: number[] = [];
    while (next < refs.length && refs[next]!.start < end) own.push(next++);
    const text = withoutReferences(
      answer,
      start,
      end,
      own.map((at) => refs[at]!),
    );
    const words = withoutReferences(
      shown,
      start,
      end,
      own.map((at) => refs[at]!),
    );
    const leads = kind === "sentence" && leadsOn(words);
    found.push({
      ...{ kind, start, end, text, block, references: own, leads },
      checked: kind === "code" || isClaim(text, words, leads),
    });
  };
  blocks.forEach(({ kind, from, to }, at) => {
    if (from >= to) return;
    if (kind === "code") add("code", from, to, at);
    else if (kind === "row") add("row", from, to, at);
    else if (kind === "paragraph" || kind === "item") {
      for (const [start, end] of sentences(shown, from, to)) {
        add("sentence", start, end, at);
      }
    }
  });
  return found;
}

/** What is left of `(see [1], [2])`. */
const EMPTY_BRACKETS = new RegExp(
  String.raw`[(（]\s*${
    anyOf([...PRECEDING_LABELS.ja, ...PRECEDING_LABELS.en])
  }?\s*[:：]?[\s,、]*[)）]`,
  "gi",
);

function withoutReferences(
  text: string,
  start: number,
  end: number,
  refs: readonly Reference[],
): string {
  let result = "", done = start;
  for (const { kind, start: from, end: to, label } of refs) {
    result += text.slice(done, Math.max(done, from));
    if (kind === "link" && !/^[\d０-９]*$/.test(text.slice(...label!))) {
      result += text.slice(...label!);
    }
    done = to;
  }
  result += text.slice(done, Math.max(done, end));
  return result
    .replace(
      EMPTY_BRACKETS,
      "",
    )
    .replace(/[ \t　]+(?=[.。,、;；:!?！？](?:\s|$)|$)/g, "").trim();
}

const LEAD = wordPattern(LEADS);
const LEAD_AT_END = new RegExp(String.raw`\b${anyOf(LEADS_AT_END)}\W*$`, "i");
const LEAD_AT_START = new RegExp(
  String.raw`^[(*_\s]*${anyOf(LEADS_AT_START)}\b`,
  "i",
);

/** Whether a sentence introduces a list or code, or points elsewhere. */
function leadsOn(shown: string): boolean {
  return /[:：][*_]*$/.test(shown) || shown.search(LEAD) >= 0 ||
    LEAD_AT_END.test(shown) || LEAD_AT_START.test(shown);
}

const GUESS = wordPattern(GUESSES);
const SILENT = new RegExp(
  [
    wordPattern(SILENCE).source,
    `${anyOf(SOURCE_NOUNS.ja)}[^。]{0,60}${
      anyOf(SAY_VERBS.ja)
    }[^。]{0,20}(?:ません|ない|おらず|なく)`,
    String.raw`\b${anyOf(SOURCE_NOUNS.en)}\b[^.]{0,40}` +
    String.raw`\b(?:do(?:es)? not|don't|doesn't|did not)\b[^.]{0,16}` +
    String.raw`\b${anyOf(SAY_VERBS.en)}\b`,
  ].join("|"),
  "i",
);

function isClaim(text: string, shown: string, leads: boolean): boolean {
  const plain = text.replace(/[*_~>#|\s]+/g, " ").trim();
  if (!/[\p{L}\p{N}]/u.test(plain)) return false;
  if (
    /[?？]["'”’」』)）*_\s]*$/.test(plain) ||
    /(?:です|ます|でしょう|ません)か[。\s]*$/.test(plain)
  ) {
    return false;
  }
  if (shown.search(GUESS) >= 0 || SILENT.test(shown)) return false;
  const facts = shown.includes(CODE) || /\d/.test(shown);
  if (leads && !facts) return false;
  // A label, `Yes.`, はい。
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  const long = words.length > 2 ||
    plain.length > 8 && /[\u3040-\u9fff]/.test(plain);
  return facts || long;
}
