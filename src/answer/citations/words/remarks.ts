import type { WordList } from "../_word_pattern.ts";

/**
 * Signs that a sentence is the author's guess or common knowledge, and not
 * checked.
 */
export const GUESSES: WordList = {
  en: [
    "(?:my|a|i) guess",
    "generally speaking",
    "guessing",
    "i assume",
    "i believe",
    "i think",
    "in general",
    "it seems",
    "likely",
    "maybe",
    "might",
    "not sure",
    "perhaps",
    "possibly",
    "presum*",
    "probably",
    "unclear",
  ],
  ja: [
    "おそらく",
    "かもしれ",
    "たぶん",
    "だろう",
    "でしょう",
    "と思い",
    "一般に",
    "一般的に",
    "可能性が",
    "思われ",
    "恐らく",
    "推測(?:です|では|になり)",
    "考えられ",
  ],
};

/** What an answer calls the sources, in saying that they are silent. */
export const SOURCE_NOUNS: WordList = {
  en: [
    "context",
    "docs",
    "documentation",
    "documents?",
    "excerpts?",
    "information",
    "references?",
    "sections?",
    "sources?",
  ],
  ja: [
    "ドキュメント",
    "与えられた",
    "参考情報",
    "情報源",
    "提供された",
    "文書",
    "資料",
  ],
};

/** What sources do; in Japanese, what is in them. */
export const SAY_VERBS: WordList = {
  en: [
    "address",
    "answer",
    "contain",
    "cover",
    "covered",
    "describe",
    "described",
    "discuss",
    "documented",
    "explain",
    "found",
    "given",
    "include",
    "mention",
    "mentioned",
    "provide",
    "say",
    "specified",
    "specify",
    "state",
    "stated",
  ],
  ja: [
    "含まれ",
    "情報",
    "明記",
    "書かれ",
    "見つかり",
    "触れ",
    "言及",
    "記載",
    "記述",
    "説明",
  ],
};

/** Phrases by which an answer says that the sources are silent. */
export const SILENCE: WordList = {
  en: [
    "(?:could not|couldn't|cannot) find",
    "(?:is|are)(?: not|n't) (?:mentioned|documented|specified|described|covered|stated)",
    "no (?:information|mention|details?)",
  ],
  ja: [
    "(?:記載|記述|情報|説明|言及)[はがも](?:ありません|見当たりません|見つかりません|されていません|ない)",
  ],
};

/** Phrases by which a sentence leads to what follows it. */
export const LEADS: WordList = {
  en: ["as follows", "the following"],
  ja: [
    "(?:次|以下|下記|上記)の(?:とおり|通り|よう|手順|コマンド|方法)",
    "(?:詳し[くい]|詳細)[^。]{0,80}(?:参照|ご覧|見て|確認)",
  ],
};

/** Such phrases that count only at the end of a sentence. */
export const LEADS_AT_END: readonly string[] = ["for example", "like this"];

/** Such phrases that count only at its start. */
export const LEADS_AT_START: readonly string[] = [
  "for (?:more|further) (?:details?|information)",
  "refer to",
  "see",
];
