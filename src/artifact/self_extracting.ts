import { archiveLengthOf, HEAD_LENGTH } from "./_shell_head.ts";
import { aligned } from "./payload.ts";
import type { Region } from "../files/region.ts";

/**
 * Where the payload of a self-extracting file begins: after the shell head and
 * the compressed runtime, aligned. Everything before it is the same for every
 * index, which is why files that differ in their index share what they unpack.
 *
 * ```text
 * head (8 KB of POSIX sh) | gzip'd tar of the runtime | payload (payload.ts)
 * ```
 *
 * @returns the offset in bytes, or undefined when the region is no such file
 */
export function selfExtractingPayloadStart(region: Region): number | undefined {
  if (region.size < HEAD_LENGTH) return undefined;
  const length = archiveLengthOf(region.read(0, 64));
  if (length === undefined) return undefined;
  const start = aligned(HEAD_LENGTH + length);
  return start <= region.size ? start : undefined;
}
