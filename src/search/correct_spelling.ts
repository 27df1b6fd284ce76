import type { PackedIndex } from "../index/packed_index.ts";
import type { TermEntry } from "../index/term_dictionary.ts";
import { editDistance } from "../text/edit_distance.ts";
import type { QueryToken } from "../text/tokenize.ts";
import type { ReadQuery } from "./read_query.ts";

/** A query word that is not in the index, and its replacement. */
export interface Correction {
  typed: string;
  taken: string;
}

/** Shorter words resemble too many others. */
const SHORTEST = 5;
/** Word length from which one arbitrary edit is allowed. */
const ANY_FROM = 8;
/** Word length from which two edits are allowed. */
const TWO_FROM = 12;
/** Most candidate terms with the same prefix that are compared with a word. */
const COMPARED = 4096;

/**
 * Replaces each Latin word that is not in the index by the nearest one that is:
 * adjacent letters transposed (`alais`) or a doubled letter missing (`setings`),
 * in longer words any one letter wrong, missing or extra, in long ones two. A
 * common word is not a typing error (`delivery` is not `deliver`), and shorter
 * words are too often names: `gradle` is not `grade`. The first two letters and
 * digits are assumed correct: `http3` is not `http`. Each part of a compound
 * identifier (`resolve.alais`) is checked separately. A word in the index is
 * never changed.
 *
 * @param isCommon Whether a word is in general use.
 */
export function correctSpelling(
  index: PackedIndex,
  { text, tokens }: Pick<ReadQuery, "text" | "tokens">,
  isCommon: (word: string) => boolean,
): { query: string; corrections: Correction[] } {
  const corrections: Correction[] = [];
  let corrected = "", done = 0;
  for (const token of tokens) {
    if (token.start < done || !correctable(token)) continue;
    if (index.term(token.term) !== undefined) continue;
    const typed = text.slice(token.start, token.end);
    let known = corrections.find((it) => it.typed === typed);
    if (known === undefined) {
      if (isCommon(token.term)) continue;
      const taken = nearest(index, token.term);
      if (taken === undefined) continue;
      corrections.push(known = { typed, taken });
    }
    corrected += text.slice(done, token.start) + known.taken;
    done = token.end;
  }
  return { query: corrected + text.slice(done), corrections };
}

function correctable({ term }: QueryToken): boolean {
  return term.length >= SHORTEST && /^[a-z][a-z\d]*$/.test(term);
}

/**
 * The term nearest to a word; ties go to the one in the most passages. Tries
 * terms that share three letters first, since more terms may share two than are
 * compared.
 */
function nearest(index: PackedIndex, word: string): string | undefined {
  return nearestOf(index.termsWithPrefix(word.slice(0, 3), COMPARED), word) ??
    nearestOf(index.termsWithPrefix(word.slice(0, 2), COMPARED), word);
}

function nearestOf(entries: TermEntry[], word: string): string | undefined {
  const most = word.length < TWO_FROM ? 1 : 2, number = digits(word);
  let best: { term: string; edits: number; passages: number } | undefined;
  for (const { term, passages } of entries) {
    const edits = editDistance(word, term, most);
    if (edits > most || digits(term) !== number) continue;
    if (word.length < ANY_FROM && !isSlip(word, term)) continue;
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

/** Whether two words at edit distance 1 differ by a transposition or a doubled letter. */
function isSlip(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const at = [...long].findIndex((unit, i) => unit !== short[i]);
  return short.length === long.length
    ? short[at] === long[at + 1] && short[at + 1] === long[at]
    : long[at] === long[at - 1];
}
