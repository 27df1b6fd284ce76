/** Maps offsets in a document's text to line numbers of its source file. */
export class LineCounter {
  readonly #ends: number[] = [];

  /**
   * @param text The whole text; lines end in LF, CRLF or CR.
   * @param sourceLines Line in the source file of each line of the text; default:
   * the same.
   */
  constructor(text: string, private readonly sourceLines?: Uint32Array) {
    const breaks = /\r\n?|\n/g;
    while (breaks.test(text)) this.#ends.push(breaks.lastIndex);
  }

  /** Source line (from 1) of a UTF-16 offset. */
  lineOf(offset: number): number {
    const line = this.#index(offset);
    return this.sourceLines?.[line] ?? line + 1;
  }

  /** A span with the source lines of its first and last character. */
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
   * UTF-16 offsets of the text from source line `from` to `to`, both included.
   *
   * @param length UTF-16 units of the text.
   * @returns `undefined` when the text has no such line.
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

  /** Index (from 0) of the line of the text that contains an offset. */
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
