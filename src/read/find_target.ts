import { baseName } from "../files/paths.ts";
import type { PackedIndex } from "../index/packed_index.ts";
import { NotFoundError } from "./not_found_error.ts";
import { didYouMean } from "../text/did_you_mean.ts";
import { editDistance } from "../text/edit_distance.ts";
import { quoted } from "../text/quoted.ts";

/** The members of an index that `findTarget` uses. */
export type TargetIndex = Pick<
  PackedIndex,
  "path" | "document" | "section" | "findDocument" | "paths"
>;

/** Numbers of a document and, if it is meant, one of its sections. */
export interface Target {
  document: number;
  section?: number;
}

/** Maximum paths suggested when a path was not found. */
const MAX_SUGGESTIONS = 5;

/**
 * Finds what `docs get` should print: the document with exactly this path, else the
 * section named after the last `#`. A similar path is only suggested in the error.
 *
 * @param given `PATH` or `PATH#ANCHOR`; `PATH#` is the text before the first heading
 * @param listCommand command or tool that lists all paths, for the message
 * @throws {NotFoundError} with the nearest paths, or the anchors of the document
 */
export function findTarget(
  index: TargetIndex,
  given: string,
  listCommand = "docs list",
): Target {
  const whole = findPath(index, given);
  if (whole >= 0) return { document: whole };
  const cut = given.lastIndexOf("#");
  if (cut < 0) throw unknownPath(index, given, listCommand);
  const path = given.slice(0, cut), anchor = given.slice(cut + 1);
  const document = findPath(index, path);
  if (document < 0) throw unknownPath(index, path, listCommand);
  const { firstSection, sectionCount, path: exact } = index.document(document);
  const anchors: string[] = [];
  for (let i = 0; i < sectionCount; i++) {
    const section = index.section(firstSection + i);
    if (section.anchor === anchor) {
      return { document, section: firstSection + i };
    }
    anchors.push(section.anchor);
  }
  throw unknownAnchor(exact, anchor, anchors);
}

/**
 * Number of the document with a path, or -1. `./a.md` also finds `a.md`, and composed
 * letters find decomposed ones and vice versa (Unicode NFC), if the match is unique.
 */
function findPath(index: TargetIndex, path: string): number {
  const exact = index.findDocument(path);
  if (exact >= 0) return exact;
  const plain = path.replace(/^(?:\.[\\/])+/, "");
  const slashed = Deno.build.os === "windows"
    ? plain.replaceAll("\\", "/")
    : plain;
  const found = index.findDocument(slashed);
  if (found >= 0) return found;
  const composed = slashed.normalize("NFC");
  const same = [...index.paths()].filter(([name]) =>
    name.length >= composed.length && name.normalize("NFC") === composed
  );
  return same.length === 1 ? same[0]![1] : -1;
}

function unknownPath(
  index: TargetIndex,
  path: string,
  listCommand: string,
): NotFoundError {
  const near = nearestPaths([...index.paths().keys()], path);
  return new NotFoundError(
    `no document ${quoted(path)} in the index ${index.path}`,
    near.length > 0
      ? `Nearest: ${near.join(", ")}`
      : `${listCommand} shows all paths.`,
  );
}

/**
 * The paths most similar to one that does not exist, best first: those that end with
 * it, those with the same file name, then by edit distance.
 */
export function nearestPaths(paths: readonly string[], path: string): string[] {
  const wanted = path.toLowerCase();
  const name = baseName(wanted, true);
  const limit = Math.max(2, Math.floor(name.length / 3));
  const ranked: [rank: number, path: string][] = [];
  for (const candidate of paths) {
    const lower = candidate.toLowerCase();
    const rank = lower === wanted || lower.endsWith(`/${wanted}`)
      ? 0
      : baseName(lower, false) === name || stem(lower) === name
      ? 1
      : 1 + Math.min(
        editDistance(name, baseName(lower, false), limit),
        editDistance(wanted, lower, limit),
      );
    if (rank <= 1 + limit) ranked.push([rank, candidate]);
  }
  return ranked.sort((a, b) => a[0] - b[0]).slice(0, MAX_SUGGESTIONS)
    .map(([, candidate]) => candidate);
}

/** The file name without its extension: `setup` should suggest `setup.md`. */
function stem(path: string): string {
  return baseName(path, false).replace(/\.[^.]+$/, "");
}

function unknownAnchor(
  path: string,
  anchor: string,
  anchors: string[],
): NotFoundError {
  const meant = didYouMean(anchor, anchors);
  const shown = (meant === undefined ? anchors : [
    meant,
    ...anchors.filter((other) => other !== meant),
  ]).slice(0, 20);
  const more = anchors.length - shown.length;
  return new NotFoundError(
    `no section ${quoted(anchor)} in ${path}`,
    `Its sections (headings of level 1 and 2): ${
      shown.map((known) => `#${known}`).join(", ")
    }${more > 0 ? ` and ${more} more` : ""}`,
  );
}
