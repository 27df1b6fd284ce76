import { tokenize } from "../../text/tokenize.ts";
import { FUNCTION_WORDS } from "./words/function_words.ts";

const STOP = new Set(FUNCTION_WORDS);

/**
 * A word without its ending, so that `skipped` and `skips` meet: a light stemmer
 * for English (after Porter 1980, its first step), which may be wrong alike on
 * both sides.
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
 * The words of a text that carry its content: English ones by their stem, of
 * Japanese pairs of characters without hiragana, and single kanji, so that 送る
 * and 送信 meet. Kanji of two compounds do not (存在, 現在), so that the kanji of
 * a compound has one sign in a claim and another in a source.
 */
export function contentTerms(text: string, side: "claim" | "source"): Term[] {
  const found: Term[] = [];
  for (const { term, start, kind } of tokenize(text)) {
    if (kind === "tail" || kind === "single") continue;
    if (kind === "word" || kind === "part") {
      if (STOP.has(term) || /^\d+$/.test(term)) continue;
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

/** Signs of single kanji: one that stands alone, and one of a compound. */
const ALONE = "\u0001", WITHIN = "\u0002";

/** Whether a term is a single kanji, which says less than a pair. */
export function isSingle(term: string): boolean {
  return term[0] === ALONE || term[0] === WITHIN;
}

/** Whether a term is a kanji of a compound, as only a claim has it. */
export function isWithin(term: string): boolean {
  return term[0] === WITHIN;
}

/** Whether a term is a pair of katakana, of which a word has many. */
export function isKatakana(term: string): boolean {
  return /^[\u30a1-\u30fc]+$/.test(term);
}
