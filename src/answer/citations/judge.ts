import type { AnswerClaim } from "./claims.ts";
import { codeSupport } from "./code_support.ts";
import { hasName } from "./_names.ts";
import type { SectionUnits } from "./_section_units.ts";
import { readClaim } from "./_read_claim.ts";
import { type Support, support } from "./support.ts";

/** Whether a claim is supported. */
export interface CitationVerdict {
  supported: boolean;
  /** The cited sources that support it, with the range of their text that does. */
  by: Map<number, [number, number]>;
}

/** Share of a claim's words that a section in its language must have. */
const ENOUGH = 0.2;
/** Share from which a section supports it even if another one fits better. */
const SURE = 0.75;
/** So much more in another section says that the wrong one was cited. */
const BETTER_SOURCE_MARGIN = 0.3;

/** Judges claims by the sections that were sent. */
export class Judge {
  readonly sections: ReadonlyMap<number, SectionUnits>;
  readonly idf: (term: string) => number;

  constructor(sections: readonly SectionUnits[]) {
    this.sections = new Map(sections.map((it) => [it.section.number, it]));
    this.idf = inverseFrequencies(sections);
  }

  /** @param cites the sources that the claim relies on; `own`: by a citation of its own */
  judge(
    claim: AnswerClaim,
    cites: { numbers: readonly number[]; own: boolean },
  ): CitationVerdict {
    if (claim.kind === "code") return this.#judgeCode(claim, cites.numbers);
    const read = readClaim(claim.text, this.idf);
    // A name that most sections have is their subject; not each has to repeat it.
    const sections = [...this.sections.values()];
    read.names = read.names.filter(({ text, code, program }) => {
      if (code && !program) return true;
      const having = sections.filter(({ folded }) => hasName(folded, text));
      return having.length < (program ? 1 : Math.max(2, sections.length / 2));
    });
    const results = new Map<number, Support>();
    for (const [number, section] of this.sections) {
      results.set(number, support(read, section));
    }
    const holds = (number: number): boolean => {
      const result = results.get(number);
      if (result === undefined) return false;
      if (result.missing.length > 0 || result.contradicts) return false;
      if (claim.leads) return true;
      if (!result.sameLanguage) {
        // Without names and numbers another language cannot be compared: it holds
        // unless a section in the claim's language supports the claim in full.
        return read.names.length + read.numbers.length > 0 ||
          ![...results.values()].some((it) =>
            it.sameLanguage && it.coverage >= SURE && !it.contradicts
          );
      }
      if (result.coverage >= SURE) return true;
      if (result.coverage < ENOUGH) return false;
      for (const [other, { coverage, missing, contradicts }] of results) {
        if (other === number || missing.length > 0 || contradicts) continue;
        if (coverage - result.coverage >= BETTER_SOURCE_MARGIN) return false;
      }
      return true;
    };
    const by = new Map<number, [number, number]>();
    const place = (number: number) => {
      const { start, end } = results.get(number)!;
      by.set(number, [start, end]);
    };
    const against = Math.max(
      0,
      ...[...results.values()].filter((it) => it.contradicts)
        .map(({ coverage }) => coverage),
    );
    cites.numbers.filter((it) =>
      holds(it) && (cites.own || results.get(it)!.coverage >= against)
    ).forEach(place);
    if (by.size === 0 && this.#together(cites.numbers, results)) {
      cites.numbers.filter((it) => results.has(it)).forEach(place);
    }
    return { supported: by.size > 0 || supportedAnywhere(results, holds), by };
  }

  /** Whether cited sections support the claim together, though none does alone. */
  #together(
    numbers: readonly number[],
    results: ReadonlyMap<number, Support>,
  ): boolean {
    const parts = numbers.flatMap((number) => results.get(number) ?? []);
    if (parts.length < 2 || parts.some((it) => it.contradicts)) return false;
    const missing = parts[0]!.missing.filter((fact) =>
      parts.every((it) => it.missing.includes(fact))
    );
    const covered = parts.reduce((sum, { coverage }) => sum + coverage, 0);
    return missing.length === 0 &&
      (covered >= ENOUGH || parts.some((it) => !it.sameLanguage)) &&
      parts.every((it) => it.coverage > ENOUGH / 2 || !it.sameLanguage);
  }

  #judgeCode(claim: AnswerClaim, numbers: readonly number[]): CitationVerdict {
    const by = new Map<number, [number, number]>();
    const missing = new Map<number, string[]>();
    for (const [number, section] of this.sections) {
      const result = codeSupport(claim.text, section);
      missing.set(number, result.missing);
      if (
        numbers.includes(number) && result.missing.length === 0 &&
        result.end > 0
      ) {
        by.set(number, [result.start, result.end]);
      }
    }
    const lists = [...missing.values()];
    const nowhere = (lists[0] ?? []).filter((name) =>
      lists.every((list) => list.includes(name))
    );
    return { supported: lists.length > 0 && nowhere.length === 0, by };
  }
}

/**
 * Whether some section, cited or not, supports the claim, and none that fits
 * better contradicts it.
 */
function supportedAnywhere(
  results: ReadonlyMap<number, Support>,
  holds: (number: number) => boolean,
): boolean {
  let most = 0, against = 0;
  for (const [number, { coverage, contradicts }] of results) {
    if (contradicts) against = Math.max(against, coverage);
    else if (holds(number)) most = Math.max(most, coverage);
    else continue;
  }
  return [...results.keys()].some(holds) && most >= against;
}

/**
 * BM25's inverse document frequency, with the units of all sections as documents.
 * A term that none has, as a paraphrase has many, counts as one in 20 units does.
 */
function inverseFrequencies(
  sections: readonly SectionUnits[],
): (term: string) => number {
  const frequencies = new Map<string, number>();
  let units = 0;
  for (const section of sections) {
    for (const { terms } of section.units) {
      units++;
      for (const term of terms) {
        frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
      }
    }
  }
  const of = (n: number) => Math.log(1 + (units - n + 0.5) / (n + 0.5));
  const unknown = of(Math.max(1, units / 20));
  return (term) => {
    const n = frequencies.get(term);
    return n === undefined ? unknown : of(n);
  };
}
