import type { WordList } from "../_word_pattern.ts";

/** Words that begin a new clause; of Japanese the ends of one. */
export const CLAUSE_STARTS: WordList = {
  en: [
    "although",
    "because",
    "but",
    "if",
    "so that",
    "though",
    "unless",
    "when",
    "whereas",
    "while",
  ],
  ja: ["けれど", "たり", "ですが", "ので", "ますが", "ませんが"],
};

/** What makes an `and` before it begin a new clause. */
export const SUBJECTS: readonly string[] = [
  "an?",
  "each",
  "everything",
  "it",
  "its",
  "no",
  "nothing",
  "that",
  "the",
  "there",
  "these",
  "they",
  "this",
  "you",
];

/** A text with one of these has a verb. */
export const AUXILIARY_VERBS: readonly string[] = [
  "are",
  "be",
  "can",
  "could",
  "do",
  "does",
  "has",
  "have",
  "is",
  "may",
  "might",
  "must",
  "should",
  "was",
  "were",
  "will",
  "would",
];

/** Further words that only a clause has, and not a row of nouns. */
export const CLAUSE_SIGNS: readonly string[] = [
  "cannot",
  "for",
  "if",
  "that",
  "unless",
  "when",
  "where",
  "while",
  "with",
];

/** What ends the reach of a negation before it. */
export const NEXT_VERBS: readonly string[] = [
  "and (?:only|just|then)",
  "are",
  "can",
  "do",
  "does",
  "has",
  "have",
  "is",
  "must",
  "should",
  "that",
  "was",
  "were",
  "which",
  "will",
  "would",
];

/** How a clause begins, in Japanese ends, that only says when. */
export const CONDITIONS: WordList = {
  en: [
    "after",
    "as",
    "because",
    "before",
    "if",
    "since",
    "unless",
    "until",
    "when",
    "where",
    "while",
  ],
  ja: [
    "(?:場合|とき|時|際)(?:に|は|には)?",
    "けば",
    "せば",
    "ため",
    "たら",
    "ても",
    "ないと",
    "なら",
    "には",
    "ので",
    "れば",
  ],
};

/** Words that begin a relative clause. */
export const RELATIVES: readonly string[] = [
  "(?<!,\\s)which",
  "that",
  "where",
  "who",
  "whose",
];

/** A negation after one of these is not of the clause as a whole. */
export const SUBORDINATORS: readonly string[] = ["unless", "without"];

/**
 * What stands in a clause that says what is so instead of what the one before
 * denies.
 */
export const CONTRASTS: WordList = {
  en: ["but", "just", "only", "rather"],
  ja: ["だけ", "のみ"],
};
