import { sha256 } from "./_streaming.ts";
import { ASSETS, carriedIndex, INDEX_PART, openAsset } from "./carried.ts";
import { fileRegion, memoryRegion, type Region } from "../files/region.ts";
import { form } from "../running.ts";
import { runtimeHash, SUMS_NAME } from "./write_self_extracting.ts";

/** A part of the program, and whether its bytes are intact. */
export interface CarriedPart {
  part: string;
  ok: boolean;
}

/**
 * Compares everything that the running program carries with the SHA-256 recorded
 * when the program was made: the parts in its file, and all unpacked files of the
 * self-extracting form. Takes about 1 ms per MB.
 *
 * @returns empty when run from source, where nothing is recorded
 */
export function verifyCarried(): CarriedPart[] {
  if (form() === "source") return [];
  const carried = [
    { part: INDEX_PART, ...carriedIndex() },
    ...ASSETS.map((part) => ({ part, ...openAsset(part) })),
  ];
  const parts = carried.flatMap(({ part, region, sha256: expected }) => {
    const ok = region && expected && matches(region, expected);
    region?.close();
    return ok === undefined ? [] : [{ part, ok }];
  });
  return form() === "self-extracting" ? [...parts, ...verifyUnpacked()] : parts;
}

/** Checks the unpacked files against `sha256sums`, and that against the folder's name. */
function verifyUnpacked(): CarriedPart[] {
  const folder = import.meta.dirname!;
  const sums = Deno.readFileSync(`${folder}/${SUMS_NAME}`);
  const named = folder.endsWith(runtimeHash(memoryRegion(sums)));
  const lines = new TextDecoder().decode(sums).trim().split("\n");
  return [
    { part: SUMS_NAME, ok: named },
    ...lines.map((line) => {
      const [hash = "", part = ""] = line.split("  ");
      const expected = Uint8Array.fromHex(hash);
      return { part, ok: fileMatches(`${folder}/${part}`, expected) };
    }),
  ];
}

function matches(region: Region, expected: Uint8Array): boolean {
  try {
    return sha256(region).equals(expected);
  } catch {
    return false; // truncated
  }
}

function fileMatches(path: string, expected: Uint8Array): boolean {
  try {
    const region = fileRegion(path);
    const same = matches(region, expected);
    region.close();
    return same;
  } catch {
    return false; // missing
  }
}
