import type { WordList } from "../_word_pattern.ts";

/** A pair of opposites: the negation of one is the other. */
export interface OppositeWords {
  /** Identifies the pair. */
  name: string;
  /** Whether it describes a state, so that `not` turns one side into the other. */
  state: boolean;
  one: WordList;
  other: WordList;
}

/**
 * The pairs. What has more than two sides, as colours have, does not belong
 * here.
 */
export const OPPOSITE_WORDS: readonly OppositeWords[] = [
  {
    name: "allowed",
    state: true,
    one: { en: ["allow*", "permit*"], ja: ["許可"] },
    other: {
      en: ["den(?:y|ied|ies)", "disallow*", "forbid*", "prohibit*"],
      ja: ["拒否", "禁止"],
    },
  },
  {
    name: "always",
    state: false,
    one: { en: ["always"], ja: ["常に", "必ず"] },
    other: { en: ["never"], ja: ["決して"] },
  },
  {
    name: "ascending",
    state: false,
    one: { en: ["ascending"], ja: ["昇順"] },
    other: { en: ["descending"], ja: ["降順"] },
  },
  {
    name: "at least",
    state: false,
    one: {
      en: ["at least", "lowest", "minimum", "smallest"],
      ja: ["以上", "最低", "最小"],
    },
    other: {
      en: ["at most", "highest", "largest", "maximum", "up to"],
      ja: ["以下", "最大", "最高"],
    },
  },
  {
    name: "before",
    state: false,
    one: { en: ["before"], ja: ["の前に", "より前", "前の"] },
    other: { en: ["after"], ja: ["の後に", "より後", "後の"] },
  },
  {
    name: "enabled",
    state: true,
    one: { en: ["enabl*"], ja: ["オン(?!ライン)", "有効"] },
    other: { en: ["disabl*"], ja: ["オフ(?!ライン|ィ|セ)", "無効(?!な)"] },
  },
  {
    name: "error",
    state: false,
    one: { en: ["errors?"], ja: ["エラー(?!出力)"] },
    other: { en: ["warn*"], ja: ["警告"] },
  },
  {
    name: "first",
    state: false,
    one: { en: ["first"], ja: ["先に", "最初"] },
    other: { en: ["last"], ja: ["後に", "最後"] },
  },
  {
    name: "include",
    state: true,
    one: { en: ["includ*"], ja: ["含[みむまめ]"] },
    other: { en: ["exclud*"], ja: ["除外"] },
  },
  {
    name: "more",
    state: false,
    one: {
      en: ["above", "exceed*", "greater", "higher", "larger", "longer", "more"],
      ja: ["上回", "超え"],
    },
    other: {
      en: ["below", "fewer", "less", "lower", "shorter", "smaller", "under"],
      ja: ["下回", "未満"],
    },
  },
  {
    name: "only",
    state: false,
    one: {
      en: ["(?<!not )exclusively", "(?<!not )only", "(?<!not )solely"],
      ja: [
        "だけ(?!(?:で|に)?(?:は|も)?(?:な[くい]|あり))",
        "に限[りるっ]",
        "のみ(?!(?:で|に)?(?:は|も)?(?:な[くい]|あり))",
      ],
    },
    other: {
      en: ["not just", "not only"],
      ja: [
        "だけ(?:で|に)?(?:は|も)?(?:な[くい]|ありません)",
        "のみ(?:で|に)?(?:は|も)?(?:な[くい]|ありません)",
        "のみならず",
      ],
    },
  },
  {
    name: "relative",
    state: false,
    one: { en: ["relative"], ja: ["相対"] },
    other: { en: ["absolute"], ja: ["絶対"] },
  },
  {
    name: "required",
    state: true,
    one: {
      en: [
        "ha(?:s|ve|d) to",
        "mandatory",
        "necessary",
        "needed",
        "needs?",
        "required?s?",
      ],
      ja: ["必要", "必須", "要[りるら]"],
    },
    other: {
      en: ["optional", "unnecessary"],
      ja: ["不要", "任意", "省略でき", "省略可"],
    },
  },
  {
    name: "same",
    state: true,
    one: { en: ["alike", "equal", "identical", "same"], ja: ["同じ", "同一"] },
    other: { en: ["different*", "differs?"], ja: ["異な", "違[うい]"] },
  },
  {
    name: "stdout",
    state: false,
    one: { en: ["stdout"], ja: ["標準出力"] },
    other: { en: ["stderr"], ja: ["標準エラー出力?"] },
  },
  {
    name: "strong",
    state: false,
    one: { en: ["strong*"], ja: ["強[いくめ]"] },
    other: { en: ["weak*"], ja: ["弱[いくめ]"] },
  },
  {
    name: "synchronous",
    state: false,
    one: { en: ["synchronous*"], ja: ["(?<!非)同期"] },
    other: { en: ["asynchronous*"], ja: ["非同期"] },
  },
  {
    name: "true",
    state: false,
    one: { en: ["true"], ja: [] },
    other: { en: ["false"], ja: [] },
  },
];
