import { hashBytes } from "../files/hash_bytes.ts";

const encoder = new TextEncoder();

/**
 * Tells whether a section still has the text that questions were written for:
 * the first 16 hex digits of its SHA-256. Line ends do not count, since a
 * checkout may change them, nor white space at the ends.
 */
export function sectionHash(text: string): string {
  const plain = text.replace(/\r\n?/g, "\n").trim();
  return hashBytes(encoder.encode(plain)).slice(0, 16);
}
