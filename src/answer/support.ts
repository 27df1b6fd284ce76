/**
 * Whether a section says what a claim says: its best window of one to three
 * sentences shares the claim's words, and has its numbers, its names and its
 * sense.
 *
 * @module
 */

import { hasName, type Name, names } from "./_names.ts";
import { type Numeral, numerals, sameNumber } from "./_numbers.ts";
import { type Clause, clauses, contradicts } from "./_polarity.ts";
import {
  fold,
  isJapanese,
  type ReadSection,
  type Unit,
} from "./_section_units.ts";
import { contentTerms, isSingle, isWithin, stem } from "./_terms.ts";

/** A claim taken apart. */
export interface ReadClaim {
  text: string;
  /** Each content word with its weight. */
  terms: Map<string, number>;
  /** The same, and what a clause has besides to be found by. */
  weights: Map<string, number>;
  names: Name[];
  numbers: Numeral[];
  clauses: Clause[];
  japanese: boolean;
}

/** What a section says of a claim. */
export interface Support {
  /** 0..1: share of the claim's words, by weight, that the window has. */
  coverage: number;
  /** Names and numbers that it has not. */
  missing: string[];
  /** Whether it says the opposite. */
  contradicts: boolean;
  /** Whether the section is in the claim's language. */
  sameLanguage: boolean;
  /** The window, as offsets into the section's text. */
  start: number;
  end: number;
}

/** Sentences of a window at most. */
const WINDOW = 3;
/** What each further sentence of a window costs, as a share of coverage. */
const LENGTH_COST = 0.03;
/** A name or number counts in finding the window like so many words. */
const FACT_WEIGHT = 2;
/** Share of a clause's words that a sentence must have for its number to be taken as the claim's. */
const NEAR = 0.25;
/** And share of what the window has of them. */
const SAME = 0.7;

export function readClaim(
  text: string,
  idf: (term: string) => number,
): ReadClaim {
  const plain = text.normalize("NFKC");
  const japanese = isJapanese(plain);
  const terms = new Map<string, number>(), weights = new Map<string, number>();
  for (const { term } of contentTerms(plain, "claim")) {
    const weight = idf(term) * (isSingle(term) ? 0.5 : 1);
    weights.set(term, weight);
    // The pair that it is of counts already.
    if (!isWithin(term)) terms.set(term, weight);
  }
  return {
    text: plain,
    terms,
    weights,
    names: names(plain, japanese),
    numbers: numerals(plain),
    clauses: clauses(plain, "claim"),
    japanese,
  };
}

/** Compares a claim with a section. */
export function support(claim: ReadClaim, read: ReadSection): Support {
  const sameLanguage = claim.japanese === read.japanese;
  const best = bestWindow(claim, read);
  const units = read.units.slice(best.first, best.last + 1);
  const missing: string[] = [];
  for (const name of claim.names) {
    if (units.some(({ folded }) => hasName(folded, name.text))) continue;
    if (hasName(fold(contextOf(read)), name.text)) continue;
    if (
      !elsewhere(
        claim,
        read,
        name.at,
        stem(name.text),
        units,
        ({ folded }) => hasName(folded, name.text),
      )
    ) {
      missing.push(name.text);
    }
  }
  for (const number of claim.numbers) {
    const has = ({ numbers }: Unit) =>
      numbers.some((it) => sameNumber(it, number));
    if (units.some(has) || number.loose) continue;
    if (!elsewhere(claim, read, number.at, "", units, has)) {
      missing.push(claim.text.slice(number.at, number.end));
    }
  }
  return {
    coverage: best.coverage,
    missing,
    contradicts: claim.clauses.some((clause) =>
      contradicts(clause, speakingOf(clause, claim, read, units))
    ),
    sameLanguage,
    start: units[0]?.start ?? 0,
    end: units[units.length - 1]?.end ?? 0,
  };
}

function contextOf({ section }: ReadSection): string {
  return [section.title, ...section.headingPath, section.path].join("\n");
}

