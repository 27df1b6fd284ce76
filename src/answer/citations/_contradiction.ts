import type { Clause, Denial } from "./_clauses.ts";
import { isSingle } from "./_terms.ts";

/**
 * Whether a clause denies what the source affirms, or the other way round. A
 * denial of either must have its counterpart in the other, as far as both speak
 * of the same words and nothing else in them may be that counterpart; and of a
 * pair of opposites both must have the same.
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
  return denies(clause, source, shared) || deniedBy(clause, source, shared) ||
    opposed(clause, source, shared) || turned(clause, source, shared);
}

/** Share of a clause's words that make another one say the same. */
const ALIKE = 0.5;
/** Share of what the most alike clause has, from which another speaks of the same; and may. */
const NEAR = 0.7, FAR_OFF = 0.3;

/**
 * Whether the source's clause that is most like this one is denied as a whole
 * where this one is not, or the other way round; whatever the verb.
 */
function turned(
  clause: Clause,
  source: readonly Clause[],
  shared: (clause: Clause) => number,
): boolean {
  if (clause.partial || clause.affirmed.size + clause.denials.length < 2) {
    return false;
  }
  const most = Math.max(0, ...source.map(shared));
  if (most === 0 || most < ALIKE * shared(clause)) return false;
  const alike = source.filter((it) => shared(it) >= FAR_OFF * most);
  if (alike.some(({ partial }) => partial)) return false;
  return alike.every((it) =>
    it.negative !== clause.negative && !has(it.hedges, clause.hedges) &&
    !has(clause.hedges, it.hedges) && !agree(it, clause)
  );
}

/** Whether one has a pole of a pair where the other has the other, which turns its sense. */
function agree(a: Clause, b: Clause): boolean {
  const name = (it: Clause) => [...it.opposites.keys()];
  return name(a).some((it) => b.opposites.has(it)) ||
    name(a).includes("required") || name(b).includes("required");
}

/** Whether the clause denies what the source affirms. */
function denies(
  clause: Clause,
  source: readonly Clause[],
  shared: (clause: Clause) => number,
): boolean {
  return clause.denials.some((denial) => {
    if (source.some(({ denials }) => denials.some((it) => meets(it, denial)))) {
      return false;
    }
    if (denial.relative) return false;
    const said = source.filter(({ affirmed, partial }) =>
      partial === clause.partial && reaches(denial, affirmed)
    );
    const most = Math.max(0, ...said.map(shared));
    return said.length > 0 && said.every((it) =>
      shared(it) < NEAR * most ||
      it.denials.length === 0 && !has(it.hedges, clause.hedges)
    ) && source.every((it) => said.includes(it) || shared(it) <= 1.5 * most);
  });
}

/** Whether the source denies what the clause affirms. */
function deniedBy(
  clause: Clause,
  source: readonly Clause[],
  shared: (clause: Clause) => number,
): boolean {
  const free = clause.denials.some((denial) =>
    !source.some(({ denials }) => denials.some((it) => meets(it, denial)))
  );
  if (free) return false;
  const most = Math.max(0, ...source.map(shared));
  return source.some((said) => {
    if (said.partial !== clause.partial) return false;
    if (shared(said) < NEAR * most || has(clause.hedges, said.hedges)) {
      return false;
    }
    return said.denials.some((denial) => {
      if (denial.relative || clause.denials.some((it) => meets(it, denial))) {
        return false;
      }
      if (!reaches(denial, clause.affirmed)) return false;
      // What another sentence of the source affirms may be what the claim means.
      return !source.some((it) =>
        shared(it) >= shared(said) &&
        [...denial.terms].some((term) =>
          clause.affirmed.has(term) && it.affirmed.has(term)
        )
      );
    });
  });
}

function opposed(
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

function meets(a: Denial, b: Denial): boolean {
  for (const term of a.terms) if (b.terms.has(term)) return true;
  return false;
}

/** Whether a denial is of words that the others have: the word beside it, or half of what it reaches. */
function reaches({ terms, whole }: Denial, others: Set<string>): boolean {
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

/** Whether some of the first are not among the others. */
function has(hedges: Set<string>, others: Set<string>): boolean {
  for (const hedge of hedges) if (!others.has(hedge)) return true;
  return false;
}
