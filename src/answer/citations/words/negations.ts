import type { WordList } from "../_word_pattern.ts";

/** Negating words; in Japanese, the endings of verbs and adjectives. */
export const NEGATIONS: WordList = {
  en: [
    "aren't",
    "can't",
    "cannot",
    "didn't",
    "doesn't",
    "don't",
    "hasn't",
    "haven't",
    "impossible",
    "isn't",
    "mustn't",
    "needn't",
    "neither",
    "never",
    "no",
    "nobody",
    "none",
    "nor",
    "not",
    "nothing",
    "nowhere",
    "shouldn't",
    "wasn't",
    "weren't",
    "without",
    "won't",
  ],
  ja: [
    "(?<![すあ少危つ])な(?:い|く(?![なし]す)|けれ|かっ)",
    "(?<=[かさたなまらわがばせえけてねれげべめじりぎき])ず(?=に|、|$)",
    "なし(?![たてでと])",
    "ぬ(?=[。、])",
    "ませ[んぬ]",
    "不可能?",
  ],
};

/**
 * Negations whose scope is the rest of the clause; that of others is the next
 * two words.
 */
export const FAR_REACHING_NEGATIONS: readonly string[] = [
  "neither",
  "no",
  "nobody",
  "none",
  "nor",
  "nothing",
];

/** Endings of Japanese clauses that are negated as a whole. */
export const NEGATED_ENDINGS: readonly string[] = [
  "(?:ない|なかった)(?:です|もの|こと|ため|の)?",
  "(?<![すあ少危つ])な(?:い|く|し)",
  "[かさたなまらわがばせえけてねれげべめじりぎき]ず",
  "ませ[んぬ](?:でした)?",
  "不可能?(?:です|な)?",
];

/**
 * Phrases with a negating word that negate nothing: obligation (`must`), `not
 * only`, `perhaps`, `it does not matter`.
 */
export const PSEUDO_NEGATIONS: WordList = {
  en: [
    "no matter",
    "no other",
    "no[.]? ?[0-9]\\w*",
    "not (?:only|just|merely|necessarily)",
    "nothing else",
  ],
  ja: [
    "かま(?:いません|わない)",
    "かもしれ(?:ません|ない)",
    "しか[^、。]{0,20}(?:ません|ない)",
    "だけで(?:は|も)?なく",
    "だけでは(?:ありません|ない)",
    "とは限(?:りません|らない)",
    "ないといけ(?:ません|ない)",
    "なくてはなり?ませ?ん?",
    "なければいけ(?:ません|ない)",
    "なければならな[いく]",
    "なければなり(?:ません|ま)",
    "に(?:すぎ|ほか)な(?:い|りません)",
    "問題(?:ありません|ない)",
    "少な[いくけ]",
    "差し支え(?:ありません|ない)",
    "構(?:いません|わない)",
  ],
};
