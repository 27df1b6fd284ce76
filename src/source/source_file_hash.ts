import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";

/** Bytes read at a time. */
const CHUNK = 1 << 16;

/**
 * The hash that a file's documents were indexed under, for telling whether it
 * has changed since. Reads 64 KiB at a time, whatever the file's size.
 *
 * @param path The file, as the platform writes it.
 * @returns SHA-256 of its bytes in hex, as in `SourceFile.hash`.
 * @throws The system's error if the file cannot be read.
 */
export function sourceFileHash(path: string): string {
  const hash = createHash("sha256");
  const chunk = new Uint8Array(CHUNK);
  const file = openSync(path, "r");
  try {
    for (let n; (n = readSync(file, chunk, 0, CHUNK, null)) > 0;) {
      hash.update(chunk.subarray(0, n));
    }
  } finally {
    closeSync(file);
  }
  return hash.digest("hex");
}
