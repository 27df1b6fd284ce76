/**
 * Whether a section has the names and numbers of a claim in the context that the
 * claim gives them in.
 *
 * @module
 */

import { hasName } from "./_names.ts";
import { type Numeral, numerals, sameKey, sameNumber } from "./_numbers.ts";
import type { ReadClaim } from "./_read_claim.ts";
import {
  foldWidthAndCase,
  joins,
  type SectionUnits,
  type Unit,
} from "./_section_units.ts";
import { contentTerms, isSingle } from "./_terms.ts";

/** Share of a clause's words that a sentence must have for its number to be the claim's. */
const SAME_CONTEXT = 0.25;
/** And share of what the best sentence has of them. */
const AS_GOOD = 0.7;
/** With this many times more of them, a sentence with another value is what the claim is about. */
const OTHER_VALUE = 1.2;

/** The names and numbers of a claim that a section lacks, or has only about something else. */
export function missingFacts(
  claim: ReadClaim,
  read: SectionUnits,
  sameLanguage: boolean,
): string[] {
  const missing: string[] = [];
  for (const name of claim.names) {
    const has = (folded: string) => hasName(folded, name.text);
    const known = claim.names.map(({ text }) => text);
    const fact: Fact = {
      ...{ at: name.at, end: name.at + name.text.length },
      has: ({ folded }) => has(folded),
      occursIn: has,
      rival: (unit) =>
        unit.names().some(({ text, code }) =>
          code === name.code && !known.includes(text)
        ),
      conflicts: () => false,
      given: () => true,
    };
    if (
      !stated(fact, claim, read, sameLanguage) &&
      !has(foldWidthAndCase(contextOf(read)))
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
      occursIn: (text) => numerals(text).some(same),
      rival: ({ numbers }) =>
        numbers.some((it) =>
          (sameKey(it, number) ||
            it.dimension === number.dimension && it.dimension !== "") &&
          !claim.numbers.some((other) => sameNumber(it, other))
        ),
      conflicts: ({ numbers }) =>
        !numbers.some(same) && numbers.some((it) => sameKey(it, number)),
      given: ({ plain, numbers }) =>
        numbers.some((it) =>
          same(it) && !it.followed &&
          /[=:(,]\s*["']?$/.test(plain.slice(0, it.at))
        ),
    };
    if (!stated(fact, claim, read, sameLanguage)) {
      missing.push(claim.text.slice(number.at, number.end));
    }
  }
  return missing;
}

/** A name or number of a claim. */
interface Fact {
  at: number;
  end: number;
  has(unit: Unit): boolean;
  /** Whether it occurs in a text in NFKC and lower case. */
  occursIn(text: string): boolean;
  /** Whether a unit has another one of its kind, which the claim lacks. */
  rival(unit: Unit): boolean;
  /** Whether it has another value of the same thing. */
  conflicts(unit: Unit): boolean;
  /** Whether a line of code gives it as a value: `max = 20`. */
  given(unit: Unit): boolean;
}

/**
 * Whether the section has a fact in the claim's context: in a sentence that shares
 * the words around the fact about as well as any does. Where another sentence
 * shares more of them and has another name or number there, the claim has
 * confused the two.
 */
function stated(
  fact: Fact,
  claim: ReadClaim,
  { units }: SectionUnits,
  sameLanguage: boolean,
): boolean {
  if (!units.some((unit) => fact.has(unit))) return false;
  const weight = (term: string) => claim.terms.get(term) ?? 0;
  let found = false;
  for (const near of contextWords(fact, claim, sameLanguage)) {
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
    // A number in a sample of output says nothing about the text beside it.
    const wide = units.map((unit, at) =>
      unit.kind === "code" && !fact.given(unit)
        ? shares[at]
        : share(...withNeighbours(units, at).map(({ terms }) => terms))
    );
    const most = Math.max(
      ...units.map((unit, at) => fact.has(unit) ? wide[at]! : -1),
    );
    if (
      units.some((it, at) =>
        wide[at]! > OTHER_VALUE * most && fact.conflicts(it)
      )
    ) {
      return false;
    }
    if (most < AS_GOOD * best) {
      found ||= most >= SAME_CONTEXT * all &&
        !units.some((unit, at) => shares[at] === best && fact.rival(unit));
    } else {
      found ||= units.some((unit, at) =>
        fact.has(unit) && wide[at]! >= AS_GOOD * best &&
        clauseStates(fact, unit, share)
      );
    }
  }
  return found;
}

/** A sentence with those before and after it; a row alone. */
function withNeighbours(units: readonly Unit[], at: number): Unit[] {
  return units.slice(Math.max(0, at - 1), at + 2).filter((it, i, all) =>
    it === units[at] || joins(all, i, all.indexOf(units[at]!))
  );
}

/**
 * Whether the clause of a sentence that has the fact is about what the claim says:
 * not if it has other content and another clause shares the claim's words.
 */
function clauseStates(
  fact: Fact,
  unit: Unit,
  share: (...places: Set<string>[]) => number,
): boolean {
  if (unit.kind !== "text") return true;
  const parts = unit.clauses();
  const having = parts.filter(({ from, to }) =>
    fact.occursIn(unit.plain.slice(from, to).toLowerCase())
  );
  if (having.length === 0) return true;
  const most = Math.max(0, ...parts.map(({ terms }) => share(terms)));
  if (most === 0 || !fact.rival(unit)) return true;
  return having.some(({ from, to, terms }) =>
    share(terms) > 0 ||
    contentTerms(unit.plain.slice(from, to), "source")
        .filter(({ term, part }) =>
          !part && !isSingle(term) && /^[a-z]+$|[\u0080-\uffff]/.test(term) &&
          !fact.occursIn(term)
        ).length < 2
  );
}

/** The words of the fact's clause, and those of the claim, without its own. */
function contextWords(
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

function contextOf({ section }: SectionUnits): string {
  return [section.title, ...section.headingPath, section.path].join("\n");
}
