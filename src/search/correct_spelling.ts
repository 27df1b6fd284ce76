import type { PackedIndex } from "../index/packed_index.ts";
import type { TermEntry } from "../index/term_dictionary.ts";
import { editDistance } from "../text/edit_distance.ts";
import type { QueryToken } from "../text/tokenize.ts";
import type { ReadQuery } from "./read_query.ts";

/** A word of a query that no document has, and what stands for it. */
export interface Correction {
  typed: string;
  taken: string;
}

/** Shorter words are like too many others. */
const SHORTEST = 5;
/** From here on any one letter may be wrong, missing or too many. */
const ANY_FROM = 8;
/** From here on two may be. */
const TWO_FROM = 12;
/** Terms with a word's first letters that are compared with it. */
const COMPARED = 4096;

/**
 * Takes, for each Latin word that no document has, the nearest that some has:
 * two neighbours changed (`alais`) or a doubled letter single (`setings`), in
 * longer words also any one letter wrong, missing or too many, in long ones
 * two. A common word is none that was mistyped (`delivery` is not `deliver`), and
 * shorter ones are too often names: `gradle` is not `grade`. The first
 * two letters are believed, and so are digits: `http3` is not `http`. Of an
 * identifier in parts (`resolve.alais`) each part is looked at. What a document
 * has is never changed.
 *
 * @param isCommon Whether a word is one that is known in general.
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
 * The term that is nearest to a word; of equals, the one in most passages.
 * First among those with its first three letters: two letters may begin more
 * terms than are compared.
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

/** Whether two words at one edit differ in neighbours changed, or in a letter doubled. */
function isSlip(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const at = [...long].findIndex((unit, i) => unit !== short[i]);
  return short.length === long.length
    ? short[at] === long[at + 1] && short[at + 1] === long[at]
    : long[at] === long[at - 1];
}
