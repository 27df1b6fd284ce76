import { archiveLengthOf, HEAD_LENGTH } from "./_shell_head.ts";
import { aligned } from "./payload.ts";
import type { Region } from "../files/region.ts";

/**
 * Where the payload of a self-extracting file begins: after the shell head and
 * the compressed runtime, aligned. Everything before it does not depend on the
 * index, so files with different indexes share one unpacked folder.
 *
 * ```text
 * head (16 KiB of POSIX sh) | gzip'd tar of the runtime | payload (payload.ts)
 * ```
 *
 * @returns the offset in bytes, or undefined when the file is not self-extracting
 */
export function selfExtractingPayloadStart(region: Region): number | undefined {
  if (region.size < HEAD_LENGTH) return undefined;
  const length = archiveLengthOf(region.read(0, 64));
  if (length === undefined) return undefined;
  const start = aligned(HEAD_LENGTH + length);
  return start <= region.size ? start : undefined;
}
