/** Headings under which a model lists its sources. */
const HEADINGS = ["sources", "references", "参考", "出典"];

/** A line that is a heading or bold, and so needs no colon. */
const MARKED = /^\s*(?:#{1,6}\s|\*\*|__)/;

/**
 * Shows a model's text while it comes, without the list of sources at its end,
 * which is shown anew when it has been checked.
 */
export class StreamedAnswer {
  readonly #write: (text: string) => void;
  /** The line at hand, as far as it may still become such a heading. */
  #held = "";
  /** Line ends of which it is not known whether the list follows. */
  #blank = "";
  #atLineStart = true;
  #ended = false;
  /** All that was shown. */
  shown = "";

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Adds the next piece. */
  take(piece: string): void {
    for (const part of piece.split(/(?<=\n)/)) this.#takePart(part);
  }

  /** Flushes held-back text at the end. */
  end(): void {
    if (!this.#ended) this.#show(this.#held);
    if (!this.#ended) this.#put(this.#blank);
    this.#held = this.#blank = "";
  }

  /** Discards what was shown so far; it is not part of the answer. */
  beginAnew(): void {
    this.end();
    if (this.shown !== "" && !this.shown.endsWith("\n")) this.#write("\n");
    this.shown = "";
    this.#atLineStart = true;
    this.#ended = false;
  }

  /** @param part of one line, with its end if it has come */
  #takePart(part: string): void {
    if (this.#ended) return;
    if (!this.#atLineStart) {
      this.#show(part);
    } else {
      this.#held += part;
      const line = this.#held.replace(/[\s#*_>]/g, "").toLowerCase();
      const isMarked = part.endsWith("\n") && MARKED.test(this.#held);
      if (
        HEADINGS.some((it) =>
          line.startsWith(it) &&
          (isHeading(line, it) || isMarked && line === it)
        )
      ) {
        this.#ended = true;
        return;
      }
      if (!part.endsWith("\n") && HEADINGS.some((it) => mayBecome(line, it))) {
        return;
      }
      this.#show(this.#held);
      this.#held = "";
    }
    this.#atLineStart = part.endsWith("\n");
  }

  #show(text: string): void {
    const whole = this.#blank + text;
    this.#blank = /\n\s*$/.exec(whole)?.[0] ?? "";
    this.#put(whole.slice(0, whole.length - this.#blank.length));
  }

  #put(text: string): void {
    if (text === "") return;
    this.shown += text;
    this.#write(text);
  }
}

function isHeading(line: string, heading: string): boolean {
  return /^[^\p{L}]*[:：]/u.test(line.slice(heading.length));
}

/** Whether a line that begins so can turn out to be the heading. */
function mayBecome(line: string, heading: string): boolean {
  return line.length <= heading.length
    ? heading.startsWith(line)
    : line.startsWith(heading) && !/\p{L}/u.test(line.slice(heading.length));
}
