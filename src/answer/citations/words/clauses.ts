import type { WordList } from "../_word_pattern.ts";

/** Words that begin a new clause; in Japanese, endings after which one begins. */
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

/** An `and` before one of these begins a new clause. */
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

/** Verbs and relative pronouns that end the scope of a negation before them. */
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

/** How clauses of condition, time or reason begin; in Japanese, how they end. */
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

/** A negation after one of these does not negate the clause as a whole. */
export const SUBORDINATORS: readonly string[] = ["unless", "without"];

/**
 * Words of a clause that states what holds instead of what the clause before it
 * negates.
 */
export const CONTRASTS: WordList = {
  en: ["but", "just", "only", "rather"],
  ja: ["だけ", "のみ"],
};
