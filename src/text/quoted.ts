/** A text of at most `most` UTF-16 units, with `…` at the end where it was cut. */
export function shortened(text: string, most: number): string {
  return text.length <= most
    ? text
    : text.slice(0, most - 1).toWellFormed() + "…";
}

/** A name from input, as a JSON string of limited length, for use in a message. */
export function quoted(name: string, most = 200): string {
  return JSON.stringify(shortened(name, most));
}
