import type { PostingLog } from "./posting_log.ts";
import { packCounts } from "./postings.ts";

/** Field of a term's occurrence. */
export const BODY = 0, CODE = 1, HEADING = 2;

/** A field. */
export type Field = typeof BODY | typeof CODE | typeof HEADING;

/**
 * Counts the terms of one item (passage or section) by field, with one
 * vocabulary for all items, and moves the counts into a posting log.
 */
export class FieldCounts {
  readonly #ids = new Map<string, number>();
  #counts: Columns = [column(), column(), column()];
  readonly #touched: number[] = [];

  /** All terms so far; a term's number is its place. */
  get vocabulary(): string[] {
    return [...this.#ids.keys()];
  }

  /** Counts an occurrence. */
  add(term: string, field: Field): void {
    let id = this.#ids.get(term);
    if (id === undefined) {
      id = this.#ids.size;
      this.#ids.set(owned(term), id);
      if (id === this.#counts[0].length) this.#grow();
    }
    const [body, code, heading] = this.#counts;
    if (body[id]! + code[id]! + heading[id]! === 0) this.#touched.push(id);
    const counts = this.#counts[field];
    if (counts[id]! < 65535) counts[id]!++;
  }

  /** Logs the counts as those of `item` and begins the next one. */
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

/** Counts by term number: of the body, of code, of headings. */
type Columns = [Uint16Array, Uint16Array, Uint16Array];

function column(): Uint16Array {
  return new Uint16Array(1 << 12);
}

function doubled(counts: Uint16Array): Uint16Array {
  const more = new Uint16Array(counts.length * 2);
  more.set(counts);
  return more;
}

/** V8 shares memory between a long slice and its whole text: a copy does not. */
function owned(term: string): string {
  if (term.length < 13) return term;
  const units = Array.from(
    { length: term.length },
    (_, at) => term.charCodeAt(at),
  );
  return String.fromCharCode(...units);
}
