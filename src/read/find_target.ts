import { baseName } from "../files/paths.ts";
import type { PackedIndex } from "../index/packed_index.ts";
import { NotFoundError } from "./not_found_error.ts";
import { didYouMean } from "../text/did_you_mean.ts";
import { editDistance } from "../text/edit_distance.ts";
import { quoted } from "../text/quoted.ts";

/** What `find_target` needs of an index. */
export type TargetIndex = Pick<
  PackedIndex,
  "path" | "document" | "section" | "findDocument" | "paths"
>;

/** A document, or one section of it, by number. */
export interface Target {
  document: number;
  section?: number;
}

/** Names shown where one was not found. */
const shownCandidates = 5;

/**
 * Finds what `docs get` was asked for: the document with exactly this path,
 * else the section behind the last `#`. A path that is merely like it is
 * named in the error, never taken.
 *
 * @param given `PATH` or `PATH#ANCHOR`; `PATH#` is the text before the first heading
 * @param listCommand what shows all paths where the user is
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
 * Number of a document, or -1. Two spellings of one name are the same path:
 * `./a.md` of `a.md`, and composed and decomposed letters where only one
 * document has the name.
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
 * The paths most like one that does not exist, best first: those that end in
 * it, those whose file has the same name, then by letters that differ.
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
  return ranked.sort((a, b) => a[0] - b[0]).slice(0, shownCandidates)
    .map(([, candidate]) => candidate);
}

/** The file's name without its extension: `setup` is near `setup.md`. */
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
