import { contentTerms, isSingle, type Term } from "./_terms.ts";

/** A stretch between commas and the like, with what it says of its words. */
export interface Clause {
  from: number;
  to: number;
  /** Its content words. */
  terms: Set<string>;
  /** Those that nothing denies. */
  affirmed: Set<string>;
  denials: Denial[];
  /** Words that may deny by what they mean: `skip`, `except`, 除く. */
  hedges: Set<string>;
  /** Of pairs of opposites, which it has: bits 1 the one, 2 the other. */
  opposites: Map<string, number>;
}

/** A denying word and what it reaches. */
interface Denial {
  terms: Set<string>;
  /** Whether it denies the clause as a whole and not the word beside it. */
  whole: boolean;
}

const ONE = 1, OTHER = 2;

const BREAK =
  /[()（）]|[,;:.!?。、，；：！？—|\n]+(?=\s|$|[\u0080-\uffff])|[。、，；：！？|]|\s[-–]\s|\b(?:but|unless|if|when|while|because|whereas|although|though|so that)\b|(?:ので|けれど|ですが|ますが|ませんが|たり)/gi;
const NOT =
  /\b(?:not|never|no|cannot|can't|won't|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|hasn't|haven't|shouldn't|mustn't|needn't|nothing|none|neither|nor|without|nobody|nowhere|no longer)\b/gi;
/** These reach to the end of the clause, others a few words. */
const FAR = /^(?:nothing|none|neither|nobody|nor)$/i;
const REACH = 3;
const VERB =
  /\b(?:will|would|is|are|was|were|can|must|should|has|have|does|do|which|that)\b/gi;
/** Denials that deny nothing: must, not only, perhaps. */
const DOUBLE =
  /かま(?:いません|わない)|構(?:いません|わない)|差し支え(?:ありません|ない)|問題(?:ありません|ない)|なければなり(?:ません|ま)|なければならな[いく]|なくてはなり?ませ?ん?|ないといけ(?:ません|ない)|なければいけ(?:ません|ない)|だけで(?:は|も)?なく|だけでは(?:ありません|ない)|かもしれ(?:ません|ない)|に(?:すぎ|ほか)な(?:い|りません)|しか[^、。]{0,20}(?:ません|ない)|少な[いくけ]|とは限(?:りません|らない)|\bnot (?:only|just|merely|necessarily)\b|\bno matter\b|\bno\.? ?\d/gi;
const NAI =
  /ませ[んぬ]|(?<![すあ少危])な(?:い|く(?![なし]す)|けれ|かっ)|(?<=[かさたなまらわがばせえけてねれげべめじりぎき])ず(?=に|、|$)|なし(?![たてでと])|ぬ(?=[。、])/g;
const HEDGED =
  /\b(?:skip\w*|refus\w*|ignor\w*|omit\w*|except\w*|exclud\w*|reject\w*|forbid\w*|forbidden|prohibit\w*|prevent\w*|avoid\w*|drop\w*|fail\w*|miss\w*|lack\w*|left out|leave out|leaves out|instead|rather|unless|unable|stop\w*|remov\w*|los[est]\w*|unsupported|invalid|unknown|deni\w*|deny\w*|disabl\w*|until|only|absent|unset|keep\w*|stay\w*|remain\w*|alone)\b|除[くきい]|無視|拒否|禁止|除外|読み飛ばし|失敗|以外|限[りるっ]|だけ|のみ|省[くきい略]|不[要可能明正]|未[指設対定]|避け|防[ぐぎ]|やめ|止[まめ]|無[くし効]|欠|かぎり|残[りるっ]|まま|対応しな|消/gi;
/**
 * Opposites whose one is the other denied; whatever has more than two sides is
 * not here.
 */
const OPPOSITES: [RegExp, string, number][] = [];
function opposites(name: string, one: RegExp, other: RegExp): void {
  OPPOSITES.push([one, name, ONE], [other, name, OTHER]);
}
opposites(
  "enabled",
  /\benabl\w*\b|有効|オン(?!ライン)/gi,
  /\bdisabl\w*\b|無効(?!な)|オフ(?!ライン|ィ|セ)/gi,
);
opposites(
  "required",
  /\b(?:required?s?|mandatory|necessary|needs?|needed)\b|必須|必要|要[りるら]/gi,
  /\b(?:optional|unnecessary)\b|任意|不要|省略でき|省略可/gi,
);
opposites(
  "allowed",
  /\b(?:allow\w*|permit\w*)\b|許可/gi,
  /\b(?:forbid\w*|forbidden|prohibit\w*|disallow\w*|den(?:y|ied|ies))\b|禁止|拒否/gi,
);
opposites("include", /\binclud\w*\b|含[みむまめ]/gi, /\bexclud\w*\b|除外/gi);
opposites(
  "before",
  /\bbefore\b|より前|の前に|前の/gi,
  /\bafter\b|より後|の後に|後の/gi,
);
opposites(
  "at least",
  /\b(?:at least|minimum|lowest|smallest)\b|以上|最小|最低/gi,
  /\b(?:at most|maximum|highest|largest|up to)\b|以下|最大|最高/gi,
);
opposites("first", /\bfirst\b|最初|先に/gi, /\blast\b|最後|後に/gi);
opposites(
  "same",
  /\b(?:same|identical|equal|alike)\b|同じ|同一/gi,
  /\b(?:different\w*|differs?)\b|異な|違[うい]/gi,
);
opposites(
  "only",
  /(?<!\bnot )\b(?:only|solely|exclusively)\b|(?:だけ|のみ)(?!(?:で|に)?(?:は|も)?(?:な[くい]|あり))|に限[りるっ]/gi,
  /\bnot (?:only|just)\b|(?:だけ|のみ)(?:で|に)?(?:は|も)?(?:な[くい]|ありません)|のみならず/gi,
);
opposites("relative", /\brelative\b|相対/gi, /\babsolute\b|絶対/gi);
opposites("strong", /\bstrong\w*\b|強[いくめ]/gi, /\bweak\w*\b|弱[いくめ]/gi);
opposites("true", /\btrue\b/gi, /\bfalse\b/gi);
opposites("stdout", /\bstdout\b|標準出力/gi, /\bstderr\b|標準エラー出力?/gi);
opposites("ascending", /\bascending\b|昇順/gi, /\bdescending\b|降順/gi);
opposites(
  "synchronous",
  /\bsynchronous\w*\b|(?<!非)同期/gi,
  /\basynchronous\w*\b|非同期/gi,
);
opposites("always", /\balways\b|常に|必ず/gi, /\bnever\b|決して/gi);
opposites(
  "more",
  /\b(?:more|larger|longer|greater|higher|above|exceed\w*)\b|超え|上回/gi,
  /\b(?:less|smaller|shorter|lower|below|under|fewer)\b|未満|下回/gi,
);

/** The clauses of a text. */
export function clauses(text: string, side: "claim" | "source"): Clause[] {
  const quiet = text.replace(DOUBLE, (it) => "\u3000".repeat(it.length));
  const terms = contentTerms(text, side);
  const cuts = [
    0,
    ...[...text.matchAll(BREAK)].map(({ index }) => index),
    text.length,
  ];
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
  const poles: { name: string; side: number; at: number }[] = [];
  for (const [pattern, name, side] of OPPOSITES) {
    for (const { index } of original.matchAll(pattern)) {
      poles.push({ name, side, at: from + index });
    }
  }
  const places = [...new Set([...terms, ...poles].map(({ at }) => at))]
    .sort((a, b) => a - b);
  const denied = new Set<number>();
  const denials: Denial[] = [];
  const deny = (at: readonly number[], whole: boolean) => {
    const reached = new Set(at);
    for (const place of reached) denied.add(place);
    const words = terms.filter(({ at }) => reached.has(at));
    denials.push({ terms: new Set(words.map(({ term }) => term)), whole });
  };
  for (const { 0: word, index } of part.matchAll(NOT)) {
    const after = places.filter((at) => at >= from + index + word.length);
    const whole = FAR.test(word);
    if (after.length === 0) deny(places, true); // `cuts nothing`
    else if (whole) deny(after, true);
    else {
      // `what is not an index will be …`: a verb of its own ends it.
      VERB.lastIndex = after[0] - from;
      const stop = from + (VERB.exec(part)?.index ?? part.length);
      deny(after.filter((at) => at < stop).slice(0, REACH), false);
    }
  }
  for (const { index } of part.matchAll(NAI)) {
    const at = from + index;
    const whole = /(?:(?<!で)[はも](?:あり)?|が(?:あり)?)$/.test(
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
  for (const { name, side, at } of poles) {
    const turned = denied.has(at) ? ONE + OTHER - side : side;
    opposites.set(name, (opposites.get(name) ?? 0) | turned);
  }
  return {
    ...{ from, to, denials, opposites },
    terms: new Set(terms.map(({ term }) => term)),
    affirmed: new Set(
      terms.filter(({ at }) => !denied.has(at)).map(({ term }) => term),
    ),
    hedges: new Set(
      [...original.matchAll(HEDGED)].map(([word]) =>
        word.toLowerCase().slice(0, 4)
      ),
    ),
  };
}

/** 「AもBも、Cもありません」: what is denied at the end of a row is denied in all of it. */
function spread(text: string, found: Clause[]): void {
  for (let i = found.length - 1; i > 0; i--) {
    const before = found[i - 1];
    const denial = found[i].denials.find(({ whole }) => whole);
    if (denial === undefined || before.denials.length > 0) continue;
    if (!/[もや]$/.test(text.slice(before.from, before.to))) continue;
    before.denials.push({ terms: before.terms, whole: true });
    before.affirmed = new Set();
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

/**
 * Whether a clause denies what the source affirms, or the other way round. A
 * denial of either must have its counterpart in the other, as far as both speak
 * of the same words and nothing else in them may be that counterpart; and of a
 * pair of opposites both must have the same.
 */
export function contradicts(
  clause: Clause,
  source: readonly Clause[],
): boolean {
  return denies(clause, source) || deniedBy(clause, source) ||
    opposed(clause, source);
}

/** Whether the clause denies what the source affirms. */
function denies(clause: Clause, source: readonly Clause[]): boolean {
  return clause.denials.some((denial) => {
    if (source.some(({ denials }) => denials.some((it) => meets(it, denial)))) {
      return false;
    }
    const said = source.filter(({ affirmed }) => reaches(denial, affirmed));
    return said.length > 0 &&
      said.every((it) =>
        it.denials.length === 0 && !has(it.hedges, clause.hedges)
      );
  });
}

/** Whether the source denies what the clause affirms. */
function deniedBy(clause: Clause, source: readonly Clause[]): boolean {
  const free = clause.denials.some((denial) =>
    !source.some(({ denials }) => denials.some((it) => meets(it, denial)))
  );
  if (free) return false;
  return source.some((said) => {
    if (has(clause.hedges, said.hedges)) return false;
    return said.denials.some((denial) => {
      if (clause.denials.some((it) => meets(it, denial))) return false;
      if (!reaches(denial, clause.affirmed)) return false;
      // What another sentence of the source affirms is what the claim may mean.
      return !source.some(({ affirmed }) =>
        [...denial.terms].some((term) =>
          clause.affirmed.has(term) && affirmed.has(term)
        )
      );
    });
  });
}

function opposed(clause: Clause, source: readonly Clause[]): boolean {
  for (const [name, sides] of clause.opposites) {
    const having = source.filter(({ opposites }) => opposites.has(name));
    if (having.length === 0) continue;
    if (having.some(({ opposites }) => opposites.get(name)! & sides)) continue;
    const near = having.some(({ terms }) =>
      [...clause.terms].some((term) => terms.has(term))
    );
    if (near) return true;
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
