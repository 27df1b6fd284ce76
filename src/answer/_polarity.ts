import { contentTerms, type Term } from "./_terms.ts";

/** A stretch between commas and the like, and what is denied in it. */
export interface Clause {
  from: number;
  to: number;
  /** Content of the clause with its sign: whether it stands affirmed, denied. */
  signs: Map<string, Sign>;
  /** Whether something in it is denied by a word whose business that is. */
  denies: boolean;
  /** Whether it has a word that may deny by its meaning: `skip`, `except`, 除く. */
  hedged: boolean;
  /** Whether it says that nothing else: `only`, だけ. */
  only: boolean;
}

/** Bits: affirmed 1, denied 2. */
export type Sign = number;
const AFFIRMED = 1, DENIED = 2;

const BREAK =
  /[,;:.!?。、，；：！？—|\n]+(?=\s|$|[\u0080-\uffff])|[。、，；：！？|]|\s[-–]\s|\b(?:but|unless|if|when|while|because|whereas|although|though|so that)\b|(?:ので|けれど|ですが|ますが|ませんが|たり)/gi;
const NOT =
  /\b(?:not|never|no|cannot|can't|won't|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|hasn't|haven't|shouldn't|mustn't|needn't|nothing|none|neither|nor|without|nobody|nowhere|no longer)\b/gi;
/** These reach to the end of the clause, others a few words. */
const FAR = /^(?:nothing|none|neither|nobody|nor)$/i;
const REACH = 3;
/** Denials that deny nothing: must, not only, perhaps. */
const DOUBLE =
  /なければなり(?:ません|ま)|なければならな[いく]|なくてはなり?ませ?ん?|ないといけ(?:ません|ない)|なければいけ(?:ません|ない)|だけで(?:は|も)?なく|だけでは(?:ありません|ない)|かもしれ(?:ません|ない)|に(?:すぎ|ほか)な(?:い|りません)|しか[^、。]{0,20}(?:ません|ない)|少な[いくけ]|とは限(?:りません|らない)|\bnot (?:only|just|merely|necessarily)\b|\bno matter\b|\bno\.? ?\d/gi;
const NAI =
  /ませ[んぬ]|(?<![すあ少危])な(?:い|く(?![なし]す)|けれ|かっ)|(?<=[かさたなまらわがばせえけてねれげべめじりぎき])ず(?:に|、|、)|なし(?![たてでと])|ぬ(?=[。、])/g;
const HEDGED =
  /\b(?:skip\w*|refus\w*|ignor\w*|omit\w*|except\w*|exclud\w*|reject\w*|forbid\w*|forbidden|prohibit\w*|prevent\w*|avoid\w*|drop\w*|fail\w*|miss\w*|lack\w*|left out|leave out|leaves out|instead|rather|unless|error|unable|stop\w*|remov\w*|los[est]\w*|unsupported|invalid|unknown|deni\w*|deny\w*|disabl\w*|until|only|empty|absent|unset|keep\w*|stay\w*|remain\w*|alone)\b|除[くきい]|無視|拒否|禁止|除外|読み飛ばし|エラー|失敗|以外|限[りるっ]|だけ|のみ|省[くきい略]|不[要可能明正]|未[指設対定]|避け|防[ぐぎ]|やめ|止[まめ]|無[くし効]|欠|空[でのにが]|かぎり|残[りるっ]|まま|対応しな|消/i;
const ONLY =
  /\b(?:only|solely|exclusively|nothing else|no other|alone)\b|だけ|のみ|しか|限[りるっら]|以外/i;

/**
 * Opposites whose one is the other denied; whatever has more than two sides is
 * not here.
 */
const OPPOSITES: [RegExp, string, Sign][] = [];
function opposites(name: string, one: RegExp, other: RegExp): void {
  OPPOSITES.push([one, name, AFFIRMED], [other, name, DENIED]);
}
opposites(
  "enabled",
  /\benabl\w*\b|有効|オン(?!ライン)/gi,
  /\bdisabl\w*\b|無効(?!な)|オフ(?!ライン|ィ|セ)/gi,
);
opposites(
  "required",
  /\b(?:required?s?|mandatory|necessary|needs?|needed)\b|必須|必要/gi,
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
  /\b(?:different\w*|differs?|distinct)\b|異な|違[うい]|別の/gi,
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

/** The clauses of a text, with what each affirms and denies. */
export function clauses(text: string): Clause[] {
  const quiet = text.replace(DOUBLE, (it) => "\u3000".repeat(it.length));
  const terms = contentTerms(text);
  const cuts = [
    0,
    ...[...text.matchAll(BREAK)].map(({ index }) => index),
    text.length,
  ];
  const found: Clause[] = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    const from = cuts[i], to = cuts[i + 1];
    const own = terms.filter(({ at }) => at >= from && at < to);
    if (own.length === 0) continue;
    found.push(readClause(text, quiet, from, to, own));
  }
  return found;
}

function readClause(
  text: string,
  quiet: string,
  from: number,
  to: number,
  terms: Term[],
): Clause {
  const part = quiet.slice(from, to);
  const denied = new Set<number>(); // places of terms
  let denies = false;
  for (const { 0: word, index } of part.matchAll(NOT)) {
    denies = true;
    const places = [
      ...new Set(
        terms.map(({ at }) => at).filter((at) =>
          at >= from + index + word.length
        ),
      ),
    ];
    const reach = FAR.test(word) ? places.length : REACH;
    for (const at of places.slice(0, reach)) denied.add(at);
  }
  for (const { index } of part.matchAll(NAI)) {
    denies = true;
    for (const at of predicate(text, from, from + index)) denied.add(at);
  }
  const signs = new Map<string, Sign>();
  const sign = (term: string, sign: Sign) =>
    signs.set(term, (signs.get(term) ?? 0) | sign);
  for (const { term, at } of terms) {
    sign(term, denied.has(at) ? DENIED : AFFIRMED);
  }
  const original = text.slice(from, to);
  for (const [pattern, name, value] of OPPOSITES) {
    for (const { index } of original.matchAll(pattern)) {
      const turned = denied.has(from + index);
      sign("\u0002" + name, turned ? AFFIRMED + DENIED - value : value);
    }
  }
  return {
    from,
    to,
    signs,
    denies,
    hedged: HEDGED.test(original),
    only: ONLY.test(original),
  };
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
 * Whether one text denies what the other affirms: a word of both, or a pair of
 * opposites, has another sign in it, and nothing in the clause may turn it.
 */
export function contradicts(claim: Clause[], source: Clause[]): boolean {
  for (const clause of claim) {
    let agrees = false, differs = false;
    for (const [term, sign] of clause.signs) {
      const having = source.filter(({ signs }) => signs.has(term));
      if (having.length === 0) continue;
      const theirs = having.reduce(
        (all, { signs }) => all | signs.get(term)!,
        0,
      );
      if (theirs & sign) {
        if (sign === DENIED) agrees = true;
        continue;
      }
      const opposite = term[0] === "\u0002";
      if (opposite) {
        differs = true;
        continue;
      }
      const turned = sign === DENIED
        ? having.some(({ denies, hedged }) => denies || hedged)
        : clause.denies || clause.hedged;
      if (!turned) differs = true;
    }
    if (differs && !agrees) return true;
  }
  return false;
}
