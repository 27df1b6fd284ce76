import { ONE, OPPOSITES, OTHER } from "./_opposites.ts";
import { contentTerms, type Term } from "./_terms.ts";
import { anyOf, wordPattern } from "./_word_pattern.ts";
import {
  AUXILIARY_VERBS,
  CLAUSE_SIGNS,
  CLAUSE_STARTS,
  CONDITIONS,
  CONTRASTS,
  NEXT_VERBS,
  RELATIVES,
  SUBJECTS,
  SUBORDINATORS,
} from "./words/clauses.ts";
import { IMPLICIT_NEGATIONS } from "./words/implicit_negations.ts";
import {
  FAR_REACHING_NEGATIONS,
  NEGATED_ENDINGS,
  NEGATIONS,
  PSEUDO_NEGATIONS,
} from "./words/negations.ts";

/** A part of a sentence between commas or conjunctions, and which of its words are negated. */
export interface Clause {
  from: number;
  to: number;
  /** Its content words. */
  terms: Set<string>;
  /** Content words that no negation reaches. */
  affirmed: Set<string>;
  negations: Negation[];
  /** How many negations it has; 0 where the next clause gives the contrast. */
  count: number;
  /** Whether the clause as a whole is negated: by its last word in Japanese, by its verb in English. */
  negative: boolean;
  /** Whether it is a condition, time or reason: `if …`, 〜場合. */
  conditional: boolean;
  /** Words that may negate by their meaning: `skip`, `except`, 除く; English ones by four letters, Japanese ones by one. */
  implicit: Set<string>;
  /** The sides of each pair of opposites that it mentions, as bits `ONE` and `OTHER`. */
  opposites: Map<string, number>;
}

/** A negation and its scope. */
export interface Negation {
  terms: Set<string>;
  /** Whether it negates the clause as a whole and not only the words beside it. */
  whole: boolean;
  /** Whether it stands in a relative clause, which only tells things apart. */
  relative: boolean;
}

const BREAK = new RegExp(
  String
    .raw`[,;:.!?。、，；：！？—]+(?=\s|$|[\u0080-\uffff])|[。、，；：！？]|\s[-–]\s|` +
    `${wordPattern(CLAUSE_STARTS).source}|` +
    String.raw`\band (?=${anyOf(SUBJECTS)}\b)`,
  "gi",
);
const NEGATION = wordPattern({ en: NEGATIONS.en, ja: [] });
const FAR_REACHING = new RegExp(`^${anyOf(FAR_REACHING_NEGATIONS)}$`, "i");
/** Words in the scope of the other negations. */
const NEGATION_SCOPE = 2;
const NEXT_VERB = wordPattern({ en: NEXT_VERBS, ja: [] });
const PSEUDO_NEGATION = wordPattern(PSEUDO_NEGATIONS);
const JA_NEGATION = wordPattern({ en: [], ja: NEGATIONS.ja });
const IMPLICIT_NEGATION = wordPattern(IMPLICIT_NEGATIONS);
const CLAUSE_SIGN = new RegExp(
  `\\b${anyOf([...AUXILIARY_VERBS, ...CLAUSE_SIGNS])}\\b`,
  "i",
);

/** The clauses of a text. */
export function clauses(text: string, side: "claim" | "source"): Clause[] {
  const hide = (it: string) => "\u3000".repeat(it.length);
  // Code states nothing.
  const quiet = text.replace(/`[^`\n]{1,200}`/g, hide).replace(
    PSEUDO_NEGATION,
    hide,
  );
  const terms = contentTerms(text, side).filter(({ part }) => !part);
  const cuts = [0];
  for (const { index, 0: sign } of text.matchAll(BREAK)) {
    const before = text.slice(cuts[cuts.length - 1], index);
    // `PDF, Word and source code are not read`: a list has no verb before its end.
    if (sign === "," && !CLAUSE_SIGN.test(before)) continue;
    if (sign === "、" && /[A-Za-z`]$/.test(before)) continue;
    if (!continues(before.slice(-4))) cuts.push(index);
  }
  cuts.push(text.length);
  const found: Clause[] = [];
  let next = 0;
  for (let i = 0; i + 1 < cuts.length; i++) {
    const own: Term[] = [];
    // Single kanji come after all others: two passes over sorted terms.
    while (next < terms.length && terms[next]!.at < cuts[i + 1]!) {
      own.push(terms[next++]!);
    }
    if (own.length === 0) continue;
    found.push(readClause(text, quiet, cuts[i]!, cuts[i + 1]!, own));
  }
  extendNegations(text, found);
  return found;
}

