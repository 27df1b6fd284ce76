/**
 * Whether a section says what a claim says: its best window of one to three
 * sentences shares the claim's words, and has its numbers, its names and its
 * sense.
 *
 * @module
 */

import { hasName, type Name, names } from "./_names.ts";
import { type Numeral, numerals, sameKey, sameNumber } from "./_numbers.ts";
import { type Clause, clauses, contradicts } from "./_polarity.ts";
import {
  fold,
  isJapanese,
  type ReadSection,
  type Unit,
} from "./_section_units.ts";
import {
  contentTerms,
  isKatakana,
  isSingle,
  isWithin,
  type Term,
} from "./_terms.ts";

/** A claim taken apart. */
export interface ReadClaim {
  text: string;
  /** Each content word with its weight. */
  terms: Map<string, number>;
  /** Where they stand. */
  places: Term[];
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
/** So much more of them says that another value is the claim's. */
const BEYOND = 1.2;

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
    // The pair that it is of counts already.
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

/** Compares a claim with a section. */
export function support(claim: ReadClaim, read: ReadSection): Support {
  const sameLanguage = claim.japanese === read.japanese;
  const best = bestWindow(claim, read);
  const units = read.units.slice(best.first, best.last + 1);
  const missing: string[] = [];
  for (const name of claim.names) {
    const has = (folded: string) => hasName(folded, name.text);
    const known = claim.names.map(({ text }) => text);
    const fact: Fact = {
      ...{ at: name.at, end: name.at + name.text.length },
      has: ({ folded }) => has(folded),
      stands: has,
      rival: (unit) =>
        unit.names().some(({ text, code }) =>
          code === name.code && !known.includes(text)
        ),
      conflicts: () => false,
      number: false,
    };
    if (
      !stated(fact, claim, read, sameLanguage) && !has(fold(contextOf(read)))
    ) {
      missing.push(name.text);
    }
  }
  for (const number of claim.numbers) {
    if (number.loose) continue;
    const same = (it: Numeral) => sameNumber(it, number);
    const fact: Fact = {
      ...{ at: number.at, end: number.end },
      has: ({ numbers }) => numbers.some(same),
      stands: (text) => numerals(text).some(same),
      rival: ({ numbers }) =>
        numbers.some((it) =>
          (sameKey(it, number) ||
            it.dimension === number.dimension && it.dimension !== "") &&
          !claim.numbers.some((other) => sameNumber(it, other))
        ),
      conflicts: ({ numbers }) =>
        !numbers.some(same) && numbers.some((it) => sameKey(it, number)),
      number: true,
    };
    if (!stated(fact, claim, read, sameLanguage)) {
      missing.push(claim.text.slice(number.at, number.end));
    }
  }
  return {
    coverage: best.coverage,
    missing,
    contradicts: differsInDenials(claim, read) ||
      claim.clauses.some((clause) =>
        contradicts(
          clause,
          speakingOf(clause, claim, read, units),
          (term) => claim.terms.get(term) ?? 0,
        )
      ),
    sameLanguage,
    start: units[0]?.start ?? 0,
    end: units[units.length - 1]?.end ?? 0,
  };
}

/** Shares of the words of either from which claim and sentence are the same one. */
const SAME_CLAIM = 0.8, SAME_SENTENCE = 0.7;

/**
 * Whether a sentence says the same in the same words and one of both has a
 * denial more, wherever in it.
 */
function differsInDenials(
  { terms, clauses }: ReadClaim,
  { units }: ReadSection,
): boolean {
  let all = 0;
  for (const weight of terms.values()) all += weight;
  let most = 0, best: Unit | undefined;
  for (const unit of units) {
    let sum = 0;
    for (const [term, weight] of terms) if (unit.terms.has(term)) sum += weight;
    if (sum > most) [most, best] = [sum, unit];
  }
  if (best === undefined || best.kind !== "text" || most < SAME_CLAIM * all) {
    return false;
  }
  const own = best.clauses().flatMap((it) => [...it.terms])
    .filter((it) => !isSingle(it));
  const had = own.filter((it) => terms.has(it)).length;
  if (had < SAME_SENTENCE * own.length) return false;
  const count = (clauses: readonly Clause[]) =>
    clauses.reduce((sum, it) => sum + it.count, 0);
  const hedges = (clauses: readonly Clause[]) =>
    clauses.flatMap((it) => [...it.hedges]).sort().join();
  return (count(clauses) - count(best.clauses())) % 2 !== 0 &&
    hedges(clauses) === hedges(best.clauses());
}

function contextOf({ section }: ReadSection): string {
  return [section.title, ...section.headingPath, section.path].join("\n");
}

/** A name or number of a claim. */
interface Fact {
  at: number;
  end: number;
  has(unit: Unit): boolean;
  /** Whether it stands in a text in NFKC and lower case. */
  stands(text: string): boolean;
  /** Whether a unit has another one of its kind that the claim has not. */
  rival(unit: Unit): boolean;
  /** Whether it has another value of the same thing. */
  conflicts(unit: Unit): boolean;
  number: boolean;
}

/**
 * Whether the section has a fact where it speaks of what the claim says of it:
 * a sentence that shares the words around the fact as well as any does. Where
 * another sentence shares more of them, and has another name or number in that
 * place, the claim has taken one for the other.
 */
function stated(
  fact: Fact,
  claim: ReadClaim,
  { units }: ReadSection,
  sameLanguage: boolean,
): boolean {
  if (!units.some((unit) => fact.has(unit))) return false;
  const weight = (term: string) => claim.terms.get(term) ?? 0;
  let found = false;
  for (const near of around(fact, claim, sameLanguage)) {
    let all = 0;
    for (const term of near) all += weight(term);
    if (all === 0) return true;
    const share = (...places: Set<string>[]) => {
      let sum = 0;
      for (const term of near) {
        if (places.some((terms) => terms.has(term))) sum += weight(term);
      }
      return sum;
    };
    const shares = units.map(({ terms }) => share(terms));
    const best = Math.max(...shares);
    // What a sample of output has is no statement of the text beside it.
    const wide = units.map((unit, at) =>
      fact.number && unit.kind === "code"
        ? shares[at]
        : share(...beside(units, at).map(({ terms }) => terms))
    );
    const most = Math.max(
      ...units.map((unit, at) => fact.has(unit) ? wide[at] : -1),
    );
    if (
      units.some((it, at) => wide[at] > BEYOND * most && fact.conflicts(it))
    ) {
      return false;
    }
    if (most < SAME * best) {
      found ||= most >= NEAR * all &&
        !units.some((unit, at) => shares[at] === best && fact.rival(unit));
    } else {
      found ||= units.some((unit, at) =>
        fact.has(unit) && wide[at] >= SAME * best &&
        clauseStates(fact, unit, share)
      );
    }
  }
  return found;
}

/** A sentence with those before and after it; a row alone. */
function beside(units: readonly Unit[], at: number): Unit[] {
  return units.slice(Math.max(0, at - 1), at + 2).filter((it, i, all) =>
    it === units[at] || joins(all, i, all.indexOf(units[at]))
  );
}

/**
 * Whether the part of a sentence that has the fact speaks of the same: not where
 * it says something of its own, and another part says what the claim does.
 */
function clauseStates(
  fact: Fact,
  unit: Unit,
  share: (...places: Set<string>[]) => number,
): boolean {
  if (unit.kind !== "text") return true;
  const parts = unit.clauses();
  const having = parts.filter(({ from, to }) =>
    fact.stands(unit.plain.slice(from, to).toLowerCase())
  );
  if (having.length === 0) return true;
  const most = Math.max(0, ...parts.map(({ terms }) => share(terms)));
  if (most === 0 || !fact.rival(unit)) return true;
  return having.some(({ from, to, terms }) =>
    share(terms) > 0 ||
    contentTerms(unit.plain.slice(from, to), "source")
        .filter(({ term, part }) =>
          !part && !isSingle(term) && /^[a-z]+$|[\u0080-\uffff]/.test(term) &&
          !fact.stands(term)
        ).length < 2
  );
}

/** The words of the fact's clause, and those of the claim, without its own. */
function around(
  fact: Fact,
  claim: ReadClaim,
  sameLanguage: boolean,
): Set<string>[] {
  const words = (from: number, to: number) =>
    new Set(
      claim.places.filter(({ term, at }) =>
        at >= from && at < to && (at < fact.at || at >= fact.end) &&
        claim.terms.has(term) && (sameLanguage || /^[\w.$/@-]+$/.test(term))
      ).map(({ term }) => term),
    );
  const clause = claim.clauses.find(({ from, to }) =>
    fact.at >= from && fact.at < to
  );
  const near = words(clause?.from ?? 0, clause?.to ?? Infinity);
  const all = words(0, Infinity);
  // Two things side by side are told apart by their names, each in its clause.
  for (const { text } of claim.names) {
    if (!near.has(text)) all.delete(text);
  }
  return near.size < 2 ? [all] : [near, all];
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
  let most = here;
  const alike: Unit[] = [];
  for (const unit of read.units) {
    if (unit.kind === "code") continue;
    const there = weigh((term) => unit.terms.has(term));
    if (there > most) {
      most = there;
      alike.length = 0;
    }
    if (there === most && there > here) alike.push(unit);
  }
  const units = [...window, ...alike];
  return units.flatMap(({ clauses }) => clauses());
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
