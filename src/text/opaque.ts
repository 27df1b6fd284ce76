/** Addresses of pages and files, from this length on more than a host. */
const LONG_URL = /https?:\/\/[^\s)>\]"'`]{40,}/g;
/** Runs without a space that no word is so long as: base64, hashes, keys. */
const LONG_RUN = /[A-Za-z0-9+/=_-]{60,}/g;
/** What has neither cannot be opaque; a cheap look before the expressions. */
const ANY = /[\x21-\x7e]{48}/;

/**
 * A text in which runs that say nothing (base64, hashes, long addresses) are blank,
 * character by character. A vector, or the nearest word, would be made of their
 * chance letters; exact keywords are not concerned.
 */
export function withoutOpaqueRuns(text: string): string {
  if (!ANY.test(text)) return text;
  const blank = (run: string) => " ".repeat(run.length);
  return text.replace(LONG_URL, blank).replace(LONG_RUN, blank);
}