function readClause(
  text: string,
  quiet: string,
  from: number,
  to: number,
  terms: Term[],
): Clause {
  const part = quiet.slice(from, to), original = text.slice(from, to);
  const mentions = OPPOSITES.flatMap(({ pattern, ...side }) =>
    [...original.matchAll(pattern)].map(({ index }) => ({
      ...side,
      at: from + index,
    }))
  );
  const places = [...new Set([...terms, ...mentions].map(({ at }) => at))]
    .sort((a, b) => a - b);
  const denied = new Set<number>();
  const negations: Negation[] = [];
  const deny = (at: readonly number[], whole: boolean, relative = false) => {
    const reached = new Set(at);
    for (const place of reached) denied.add(place);
    const words = terms.filter(({ at }) => reached.has(at));
    negations.push({
      terms: new Set(words.map(({ term }) => term)),
      ...{ whole, relative },
    });
  };
  for (const { 0: word, index } of part.matchAll(NEGATION)) {
    const after = places.filter((at) => at >= from + index + word.length);
    const whole = FAR_REACHING.test(word);
    if (after.length === 0) deny(places, true); // `cuts nothing`
    else if (whole) deny(after, true);
    else {
      // `what is not an index will be …`: the next verb ends the scope.
      NEXT_VERB.lastIndex = after[0]! - from;
      const stop = from + (NEXT_VERB.exec(part)?.index ?? part.length);
      deny(
        after.filter((at) => at < stop).slice(0, NEGATION_SCOPE),
        false,
        isRelative(part.slice(0, index)),
      );
    }
  }
  for (const { index } of part.matchAll(JA_NEGATION)) {
    const at = from + index;
    const whole = /(?:(?<!で)[はも](?:あり|でき)?|が(?:あり|でき)?)$/.test(
      text.slice(Math.max(from, at - 5), at),
    );
    // The topic itself is not negated.
    const topic = text.lastIndexOf("は", at - 5);
    deny(
      whole
        ? places.filter((it) => it < at && it >= topic)
        : wordBefore(text, from, at),
      whole,
    );
  }
  const opposites = new Map<string, number>();
  for (const { name, side, state, at } of mentions) {
    const flipped = denied.has(at) && state ? ONE + OTHER - side : side;
    opposites.set(name, (opposites.get(name) ?? 0) | flipped);
  }
  return {
    count: negations.length,
    ...{
      from,
      to,
      negations,
      opposites,
      negative: isNegative(part),
      conditional: CONDITION.test(part),
    },
    terms: new Set(terms.map(({ term }) => term)),
    affirmed: new Set(
      terms.filter(({ at }) => !denied.has(at)).map(({ term }) => term),
    ),
    implicit: new Set(
      [
        ...original.replace(/[(（][^()（）]*[)）]/g, "").matchAll(
          IMPLICIT_NEGATION,
        ),
      ].map((
        [word],
      ) =>
        /[a-z]/i.test(word) ? word.toLowerCase().slice(0, 4) : word.charAt(0)
      ),
    ),
  };
}

const NEGATED_END = new RegExp(
  String.raw`${anyOf(NEGATED_ENDINGS)}[」』)）\s。]*$`,
);
const CONDITION = new RegExp(
  String.raw`^[\s,;、。]*${anyOf(CONDITIONS.en)}\b|${
    anyOf(CONDITIONS.ja)
  }[、\s]*$`,
  "i",
);
const RELATIVE = wordPattern({ en: RELATIVES, ja: [] });
const AUXILIARY_VERB = wordPattern({ en: AUXILIARY_VERBS, ja: [] });

