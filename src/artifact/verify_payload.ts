import { openPayload } from "./payload.ts";
import type { Region } from "../files/region.ts";
import { sha256 } from "./_streaming.ts";

/** A part of a payload, and whether its bytes match the recorded SHA-256. */
export interface VerifiedPart {
  part: string;
  /** Bytes. */
  length: number;
  ok: boolean;
}

/**
 * Reads every part of the payload at byte offset `start` and checks its SHA-256.
 *
 * @returns empty when there is no payload
 */
export function verifyPayload(region: Region, start: number): VerifiedPart[] {
  const payload = openPayload(region, start);
  return (payload?.parts ?? []).map((part) => ({
    part: part.name,
    length: part.length,
    ok: sha256(region, part.offset, part.length).equals(part.sha256),
  }));
}
