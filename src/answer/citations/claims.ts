/**
 * Cuts an answer into claims: sentences, rows of tables and blocks of code.
 *
 * @module
 */

import { CODE, type MarkdownBlock } from "../markdown_blocks.ts";
import type { Reference } from "./_references.ts";
import { sentences } from "../../text/sentences.ts";

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
  /** Whether the documents have to say it: no question, guess or pointer. */
  checked: boolean;
  /** Whether it only leads to what follows: its names and numbers count, its words do not. */
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
    while (next < refs.length && refs[next].start < start) next++;
    const own: number[] = [];
    while (next < refs.length && refs[next].start < end) own.push(next++);
    const text = withoutReferences(
      answer,
      start,
      end,
      own.map((at) => refs[at]),
    );
    const words = withoutReferences(
      shown,
      start,
      end,
      own.map((at) => refs[at]),
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
      /[(（]\s*(?:参考情報|参考|出典|see|sources?|ref)?\s*[:：]?[\s,、]*[)）]/gi,
      "",
    )
    .replace(/[ \t　]+(?=[.。,、;；:!?！？](?:\s|$)|$)/g, "").trim();
}

/** A sentence that ends where a list or code begins. */
function leadsOn(shown: string): boolean {
  return /[:：][*_]*$/.test(shown) ||
    /(?:次|以下|下記|上記)の(?:とおり|通り|よう|手順|コマンド|方法)/.test(
      shown,
    ) ||
    /\bas follows\b|\bthe following\b|\b(?:like this|for example)\W*$/i.test(
      shown,
    ) ||
    /^[(*_\s]*(?:see|refer to|for (?:more|further) (?:details?|information))\b/i
      .test(
        shown,
      ) ||
    /(?:詳し[くい]|詳細)[^。]{0,80}(?:参照|ご覧|見て|確認)/.test(shown);
}

const GUESS =
  /推測(?:です|では|になり)|おそらく|恐らく|たぶん|かもしれ|思われ|考えられ|でしょう|だろう|可能性が|と思い|一般的に|一般に|\b(?:probably|perhaps|presumably|possibly|maybe|might|likely|(?:my|a|i) guess|guessing|i assume|presum\w+|i think|i believe|it seems|in general|generally speaking|not sure|unclear)\b/i;
const SILENT =
  /(?:参考情報|ドキュメント|文書|資料|情報源|提供された|与えられた)[^。]{0,60}(?:記載|記述|説明|情報|言及|書かれ|含まれ|見つかり|明記|触れ)[^。]{0,20}(?:ません|ない|おらず|なく)|(?:記載|記述|情報|説明|言及)[はがも](?:ありません|見当たりません|見つかりません|されていません|ない)|\b(?:documents?|documentation|docs|sources?|sections?|context|information|excerpts?|references?)\b[^.]{0,40}\b(?:do(?:es)? not|don't|doesn't|did not)\b[^.]{0,16}\b(?:say|mention|cover|contain|specify|describe|state|include|provide|address|discuss|answer|explain|mentioned|specified|described|covered|documented|stated|given|found)\b|\b(?:is|are)(?: not|n't) (?:mentioned|documented|specified|described|covered|stated)\b|\bno (?:information|mention|details?)\b|\b(?:could not|couldn't|cannot) find\b/i;

function isClaim(text: string, shown: string, leads: boolean): boolean {
  const plain = text.replace(/[*_~>#|\s]+/g, " ").trim();
  if (!/[\p{L}\p{N}]/u.test(plain)) return false;
  if (
    /[?？]["'”’」』)）*_\s]*$/.test(plain) ||
    /(?:です|ます|でしょう|ません)か[。\s]*$/.test(plain)
  ) {
    return false;
  }
  if (GUESS.test(shown) || SILENT.test(shown)) return false;
  const facts = shown.includes(CODE) || /\d/.test(shown);
  if (leads && !facts) return false;
  // A label, `Yes.`, はい。
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  const long = words.length > 2 ||
    plain.length > 8 && /[\u3040-\u9fff]/.test(plain);
  return facts || long;
}
