/** Words of one meaning in both languages; see `words/README.md` for what an entry may be. */
export interface WordList {
  readonly en: readonly string[];
  readonly ja: readonly string[];
}

/** Part of a RegExp that matches any of the entries; `word*` matches all words that begin so. */
export function anyOf(entries: readonly string[]): string {
  return `(?:${
    entries.map((entry) => entry.replace(/(?<=[a-z])\*$/, "\\w*")).join("|")
  })`;
}

/** Matches English entries as whole words in any case, Japanese ones anywhere. */
export function wordPattern({ en, ja }: WordList): RegExp {
  const parts = [
    ...en.length > 0 ? [`\\b${anyOf(en)}\\b`] : [],
    ...ja.length > 0 ? [anyOf(ja)] : [],
  ];
  return new RegExp(parts.join("|"), "gi");
}
