import type { PackedIndex } from "../index/packed_index.ts";
import { type QueryToken, queryTokens } from "../text/tokenize.ts";

/** A word of a query that no document has, and what stands for it. */
export interface Correction {
  typed: string;
  taken: string;
}

/** Shorter words are like too many others. */
const SHORTEST = 5;
/** From here on a wrong letter may be one, too. */
const WRONG_LETTER_FROM = 8;
/** From here on two letters may be wrong. */
const TWO_FROM = 9;
/** Terms of a word's first two letters that are compared with it. */
const COMPARED = 4096;

/**
 * Takes, for each Latin word that no document has, the nearest that some has:
 * one letter left out, too many or changed with its neighbour (`alais`), in
 * longer words also a wrong letter, in long ones two. The first two letters
 * are believed, and so are digits: `http3` is not `http`. What a document has
 * is never changed.
 */
export function correctSpelling(
  index: PackedIndex,
  query: string,
): { query: string; corrections: Correction[] } {
  const corrections: Correction[] = [];
  let corrected = "", done = 0;
  for (const token of queryTokens(query)) {
    if (token.start < done || !correctable(token)) continue;
    if (index.term(token.term) !== undefined) continue;
    const taken = nearest(index, token.term);
    if (taken === undefined) continue;
    corrected += query.slice(done, token.start) + taken;
    done = token.end;
    corrections.push({ typed: query.slice(token.start, token.end), taken });
  }
  return { query: corrected + query.slice(done), corrections };
}

function correctable({ term }: QueryToken): boolean {
  return term.length >= SHORTEST && /^[a-z][a-z\d._-]*$/.test(term);
}

/** The term that is nearest to a word; of equals, the one in most passages. */
function nearest(index: PackedIndex, word: string): string | undefined {
  const most = word.length < TWO_FROM ? 1 : 2, number = digits(word);
  let best: { term: string; edits: number; passages: number } | undefined;
  for (const entry of index.termsWithPrefix(word.slice(0, 2), COMPARED)) {
    const { term, passages } = entry;
    if (Math.abs(term.length - word.length) > most) continue;
    if (word.length < WRONG_LETTER_FROM && isWrongLetter(word, term)) continue;
    const edits = editDistance(word, term, most);
    if (edits > most || digits(term) !== number) continue;
    if (
      best === undefined || edits < best.edits ||
      edits === best.edits && passages > best.passages
    ) best = { term, edits, passages };
  }
  return best?.term;
}

function digits(word: string): string {
  return word.replace(/\D/g, "");
}

/** Whether two words of one length differ in one letter or in letters apart. */
function isWrongLetter(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const at = [...a].findIndex((unit, i) => unit !== b[i]);
  return a[at] !== b[at + 1] || a[at + 1] !== b[at];
}

/**
 * Edits that lead from one word to another: a letter put in, taken out or
 * replaced, two neighbours changed (optimal string alignment). Anything above
 * `most` when it is more than that.
 */
export function editDistance(a: string, b: string, most: number): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min(
        row[j] + 1,
        next[j - 1] + 1,
        row[j - 1] + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, before[j - 2] + 1);
      }
      next.push(edits);
    }
    if (Math.min(...next) > most) return most + 1;
    before = row;
    row = next;
  }
  return row[b.length];
}
