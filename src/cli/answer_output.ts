/**
 * How answers are shown to people.
 *
 * @module
 */

import { type Answer, isSection } from "../answer/answer.ts";
import { placeName } from "../search/place_name.ts";
import { printable, safeText } from "../text/visible.ts";
import type { Style } from "./style.ts";

/** The list of sources, each with its lines; nothing where there are none. */
export function sourceLines({ sources }: Answer, style: Style): string[] {
  if (sources.length === 0) return [];
  return [
    "",
    "Sources:",
    ...sources.flatMap((source) =>
      isSection(source)
        ? [
          `[${source.number}] ${style.bold(placeName(source))}`,
          `    ${
            printable(source.path)
          }:${source.start_line}-${source.end_line}  ${
            style.dim(printable(source.url))
          }`,
        ]
        : [
          `[${source.number}] ${
            style.bold(`${source.upstream}: ${source.tool}`)
          }`,
          `    ${printable(JSON.stringify(source.arguments))}`,
        ]
    ),
  ];
}

/** What the model read, or what was searched for it to read. */
export function contextLines({ context = [] }: Answer): string[] {
  return context.flatMap(({ number, path, start_line, end_line, text }) => [
    "",
    `--- [${number}] ${printable(path)}:${start_line}-${end_line}`,
    safeText(text.trimEnd()),
  ]);
}

/** Headings under which a model lists its sources. */
const HEADINGS = ["sources", "references", "参考", "出典"];

/**
 * Shows a model's text while it comes, without the list of sources at its end,
 * which is shown anew when it has been checked.
 */
export class StreamedAnswer {
  readonly #write: (text: string) => void;
  /** The line at hand, as far as it may still become such a heading. */
  #held = "";
  #atLineStart = true;
  #ended = false;
  /** All that was shown. */
  shown = "";

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Takes the next piece. */
  take(piece: string): void {
    for (const part of piece.split(/(?<=\n)/)) this.#takePart(part);
  }

  /** Shows what was held back; nothing comes after it. */
  end(): void {
    if (!this.#ended) this.#show(this.#held);
    this.#held = "";
  }

  /** What was shown is no part of the answer. */
  beginAnew(): void {
    this.end();
    if (!this.#atLineStart) this.#write("\n");
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
      if (HEADINGS.some((it) => line.startsWith(it) && isHeading(line, it))) {
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
