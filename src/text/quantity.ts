/**
 * Numbers in sentences.
 *
 * @module
 */

/** `1 file`, `2 files`, `1,361 files`. */
export function plural(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** A size of a file: `512 bytes`, `1.7 MB` (10^6 bytes). */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return plural(bytes, "byte");
  const [unit, name] = bytes < 1e6
    ? [1e3, "kB"]
    : bytes < 1e9
    ? [1e6, "MB"]
    : [1e9, "GB"];
  return `${(bytes / unit).toFixed(1)} ${name}`;
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