/** Whether a negation after this text belongs to a relative clause, and not to the verb after one. */
function isRelative(before: string): boolean {
  const from = [...before.matchAll(RELATIVE)].pop();
  if (from === undefined) return false;
  const verbs = before.slice(from.index).match(AUXILIARY_VERB)?.length ?? 0;
  return verbs < 2;
}

const SUBORDINATE = new RegExp(`\\b${anyOf(SUBORDINATORS)}\\b`, "i");

function isNegative(part: string): boolean {
  if (/[\u3040-\u309f]/.test(part)) return NEGATED_END.test(part);
  const at = part.search(NEGATION);
  return at >= 0 && !/^without/i.test(part.slice(at, at + 7)) &&
    !SUBORDINATE.test(part.slice(0, at)) && !isRelative(part.slice(0, at));
}

/** Whether a Japanese clause continues past a comma: after a topic or a noun whose verb is still to come. */
function continues(before: string): boolean {
  return /(?:[\u3040-\u309f](?:[はがをにや]|(?<![てで])も)|[\u30a0-\u30ff\u3400-\u9fff`)）」][はがをにもやと]|[\u30a0-\u30ff\u3400-\u9fff])$/
    .test(before);
}

const CONTRAST = new RegExp(
  String.raw`^[\s,;、。]*(?:${anyOf(CONTRASTS.en)}\b|[^、。]{0,12}${
    anyOf(CONTRASTS.ja)
  })`,
  "i",
);

/** Extends negations to further clauses of an enumeration, and drops those that a contrast replaces. */
function extendNegations(text: string, found: Clause[]): void {
  // 「AもBも、Cもありません」: the negation at the end is of all.
  for (let i = found.length - 1; i > 0; i--) {
    const before = found[i - 1]!;
    const words = text.slice(before.from, before.to);
    const negation = found[i]!.negations.find(({ whole }) => whole);
    if (negation === undefined || before.negations.length > 0) continue;
    if (!/(?:[もや]|こと)$/.test(words)) continue;
    before.negations.push({
      terms: before.terms,
      whole: true,
      relative: false,
    });
    before.affirmed = new Set();
    before.negative = true;
  }
  // `not by words, only by meaning`: the statement itself is affirmed.
  for (let i = 0; i + 1 < found.length; i++) {
    const { negations, affirmed, to } = found[i]!;
    if (!CONTRAST.test(text.slice(to, to + 16))) continue;
    found[i]!.count = 0;
    for (const { terms } of negations) {
      for (const term of terms) affirmed.add(term);
    }
  }
  // `cannot lead out, lower a score or switch anything on`
  for (let i = 0; i + 1 < found.length; i++) {
    const { negations, to } = found[i]!;
    if (negations.length === 0 || text[to] !== ",") continue;
    let last = i + 1;
    while (last < found.length && text[found[last]!.to] === ",") last++;
    const row = found.slice(i + 1, last + 1);
    if (
      row.length === 0 ||
      !/\b(?:or|nor)\b/.test(text.slice(row[0]!.from, row[row.length - 1]!.to))
    ) continue;
    if (row.some((it) => it.negations.length > 0)) continue;
    for (const it of row) {
      it.negations.push({ terms: it.terms, whole: true, relative: false });
      it.affirmed = new Set();
      it.negative = true;
    }
  }
}

/** The offsets of the word before a Japanese negation at `at`, which it negates. */
function wordBefore(text: string, from: number, at: number): number[] {
  let end = at;
  while (
    end > from && at - end < 14 && /[\u3040-\u309f]/.test(text[end - 1]!)
  ) {
    end--;
  }
  let start = end;
  while (
    start > from && end - start < 16 &&
    /[\u30a0-\u30ff\u3400-\u9fffA-Za-z0-9_`-]/.test(text[start - 1]!)
  ) start--;
  return Array.from({ length: end - start }, (_, i) => start + i);
}
