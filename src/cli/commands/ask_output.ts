/**
 * How answers are shown to people.
 *
 * @module
 */

import { type Answer, isSection } from "../../answer/answer.ts";
import { placeName } from "../../search/place_name.ts";
import { printable, safeText } from "../../text/visible.ts";
import type { Style } from "../terminal/style.ts";

/** The list of sources, each with its lines; nothing where there are none. */
export function sourceLines({ sources }: Answer, style: Style): string[] {
  if (sources.length === 0) return [];
  return [
    "",
    "Sources:",
    ...sources.flatMap((source) =>
      isSection(source)
        ? [
          `[${source.number}] ${
            style.bold(placeName(source.title, source.heading_path))
          }`,
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

/** The sections that the model read, or would have read. */
export function contextLines({ context = [] }: Answer): string[] {
  return context.flatMap(({ number, path, start_line, end_line, text }) => [
    "",
    `--- [${number}] ${printable(path)}:${start_line}-${end_line}`,
    safeText(text.trimEnd()),
  ]);
}
