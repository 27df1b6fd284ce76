import { openPayload } from "./payload.ts";
import type { Region } from "../files/region.ts";
import { sha256 } from "./_streaming.ts";

/** One part, and whether its bytes are the ones that were put there. */
export interface VerifiedPart {
  part: string;
  /** Bytes. */
  length: number;
  ok: boolean;
}

/**
 * Reads every part of the payload at `start` and compares its SHA-256.
 *
 * @returns empty when no payload is there
 */
export function verifyPayload(region: Region, start: number): VerifiedPart[] {
  const payload = openPayload(region, start);
  return (payload?.parts ?? []).map((part) => ({
    part: part.name,
    length: part.length,
    ok: sha256(region, part.offset, part.length).equals(part.sha256),
  }));
}
