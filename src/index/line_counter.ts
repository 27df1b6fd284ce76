/** Line numbers of a document's text: those of the file that it came from. */
export class LineCounter {
  readonly #ends: number[] = [];

  /**
   * @param text The whole text; lines end in LF, CRLF or CR.
   * @param sourceLines Source line of each line of the text, where it is not
   * the file itself.
   */
  constructor(text: string, private readonly sourceLines?: Uint32Array) {
    const breaks = /\r\n?|\n/g;
    while (breaks.test(text)) this.#ends.push(breaks.lastIndex);
  }

  /** Line (from 1) of a UTF-16 offset. */
  lineOf(offset: number): number {
    const line = this.#index(offset);
    return this.sourceLines?.[line] ?? line + 1;
  }

  /** A span with the lines of its first and its last character. */
  span(start: number, end: number): {
    start: number;
    end: number;
    startLine: number;
    endLine: number;
  } {
    const startLine = this.lineOf(start);
    const endLine = Math.max(startLine, this.lineOf(Math.max(start, end - 1)));
    return { start, end, startLine, endLine };
  }

  /**
   * Offsets of the lines `from` to `to` (both included).
   *
   * @param length Of the text.
   * @returns `undefined` where the text has no such line.
   */
  range(
    from: number,
    to: number,
    length: number,
  ): { start: number; end: number } | undefined {
    let first = -1, last = -1;
    const lastLine = this.#index(Math.max(0, length - 1));
    for (let line = 0; line <= lastLine; line++) {
      const source = this.sourceLines?.[line] ?? line + 1;
      if (source < from || source > to) continue;
      if (first < 0) first = line;
      last = line;
    }
    if (first < 0) return undefined;
    return {
      start: first === 0 ? 0 : this.#ends[first - 1]!,
      end: this.#ends[last] ?? length,
    };
  }

  /** Number (from 0) of the text's line that holds an offset. */
  #index(offset: number): number {
    let low = 0, high = this.#ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ends[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
