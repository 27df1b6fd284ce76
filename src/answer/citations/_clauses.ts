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
import { HEDGES } from "./words/hedges.ts";
import {
  DENIED_ENDS,
  FAR_REACHING_NEGATIONS,
  NEGATIONS,
  NO_DENIALS,
} from "./words/negations.ts";

/** A stretch between commas and the like, with what it says of its words. */
export interface Clause {
  from: number;
  to: number;
  /** Its content words. */
  terms: Set<string>;
  /** Those that nothing denies. */
  affirmed: Set<string>;
  denials: Denial[];
  /** How many denying words it has. */
  count: number;
  /** Whether what the clause states as a whole is denied: by its last word in Japanese, by its verb in English. */
  negative: boolean;
  /** Whether it only says when. */
  partial: boolean;
  /** Words that may deny by what they mean: `skip`, `except`, 除く. */
  hedges: Set<string>;
  /** Of pairs of opposites, which it has: bits 1 the one, 2 the other. */
  opposites: Map<string, number>;
}

/** A denying word and what it reaches. */
export interface Denial {
  terms: Set<string>;
  /** Whether it denies the clause as a whole and not the word beside it. */
  whole: boolean;
  /** Whether it is of a relative clause, which only says of which. */
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
/** Words that other negations deny. */
const REACH = 2;
const NEXT_VERB = wordPattern({ en: NEXT_VERBS, ja: [] });
const NO_DENIAL = wordPattern(NO_DENIALS);
const JA_NEGATION = wordPattern({ en: [], ja: NEGATIONS.ja });
const HEDGE = wordPattern(HEDGES);
const CLAUSE_SIGN = new RegExp(
  `\\b${anyOf([...AUXILIARY_VERBS, ...CLAUSE_SIGNS])}\\b`,
  "i",
);

/** The clauses of a text. */
export function clauses(text: string, side: "claim" | "source"): Clause[] {
  const hide = (it: string) => "\u3000".repeat(it.length);
  // What stands in code is said by nobody here.
  const quiet = text.replace(/`[^`\n]{1,200}`/g, hide).replace(NO_DENIAL, hide);
  const terms = contentTerms(text, side).filter(({ part }) => !part);
  const cuts = [0];
  for (const { index, 0: sign } of text.matchAll(BREAK)) {
    const before = text.slice(cuts[cuts.length - 1], index);
    // `PDF, Word and source code are not read`: a list has no verb before its end.
    if (sign === "," && !CLAUSE_SIGN.test(before)) continue;
    if (sign === "、" && /[A-Za-z`]$/.test(before)) continue;
    if (!goesOn(before.slice(-4))) cuts.push(index);
  }
  cuts.push(text.length);
  const found: Clause[] = [];
  let next = 0;
  for (let i = 0; i + 1 < cuts.length; i++) {
    const own: Term[] = [];
    // Single kanji come after all others: two passes over sorted terms.
    while (next < terms.length && terms[next].at < cuts[i + 1]) {
      own.push(terms[next++]);
    }
    if (own.length === 0) continue;
    found.push(readClause(text, quiet, cuts[i], cuts[i + 1], own));
  }
  spread(text, found);
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
  const poles = OPPOSITES.flatMap(({ pattern, ...pole }) =>
    [...original.matchAll(pattern)].map(({ index }) => ({
      ...pole,
      at: from + index,
    }))
  );
  const places = [...new Set([...terms, ...poles].map(({ at }) => at))]
    .sort((a, b) => a - b);
  const denied = new Set<number>();
  const denials: Denial[] = [];
  const deny = (at: readonly number[], whole: boolean, relative = false) => {
    const reached = new Set(at);
    for (const place of reached) denied.add(place);
    const words = terms.filter(({ at }) => reached.has(at));
    denials.push({
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
      // `what is not an index will be …`: a verb of its own ends it.
      NEXT_VERB.lastIndex = after[0] - from;
      const stop = from + (NEXT_VERB.exec(part)?.index ?? part.length);
      deny(
        after.filter((at) => at < stop).slice(0, REACH),
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
    // What is the topic is not what is denied of it.
    const topic = text.lastIndexOf("は", at - 5);
    deny(
      whole
        ? places.filter((it) => it < at && it >= topic)
        : predicate(text, from, at),
      whole,
    );
  }
  const opposites = new Map<string, number>();
  for (const { name, side, state, at } of poles) {
    const turned = denied.has(at) && state ? ONE + OTHER - side : side;
    opposites.set(name, (opposites.get(name) ?? 0) | turned);
  }
  return {
    count: denials.length,
    ...{
      from,
      to,
      denials,
      opposites,
      negative: isNegative(part),
      partial: CONDITION.test(part),
    },
    terms: new Set(terms.map(({ term }) => term)),
    affirmed: new Set(
      terms.filter(({ at }) => !denied.has(at)).map(({ term }) => term),
    ),
    hedges: new Set(
      [...original.replace(/[(（][^()（）]*[)）]/g, "").matchAll(HEDGE)].map((
        [word],
      ) => /[a-z]/i.test(word) ? word.toLowerCase().slice(0, 4) : word[0]),
    ),
  };
}

const ENDS_DENIED = new RegExp(
  String.raw`${anyOf(DENIED_ENDS)}[」』)）\s。]*$`,
);
const CONDITION = new RegExp(
  String.raw`^[\s,;、。]*${anyOf(CONDITIONS.en)}\b|${
    anyOf(CONDITIONS.ja)
  }[、\s]*$`,
  "i",
);
const RELATIVE = wordPattern({ en: RELATIVES, ja: [] });
const AUXILIARY_VERB = wordPattern({ en: AUXILIARY_VERBS, ja: [] });

/** Whether a denial at the end of this is of a relative clause, and not of the verb after one. */
function isRelative(before: string): boolean {
  const from = [...before.matchAll(RELATIVE)].pop();
  if (from === undefined) return false;
  const verbs = before.slice(from.index).match(AUXILIARY_VERB)?.length ?? 0;
  return verbs < 2;
}

const SUBORDINATE = new RegExp(`\\b${anyOf(SUBORDINATORS)}\\b`, "i");

function isNegative(part: string): boolean {
  if (/[\u3040-\u309f]/.test(part)) return ENDS_DENIED.test(part);
  const at = part.search(NEGATION);
  return at >= 0 && !/^without/i.test(part.slice(at, at + 7)) &&
    !SUBORDINATE.test(part.slice(0, at)) && !isRelative(part.slice(0, at));
}

/** Whether Japanese goes on over a comma: after a topic or a noun, whose verb is still to come. */
function goesOn(before: string): boolean {
  return /(?:[\u3040-\u309f](?:[はがをにや]|(?<![てで])も)|[\u30a0-\u30ff\u3400-\u9fff`)）」][はがをにもやと]|[\u30a0-\u30ff\u3400-\u9fff])$/
    .test(before);
}

const CONTRAST = new RegExp(
  String.raw`^[\s,;、。]*(?:${anyOf(CONTRASTS.en)}\b|[^、。]{0,12}${
    anyOf(CONTRASTS.ja)
  })`,
  "i",
);

/** 「AもBも、Cもありません」: what is denied at the end of a row is denied in all of it. */
function spread(text: string, found: Clause[]): void {
  for (let i = found.length - 1; i > 0; i--) {
    const before = found[i - 1];
    const words = text.slice(before.from, before.to);
    const denial = found[i].denials.find(({ whole }) => whole);
    if (denial === undefined || before.denials.length > 0) continue;
    if (!/(?:[もや]|こと)$/.test(words)) continue;
    before.denials.push({ terms: before.terms, whole: true, relative: false });
    before.affirmed = new Set();
    before.negative = true;
  }
  // `not by words, only by meaning`: it is, in the other way.
  for (let i = 0; i + 1 < found.length; i++) {
    const { denials, affirmed, to } = found[i];
    if (!CONTRAST.test(text.slice(to, to + 16))) continue;
    found[i].count = 0;
    for (const { terms } of denials) {
      for (const term of terms) affirmed.add(term);
    }
  }
  // `cannot lead out, lower a score or switch anything on`
  for (let i = 0; i + 1 < found.length; i++) {
    const { denials, to } = found[i];
    if (denials.length === 0 || text[to] !== ",") continue;
    let last = i + 1;
    while (last < found.length && text[found[last].to] === ",") last++;
    const row = found.slice(i + 1, last + 1);
    if (
      row.length === 0 ||
      !/\b(?:or|nor)\b/.test(text.slice(row[0].from, row[row.length - 1].to))
    ) continue;
    if (row.some((it) => it.denials.length > 0)) continue;
    for (const it of row) {
      it.denials.push({ terms: it.terms, whole: true, relative: false });
      it.affirmed = new Set();
      it.negative = true;
    }
  }
}

/** The places of what a Japanese denial at `at` denies: the word before it. */
function predicate(text: string, from: number, at: number): number[] {
  let end = at;
  while (end > from && at - end < 14 && /[\u3040-\u309f]/.test(text[end - 1])) {
    end--;
  }
  let start = end;
  while (
    start > from && end - start < 16 &&
    /[\u30a0-\u30ff\u3400-\u9fffA-Za-z0-9_`-]/.test(text[start - 1])
  ) start--;
  return Array.from({ length: end - start }, (_, i) => start + i);
}
