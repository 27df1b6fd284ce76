/** The sides of a pair of opposites, as bits. */
export const ONE = 1, OTHER = 2;

/**
 * Opposites whose one is the other denied; whatever has more than two sides is
 * not here.
 */
export const OPPOSITES: [RegExp, string, number][] = [];
function opposites(name: string, one: RegExp, other: RegExp): void {
  OPPOSITES.push([one, name, ONE], [other, name, OTHER]);
}
/** Those that are said of something, so that `not` makes the one the other. */
export const STATES = new Set([
  "enabled",
  "required",
  "allowed",
  "include",
  "same",
]);
opposites(
  "enabled",
  /\benabl\w*\b|有効|オン(?!ライン)/gi,
  /\bdisabl\w*\b|無効(?!な)|オフ(?!ライン|ィ|セ)/gi,
);
opposites(
  "required",
  /\b(?:required?s?|mandatory|necessary|needs?|needed|ha(?:s|ve|d) to)\b|必須|必要|要[りるら]/gi,
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
opposites("error", /\berrors?\b|エラー(?!出力)/gi, /\bwarn\w*\b|警告/gi);
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
