/** A word as a POSIX shell reads it back, in quotes where it needs them. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word)
    ? word
    : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A line for a POSIX shell. */
export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(" ");
}
