import type { WordList } from "../_word_pattern.ts";

/**
 * What may stand before a number in the brackets of a citation: `[source 1]`.
 */
export const BRACKET_LABELS: WordList = {
  en: ["docs?", "documents?", "references?", "refs?", "sources?"],
  ja: ["ソース", "出典", "参考", "参考情報", "参考資料", "情報源", "資料"],
};

/**
 * What may stand before citations and is taken out with them: `(see [1])`. Not
 * `docs`: it may be a word of the sentence.
 */
export const PRECEDING_LABELS: WordList = {
  en: ["cf[.]?", "references?", "refs?", "see", "sources?"],
  ja: ["出典", "参考", "参考情報", "参考資料", "情報源", "資料"],
};

/** Headings of the list of sources that a model puts at the end. */
export const SOURCE_LIST_HEADINGS: WordList = {
  en: [
    "citations?",
    "cited sources",
    "references?",
    "sources?(?: cited| used)?",
  ],
  ja: [
    "ソース",
    "出典(?:元|一覧)?",
    "参照(?:元|先)?",
    "参考(?:情報|文献|資料|元|リンク)?",
    "引用元?",
    "情報源",
  ],
};
