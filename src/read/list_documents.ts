import type { PackedIndex } from "../index/packed_index.ts";
import { withoutAnchor } from "./get_text.ts";

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

/** The documents of an index one by one, with their sections if requested. */
export function* listDocuments(
  index: PackedIndex,
  withSections: boolean,
): Generator<ListedDocument> {
  for (let i = 0; i < index.info.documents; i++) {
    yield listedDocument(index, i, withSections);
  }
}

/** One document by number, with its sections if requested. */
export function listedDocument(
  index: PackedIndex,
  number: number,
  withSections: boolean,
): ListedDocument {
  const { path, title, lang, url, firstSection, sectionCount } = index
    .document(number);
  const numbers = Array.from(
    { length: withSections ? sectionCount : Math.min(1, sectionCount) },
    (_, at) => firstSection + at,
  );
  const sections = numbers.map((number) => index.section(number));
  return {
    path,
    title,
    lang,
    url: sections.length > 0 ? withoutAnchor(sections[0]!) : url,
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
