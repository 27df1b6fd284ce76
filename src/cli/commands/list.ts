import type { PackedIndex } from "../../index/packed_index.ts";
import type { Parsed } from "../command.ts";
import type { Io } from "../io.ts";
import { openLocatedIndex } from "../open_located_index.ts";
import { type Style, styleFor } from "../style.ts";
import type { listCommand } from "../table.ts";
import { printable, visible } from "../visible.ts";
import { withoutAnchor } from "./get.ts";

/** A document in the JSON of `docs list --json`. */
export interface ListedDocument {
  path: string;
  title: string;
  lang: string;
  url: string;
  sections?: {
    anchor: string;
    heading_path: string[];
    start_line: number;
    end_line: number;
  }[];
}

/** `docs list`: what is in the index, in the order of the paths. */
export function run(
  { flags }: Parsed<typeof listCommand>,
  io: Io,
): number {
  using opened = openLocatedIndex(flags, io);
  const { index, settings } = opened;
  const documents = listDocuments(index, flags.sections ?? false);
  if (flags.json) {
    io.stdout.json([...documents]);
    return 0;
  }
  const style = styleFor(io.stdout, settings, io);
  for (const document of documents) io.stdout.write(printed(document, style));
  return 0;
}

/** The documents of an index one by one, with their sections if asked for. */
export function* listDocuments(
  index: PackedIndex,
  withSections: boolean,
): Generator<ListedDocument> {
  for (let i = 0; i < index.info.documents; i++) {
    const { path, title, lang, url, firstSection, sectionCount } = index
      .document(i);
    const numbers = Array.from(
      { length: withSections ? sectionCount : Math.min(1, sectionCount) },
      (_, at) => firstSection + at,
    );
    const sections = numbers.map((number) => index.section(number));
    yield {
      path,
      title,
      lang,
      url: sections.length > 0 ? withoutAnchor(sections[0]) : url,
      ...withSections && {
        sections: sections.map((section) => ({
          anchor: section.anchor,
          heading_path: section.headingPath,
          start_line: section.startLine,
          end_line: section.endLine,
        })),
      },
    };
  }
}

function printed(document: ListedDocument, style: Style): string {
  const lines = [
    `${printable(document.path)}  ${style.dim(visible(document.title))}`,
    ...(document.sections ?? []).map((section) => {
      const path = section.heading_path.map(visible).join(" › ");
      const place = `${section.start_line}-${section.end_line}`;
      return `    #${section.anchor}  ${style.dim(`${path}  ${place}`)}`;
    }),
  ];
  return lines.join("\n") + "\n";
}
