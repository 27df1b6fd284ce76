/**
 * Whether a section supports a claim: its best window of one to three sentences
 * shares the claim's words, has its numbers and names, and does not contradict it.
 *
 * @module
 */

import type { Clause } from "./_clauses.ts";
import { contradicts } from "./_contradiction.ts";
import { missingFacts } from "./_facts.ts";
import { hasName } from "./_names.ts";
import { sameNumber } from "./_numbers.ts";
import type { ReadClaim } from "./_read_claim.ts";
import { joins, type SectionUnits, type Unit } from "./_section_units.ts";
import { isSingle } from "./_terms.ts";

/** How a section supports a claim. */
export interface Support {
  /** 0..1: weighted share of the claim's words that the window has. */
  coverage: number;
  /** Names and numbers of the claim that the section lacks. */
  missing: string[];
  /** Whether it contradicts the claim. */
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
/** How many words a name or number counts as when choosing the window. */
const FACT_WEIGHT = 2;

/** Compares a claim with a section. */
export function support(claim: ReadClaim, read: SectionUnits): Support {
  const sameLanguage = claim.japanese === read.japanese;
  const best = bestWindow(claim, read);
  const units = read.units.slice(best.first, best.last + 1);
  const missing = missingFacts(claim, read, sameLanguage);
  return {
    coverage: best.coverage,
    missing,
    contradicts: differsInNegations(claim, read) ||
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

/** Shares of the claim's and of the sentence's words from which both are the same sentence. */
const SAME_CLAIM = 0.8, SAME_SENTENCE = 0.7;

/**
 * Whether some sentence has the same words as the claim, and an odd number of
 * negations more or fewer.
 */
function differsInNegations(
  { terms, clauses }: ReadClaim,
  { units }: SectionUnits,
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
  const shared = own.filter((it) => terms.has(it)).length;
  if (shared < SAME_SENTENCE * own.length) return false;
  const count = (clauses: readonly Clause[]) =>
    clauses.reduce((sum, it) => sum + it.count, 0);
  const implicit = (clauses: readonly Clause[]) =>
    clauses.flatMap((it) => [...it.implicit]).sort().join();
  return (count(clauses) - count(best.clauses())) % 2 !== 0 &&
    implicit(clauses) === implicit(best.clauses());
}

/**
 * The clauses that a clause of the claim is compared with: those of the window,
 * and of the sentences that share more of its words than the window does.
 */
function speakingOf(
  clause: Clause,
  claim: ReadClaim,
  read: SectionUnits,
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

function bestWindow(claim: ReadClaim, read: SectionUnits): Window {
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
