/** What is made wrong in a claim. */
export type ErrorKind = "number" | "identifier" | "polarity" | "source";

type Change = [RegExp, string];

const REWORDED: Record<"en" | "ja", Change[]> = {
  en: [
    [
      /^(?:However|Also|Additionally|In addition|Moreover|Note that|Then|Therefore|So|By default),? (\w)/,
      "$1",
    ],
    [/^If ([^,]{8,80}), ([^,]{8,160})\.$/, "$2 if $1."],
    [/^When ([^,]{8,80}), ([^,]{8,160})\.$/, "$2 when $1."],
    [/\s?\([^()]{3,80}\)/g, ""],
    [/, (?:which|so|because|since|making|allowing|as) [^,.]{5,120}\.$/, "."],
    [/\bYou can\b/, "It is possible to"],
    [/\byou can\b/g, "one can"],
    [/\byou (?:need|have) to\b/g, "you must"],
    [/\ballows you to\b/g, "lets you"],
    [/\bdon't\b/g, "do not"],
    [/\bdoesn't\b/g, "does not"],
    [/\bcan't\b/g, "cannot"],
    [/\bisn't\b/g, "is not"],
    [/\bit's\b/g, "it is"],
    [/\byour\b/g, "the"],
    [/\bprovides\b/g, "offers"],
    [/\bcreates?\b/g, "make"],
    [/\bmultiple\b/g, "several"],
    [/\bvery |simply |just |easily /g, ""],
  ],
  ja: [
    [
      /^(?:また|しかし|ただし|さらに|なお|そのため|デフォルトでは|つまり|そして)、/,
      "",
    ],
    [/[（(][^（）()]{2,60}[)）]/g, ""],
    [
      /^([^、。]{6,50})(場合|とき)は?、([^、。]{8,100})。$/,
      "$3。これは$1$2です。",
    ],
    [/することができます/g, "できます"],
    [/できます。$/, "することが可能です。"],
    [/必要があります/g, "なければなりません"],
    [/しています。$/, "します。"],
    [/してください。$/, "します。"],
    [/あなたの/g, ""],
    [/使用/g, "利用"],
    [/使う/g, "用いる"],
    [/すべての/g, "全ての"],
    [/のような/g, "といった"],
    [/に加えて/g, "のほかに"],
  ],
};

/** A sentence said a little differently: what applies of the changes, all but one in three. */
export function reworded(
  sentence: string,
  language: "en" | "ja",
  seed: number,
): string {
  let text = sentence;
  REWORDED[language].forEach(([pattern, by], at) => {
    if ((at + seed) % 3 === 2) return;
    text = text.replace(pattern, by);
  });
  return text.replace(/^[a-z]/, (it) => it.toUpperCase()).trim();
}

const POLARITY: Record<"en" | "ja", Change[]> = {
  en: [
    [/\bcannot\b/, "can"],
    [/\b(is|are|was|were|should|must|will|can|does|do) not\b/, "$1"],
    [/\bnever\b/, "always"],
    [/\bcan\b/, "cannot"],
    [/\b(is|are|should|must|will)\b(?! not)/, "$1 not"],
    [/\bonly\b/, "not only"],
    [/\bwithout\b/, "with"],
    [/\brequired\b/, "optional"],
    [/\benabled\b/, "disabled"],
  ],
  ja: [
    [/できません(?=。)/, "できます"],
    [/(?<![り])ません(?=。)/, "ます"],
    [/ありません(?=。)/, "あります"],
    [/可能です(?=。)/, "不可能です"],
    [/できます(?=。)/, "できません"],
    [/ます(?=。)/, "ません"],
    [/です(?=。)/, "ではありません"],
    [/必要(?=です|があります)/, "不要"],
    [/有効/, "無効"],
  ],
};

/**
 * The claim with an error of a kind, or null where there is nothing to make
 * wrong.
 *
 * @param identifiers of the document, for one to be taken in place of another
 */
export function withError(
  claim: string,
  kind: Exclude<ErrorKind, "source">,
  language: "en" | "ja",
  identifiers: readonly string[],
  seed: number,
): string | null {
  if (kind === "number") {
    // Not in code, where a digit is of a name.
    const match = /(?<![\w`.@-])(\d+)(?:\.\d+)?(?![\w`@-])/.exec(claim);
    if (match === null) return null;
    const value = Number(match[1]);
    const wrong = value < 10 ? value + 2 + seed % 3 : value * 2 + seed % 7;
    return claim.slice(0, match.index) + wrong +
      claim.slice(match.index + match[1].length);
  }
  if (kind === "identifier") {
    const match = /`([^`\n]{2,40})`/.exec(claim);
    const others = identifiers.filter((it) =>
      !claim.includes(it) && match !== null && !match[1].includes(it) &&
      /[A-Za-z]{2}/.test(it)
    );
    if (match === null || others.length === 0) return null;
    return claim.replace(match[0], () => `\`${others[seed % others.length]}\``);
  }
  for (const [pattern, by] of POLARITY[language]) {
    if (pattern.test(claim)) return claim.replace(pattern, by);
  }
  return null;
}
