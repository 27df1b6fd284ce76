import { type Content, textOf } from "./tool_result.ts";

/** Maximum number of parts of a result: each costs a client some thirty characters of JSON. */
const MOST_PARTS = 200;

/**
 * The parts of a result, of which those that are no text (images, audio, blobs) have
 * at most so many characters of base64 together, and no more than
 * {@linkcode MOST_PARTS} in all. What is left out is told by a part of text.
 *
 * @param most 0 is no limit of characters
 * @returns the same list where nothing is left out
 */
export function capParts(
  content: readonly Content[],
  most: number,
): readonly Content[] {
  let room = most === 0 ? Infinity : most;
  let changed = false;
  const sized = content.map((part): Content => {
    const size = binarySize(part);
    if (size <= room) {
      room -= size;
      return part;
    }
    changed = true;
    return { type: "text", text: leftOut(part, size, most) };
  });
  if (sized.length <= MOST_PARTS) return changed ? sized : content;
  const more = sized.length - MOST_PARTS;
  return [
    ...sized.slice(0, MOST_PARTS),
    {
      type: "text",
      text: `__truncated_by_part_limit__ (${MOST_PARTS} of ${
        MOST_PARTS + more
      } parts are shown)`,
    },
  ];
}

/** Characters of base64 in a part; 0 for text. */
function binarySize(part: Content): number {
  if (textOf(part) !== undefined) return 0;
  const { data, resource } = part;
  return [data, resource?.blob].reduce<number>(
    (sum, it) => sum + (typeof it === "string" ? it.length : 0),
    0,
  );
}

function leftOut(
  { type, mimeType, resource }: Content,
  size: number,
  most: number,
): string {
  const kind = [type, mimeType ?? resource?.mimeType]
    .filter((it) => typeof it === "string").join(" ");
  return `__truncated_by_size_limit__ (${kind}: ${size} characters of base64 are left out; the limit is ${most})`;
}
