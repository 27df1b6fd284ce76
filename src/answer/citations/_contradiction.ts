import type { Clause, Negation } from "./_clauses.ts";
import { isSingle } from "./_terms.ts";

/**
 * Whether a clause of a claim contradicts the source: one negates what the other
 * affirms, or they mention different sides of a pair of opposites. A negation is
 * no contradiction if the other text negates one of the same words too, or has an
 * implicit negation (`skip`) that may mean the same.
 *
 * @param source the clauses of the source that are about the same
 * @param weigh weight of a content word
 */
export function contradicts(
  clause: Clause,
  source: readonly Clause[],
  weigh: (term: string) => number,
): boolean {
  const own = (terms: Set<string>) => {
    let sum = 0;
    for (const term of terms) if (clause.terms.has(term)) sum += weigh(term);
    return sum;
  };
  const sums = new Map<Clause, number>();
  source.forEach((it, at) => {
    const before = source[at - 1];
    // `… are kept, but neither searched nor shown`: of the subject before it.
    const follows = before !== undefined && it.from === before.to &&
      it.from > 0;
    const terms = follows ? new Set([...before.terms, ...it.terms]) : it.terms;
    sums.set(it, own(terms));
  });
  const shared = (it: Clause) => sums.get(it) ?? own(it.terms);
  return negatesSource(clause, source, shared) ||
    negatedBySource(clause, source, shared) ||
    opposesSide(clause, source, shared) ||
    negatesSameStatement(clause, source, shared);
}

/** Share of a clause's words from which another clause makes the same statement. */
const ALIKE = 0.5;
/** Shares of the most similar clause's weight from which another clause is, or may be, about the same. */
const NEAR = 0.7, FAR_OFF = 0.3;

/**
 * Whether the source's most similar clause is negated as a whole and this one is
 * not, or the other way round, whatever the verb.
 */
function negatesSameStatement(
  clause: Clause,
  source: readonly Clause[],
  shared: (clause: Clause) => number,
): boolean {
  if (
    clause.conditional || clause.affirmed.size + clause.negations.length < 2
  ) {
    return false;
  }
  const most = Math.max(0, ...source.map(shared));
  if (most === 0 || most < ALIKE * shared(clause)) return false;
  const alike = source.filter((it) => shared(it) >= FAR_OFF * most);
  if (alike.some(({ conditional }) => conditional)) return false;
  return alike.every((it) =>
    it.negative !== clause.negative &&
    !hasOther(it.implicit, clause.implicit) &&
    !hasOther(clause.implicit, it.implicit) && !shareOpposites(it, clause)
  );
}

/** Whether both mention a pair of opposites, or one mentions `required`, which can explain a negation: `not enabled`, `disabled`. */
function shareOpposites(a: Clause, b: Clause): boolean {
  const name = (it: Clause) => [...it.opposites.keys()];
  return name(a).some((it) => b.opposites.has(it)) ||
    name(a).includes("required") || name(b).includes("required");
}

/** Whether the clause negates what the source affirms. */
function negatesSource(
  clause: Clause,
  source: readonly Clause[],
  shared: (clause: Clause) => number,
): boolean {
  return clause.negations.some((negation) => {
    if (
      source.some(({ negations }) =>
        negations.some((it) => overlap(it, negation))
      )
    ) {
      return false;
    }
    if (negation.relative) return false;
    const said = source.filter(({ affirmed, conditional }) =>
      conditional === clause.conditional && isInScope(negation, affirmed)
    );
    const most = Math.max(0, ...said.map(shared));
    return said.length > 0 && said.every((it) =>
      shared(it) < NEAR * most ||
      it.negations.length === 0 && !hasOther(it.implicit, clause.implicit)
    ) && source.every((it) => said.includes(it) || shared(it) <= 1.5 * most);
  });
}

/** Whether the source negates what the clause affirms. */
function negatedBySource(
  clause: Clause,
  source: readonly Clause[],
  shared: (clause: Clause) => number,
): boolean {
  const free = clause.negations.some((negation) =>
    !source.some(({ negations }) =>
      negations.some((it) => overlap(it, negation))
    )
  );
  if (free) return false;
  const most = Math.max(0, ...source.map(shared));
  return source.some((said) => {
    if (said.conditional !== clause.conditional) return false;
    if (
      shared(said) < NEAR * most || hasOther(clause.implicit, said.implicit)
    ) {
      return false;
    }
    return said.negations.some((negation) => {
      if (
        negation.relative ||
        clause.negations.some((it) => overlap(it, negation))
      ) {
        return false;
      }
      if (!isInScope(negation, clause.affirmed)) return false;
      // The claim may be about another clause of the source, which affirms it.
      return !source.some((it) =>
        shared(it) >= shared(said) &&
        [...negation.terms].some((term) =>
          clause.affirmed.has(term) && it.affirmed.has(term)
        )
      );
    });
  });
}

function opposesSide(
  clause: Clause,
  source: readonly Clause[],
  shared: (clause: Clause) => number,
): boolean {
  const most = Math.max(0, ...source.map(shared));
  if (most === 0) return false;
  for (const [name, sides] of clause.opposites) {
    const near = source.filter((it) =>
      it.opposites.has(name) && shared(it) >= NEAR * most
    );
    if (near.length === 0) continue;
    if (near.every((it) => !(it.opposites.get(name)! & sides))) return true;
  }
  return false;
}

function overlap(a: Negation, b: Negation): boolean {
  for (const term of a.terms) if (b.terms.has(term)) return true;
  return false;
}

/** Whether some of the words are in a negation's scope; half of the scope of one that negates a whole clause. */
function isInScope({ terms, whole }: Negation, others: Set<string>): boolean {
  if (!whole) {
    for (const term of terms) if (others.has(term)) return true;
    return false;
  }
  let shared = 0, all = 0;
  for (const term of terms) {
    if (isSingle(term)) continue;
    all++;
    if (others.has(term)) shared++;
  }
  return shared > 0 && 2 * shared >= all;
}

/** Whether some of the words are not among the others. */
function hasOther(words: Set<string>, others: Set<string>): boolean {
  for (const word of words) if (!others.has(word)) return true;
  return false;
}
