import { tokenize } from "../../text/tokenize.ts";
import { FUNCTION_WORDS } from "./words/function_words.ts";

const STOP_WORDS = new Set(FUNCTION_WORDS);

/**
 * The stem of an English word, so that `skipped` and `skips` match: a light
 * stemmer (after step 1 of Porter 1980). A wrong stem does no harm, since claim
 * and source get the same one.
 */
export function stem(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  let root = word;
  if (/ies$|ied$/.test(root)) root = root.slice(0, -3) + "y";
  else if (/(?:ss|sh|ch|x|z)es$/.test(root)) root = root.slice(0, -2);
  else if (/[^su]s$/.test(root)) root = root.slice(0, -1);
  if (/[ai]ble$/.test(root) && root.length > 7) root = root.slice(0, -4);
  else if (/ing$/.test(root) && root.length > 5) root = root.slice(0, -3);
  else if (/ed$/.test(root) && root.length > 4) root = root.slice(0, -2);
  else if (/ly$/.test(root) && root.length > 5) root = root.slice(0, -2);
  if (/([bdgklmnprt])\1$/.test(root)) root = root.slice(0, -1);
  if (/e$/.test(root) && root.length > 3) root = root.slice(0, -1);
  return root;
}

/** A term of the content, with where it stands. */
export interface Term {
  term: string;
  at: number;
  /** Whether it is a part of an identifier. */
  part: boolean;
}

/**
 * The content words of a text: stems of English words, character bigrams of
 * Japanese without hiragana, and single kanji, so that 送る matches 送信. Kanji of
 * two compounds must not match (存在, 現在), so that a kanji within a compound gets
 * another prefix in a claim than in a source.
 */
export function contentTerms(text: string, side: "claim" | "source"): Term[] {
  const found: Term[] = [];
  for (const { term, start, kind } of tokenize(text)) {
    if (kind === "tail" || kind === "single") continue;
    if (kind === "word" || kind === "part") {
      if (STOP_WORDS.has(term) || /^\d+$/.test(term)) continue;
      found.push({ term: stem(term), at: start, part: kind === "part" });
    } else if (!/[\u3040-\u309f]/.test(term)) {
      found.push({ term, at: start, part: false });
    }
  }
  for (const { 0: run, index } of text.matchAll(/[\u4e00-\u9fff]+/g)) {
    for (let i = 0; i < run.length; i++) {
      const alone = run.length === 1;
      const at = index + i;
      if (alone || side === "source") {
        found.push({ term: ALONE + run[i], at, part: false });
      }
      if (!alone === (side === "claim")) {
        found.push({ term: WITHIN + run[i], at, part: false });
      }
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

/** Prefixes of single kanji: by itself, and within a compound. */
const ALONE = "\u0001", WITHIN = "\u0002";

/** Whether a term is a single kanji, which tells less than a bigram. */
export function isSingle(term: string): boolean {
  return term[0] === ALONE || term[0] === WITHIN;
}

/** Whether a term is a kanji within a compound; only claims have these. */
export function isWithin(term: string): boolean {
  return term[0] === WITHIN;
}

/** Whether a term is a bigram of katakana, of which one word has many. */
export function isKatakana(term: string): boolean {
  return /^[\u30a1-\u30fc]+$/.test(term);
}
