import { type Clause, clauses } from "./_clauses.ts";
import { type Name, names } from "./_names.ts";
import { type Numeral, numerals } from "./_numbers.ts";
import { isJapanese } from "./_section_units.ts";
import {
  contentTerms,
  isKatakana,
  isSingle,
  isWithin,
  type Term,
} from "./_terms.ts";

/** A claim, parsed. */
export interface ReadClaim {
  text: string;
  /** Each content word with its weight. */
  terms: Map<string, number>;
  /** The same with offsets. */
  places: Term[];
  /** The weights of all terms, kanji within compounds included. */
  weights: Map<string, number>;
  names: Name[];
  numbers: Numeral[];
  clauses: Clause[];
  japanese: boolean;
}

export function readClaim(
  text: string,
  idf: (term: string) => number,
): ReadClaim {
  const plain = text.normalize("NFKC");
  const japanese = isJapanese(plain);
  const terms = new Map<string, number>(), weights = new Map<string, number>();
  const places = contentTerms(plain, "claim");
  for (const { term } of places) {
    const weight = idf(term) *
      (isSingle(term) || isKatakana(term) ? 0.5 : 1);
    weights.set(term, weight);
    // The bigram that it is part of counts already.
    if (!isWithin(term)) terms.set(term, weight);
  }
  return {
    text: plain,
    terms,
    places,
    weights,
    names: names(plain, japanese),
    numbers: numerals(plain),
    clauses: clauses(plain, "claim"),
    japanese,
  };
}
