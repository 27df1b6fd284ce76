import type { PostingLog } from "./posting_log.ts";
import { packCounts } from "./postings.ts";

/**
 * Field of an occurrence of a term in a passage. In section postings the same three
 * fields mean: BODY the heading path, CODE the file path, HEADING the title.
 */
export const BODY = 0, CODE = 1, HEADING = 2;

/** One of the three fields. */
export type Field = typeof BODY | typeof CODE | typeof HEADING;

/**
 * Counts the terms of one item (passage or section) at a time, by field, and moves
 * the counts into a posting log. All items share one vocabulary.
 */
export class FieldCounts {
  readonly #ids = new Map<string, number>();
  #counts: Columns = [column(), column(), column()];
  readonly #touched: number[] = [];

  /** All terms so far; the index of a term is its id. */
  get vocabulary(): string[] {
    return [...this.#ids.keys()];
  }

  /** Counts an occurrence of a term in the current item. */
  add(term: string, field: Field): void {
    let id = this.#ids.get(term);
    if (id === undefined) {
      id = this.#ids.size;
      this.#ids.set(copyOf(term), id);
      if (id === this.#counts[0].length) this.#grow();
    }
    const [body, code, heading] = this.#counts;
    if (body[id]! + code[id]! + heading[id]! === 0) this.#touched.push(id);
    const counts = this.#counts[field];
    if (counts[id]! < 65535) counts[id]!++;
  }

  /** Moves the counts into the log, as those of `item`, and resets them. */
  flush(item: number, log: PostingLog): void {
    const [body, code, heading] = this.#counts;
    for (const id of this.#touched) {
      log.add(id, item, packCounts(body[id]!, code[id]!, heading[id]!));
      body[id] = code[id] = heading[id] = 0;
    }
    this.#touched.length = 0;
  }

  #grow(): void {
    const [body, code, heading] = this.#counts;
    this.#counts = [doubled(body), doubled(code), doubled(heading)];
  }
}

/** Counts by term id: in body, code and headings. */
type Columns = [Uint16Array, Uint16Array, Uint16Array];

function column(): Uint16Array {
  return new Uint16Array(1 << 12);
}

function doubled(counts: Uint16Array): Uint16Array {
  const more = new Uint16Array(counts.length * 2);
  more.set(counts);
  return more;
}

/** Copies a string: a V8 slice of 13 characters or more would keep its whole text alive. */
function copyOf(term: string): string {
  if (term.length < 13) return term;
  const units = Array.from(
    { length: term.length },
    (_, at) => term.charCodeAt(at),
  );
  return String.fromCharCode(...units);
}
