/** A text of at most so many UTF-16 units, and `…` where it was cut. */
export function shortened(text: string, most: number): string {
  return text.length <= most
    ? text
    : text.slice(0, most - 1).toWellFormed() + "…";
}

/** A name that somebody gave, in quotes as JSON has them: for a message, so a long one is cut. */
export function quoted(name: string, most = 200): string {
  return JSON.stringify(shortened(name, most));
}
