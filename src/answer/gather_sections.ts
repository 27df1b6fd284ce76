import type { PackedIndex } from "../index/packed_index.ts";
import type { Hit } from "../search/hit.ts";
import type { SentSection } from "./citations/checked_answer.ts";
import { textUnits } from "./text_units.ts";

/** Share of the room that one section may take while others wait. */
const LARGEST_SHARE = 0.5;

/** What a model is to read. */
export interface Gathered {
  sections: SentSection[];
  /** The hit that each of them is of, in the same order. */
  hits: Hit[];
  /** UTF-16 units of their text. */
  chars: number;
  /** Ids of sections that are there in part. */
  shortened: string[];
  /** Ids of those that found no room. */
  omitted: string[];
}

/**
 * The sections of hits, whole, as far as there is room, and as a reader sees them:
 * comments are blank. The best are served
 * first; of one that is too long, the stretch around its best passage is taken.
 * They are numbered from 1 in reading order: the documents in the order of their
 * best section, and in each the sections as they follow one another. One that is
 * but a heading says nothing that could be cited, and is not taken.
 *
 * @param room UTF-16 units that all texts may have together
 */
export function gatherSections(
  index: PackedIndex,
  hits: readonly Hit[],
  room: number,
): Gathered {
  const shortened: string[] = [], omitted: string[] = [];
  const taken: { hit: Hit; text: Omit<SentSection, "number"> }[] = [];
  let left = room;
  const found = hits.filter(({ section, start, end }) =>
    saysSomething(index.visibleText(section, start, end))
  );
  found.forEach((hit, at) => {
    const most = at < found.length - 1
      ? Math.min(left, Math.floor(room * LARGEST_SHARE))
      : left;
    const part = stretch(index, hit, most);
    if (part === undefined) {
      omitted.push(hit.id);
      return;
    }
    if (part.end - part.start < hit.end - hit.start) {
      shortened.push(hit.id);
    }
    left -= part.end - part.start;
    taken.push({
      hit,
      text: {
        id: hit.id,
        path: hit.path,
        anchor: hit.anchor,
        url: hit.url,
        title: hit.title,
        headingPath: hit.headingPath,
        startLine: part.startLine,
        endLine: part.endLine,
        ...index.document(hit.document).hasSourceLines && {
          lines: index.lineNumbers(hit.document, part.start, part.end),
        },
        text: index.visibleText(hit.section, part.start, part.end),
      },
    });
  });
  const documents = [...new Set(taken.map(({ hit }) => hit.document))];
  const ordered = documents.flatMap((document) =>
    taken.filter(({ hit }) => hit.document === document)
      .sort((a, b) => a.hit.section - b.hit.section)
  );
  return {
    sections: ordered.map(({ text }, at) => ({ number: at + 1, ...text })),
    hits: ordered.map(({ hit }) => hit),
    chars: room - left,
    shortened,
    omitted,
  };
}

function saysSomething(text: string): boolean {
  return textUnits(text).some(({ kind }) => kind !== "heading");
}

interface Stretch {
  start: number;
  end: number;
  startLine: number;
  endLine: number;
}

/** The section whole, or the passages around its best one; none where not even that fits. */
function stretch(
  index: PackedIndex,
  hit: Hit,
  most: number,
): Stretch | undefined {
  if (hit.end - hit.start <= most) return hit;
  const passages = index.passages(hit.section);
  let from = hit.passages[0]!.passage - hit.firstPassage, to = from;
  const fits = (a: number, b: number) =>
    passages[b]!.end - passages[a]!.start <= most;
  if (!fits(from, to)) return undefined;
  for (let grown = true; grown;) {
    grown = false;
    if (to + 1 < passages.length && fits(from, to + 1)) to++, grown = true;
    if (from > 0 && fits(from - 1, to)) from--, grown = true;
  }
  return {
    start: passages[from]!.start,
    end: passages[to]!.end,
    startLine: passages[from]!.startLine,
    endLine: passages[to]!.endLine,
  };
}