/**
 * Whether a fact that the window has not stands in another sentence that speaks
 * of the same: one that shares the words of the fact's clause.
 */
function elsewhere(
  claim: ReadClaim,
  read: ReadSection,
  at: number,
  fact: string,
  window: readonly Unit[],
  has: (unit: Unit) => boolean,
): boolean {
  const clause = claim.clauses.find(({ from, to }) => at >= from && at < to);
  let near = [...clause?.terms ?? []].filter((term) => term !== fact);
  if (near.length < 2) {
    near = [...claim.terms.keys()].filter((term) => term !== fact);
  }
  const shared = (unit: Unit) =>
    near.reduce(
      (sum, term) =>
        sum + (unit.terms.has(term) ? claim.terms.get(term) ?? 0 : 0),
      0,
    );
  const all = near.reduce((sum, term) => sum + (claim.terms.get(term) ?? 0), 0);
  // Where the window says all the rest of it, the fact is another one's.
  const enough = Math.max(
    NEAR * all,
    SAME * Math.max(0, ...window.map(shared)),
  );
  return read.units.some((unit) => has(unit) && shared(unit) >= enough);
}

/**
 * The clauses that a clause of the claim is held against: those of the window,
 * and of another sentence that has more of its words.
 */
function speakingOf(
  clause: Clause,
  claim: ReadClaim,
  read: ReadSection,
  window: readonly Unit[],
): Clause[] {
  const weigh = (has: (term: string) => boolean) => {
    let sum = 0;
    for (const term of clause.terms) {
      if (has(term)) sum += claim.weights.get(term) ?? 0;
    }
    return sum;
  };
  const here = weigh((term) => window.some(({ terms }) => terms.has(term)));
  let most = here, best: Unit | undefined;
  for (const unit of read.units) {
    if (unit.kind === "code") continue;
    const there = weigh((term) => unit.terms.has(term));
    if (there > most) [most, best] = [there, unit];
  }
  return (best === undefined ? window : [best]).flatMap(({ clauses }) =>
    clauses()
  );
}

interface Window {
  first: number;
  last: number;
  coverage: number;
}

function bestWindow(claim: ReadClaim, read: ReadSection): Window {
  const { units, context } = read;
  let all = 0;
  for (const weight of claim.terms.values()) all += weight;
  const mean = claim.terms.size > 0 ? all / claim.terms.size : 1;
  const fact = FACT_WEIGHT * mean;
  let best: Window = { first: 0, last: -1, coverage: 0 };
  let most = -Infinity;
  for (let first = 0; first < units.length; first++) {
    for (let size = 1; size <= WINDOW; size++) {
      const last = first + size - 1;
      if (last >= units.length || !joins(units, first, last)) break;
      const part = units.slice(first, last + 1);
      let sum = 0;
      for (const [term, weight] of claim.terms) {
        if (part.some(({ terms }) => terms.has(term))) sum += weight;
        else if (context.has(term)) sum += weight * 0.7;
      }
      let facts = 0;
      for (const { text } of claim.names) {
        if (part.some(({ folded }) => hasName(folded, text))) facts++;
      }
      for (const number of claim.numbers) {
        if (
          part.some(({ numbers }) =>
            numbers.some((it) => sameNumber(it, number))
          )
        ) facts++;
      }
      const count = claim.names.length + claim.numbers.length;
      const coverage = all > 0
        ? (sum + fact * facts) / (all + fact * count)
        : 1;
      const score = (sum + fact * facts) *
        (1 - LENGTH_COST * (size - 1));
      if (score > most) {
        most = score;
        best = { first, last, coverage };
      }
    }
  }
  return best;
}

/** Whether units may be read together: rows stand for themselves. */
function joins(units: readonly Unit[], first: number, last: number): boolean {
  if (first === last) return true;
  const [a, b] = [units[first], units[last]];
  if (a.kind === "row" || b.kind === "row") return false;
  return a.block === b.block || !a.item && !b.item;
}
