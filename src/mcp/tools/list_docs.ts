import type { PackedIndex } from "../../index/packed_index.ts";
import {
  type ListedDocument,
  listedDocument,
} from "../../read/list_documents.ts";
import { quoted, shortened } from "../../text/quoted.ts";
import { visible } from "../../text/visible.ts";
import { fitting, jsonLength, MAX_CHARACTERS } from "../limits.ts";
import { mainLanguage } from "../overview.ts";
import type { Tool, ToolOutput } from "../tool.ts";
import * as schema from "./schemas.ts";

/** Characters of a title. */
const TITLE = 500;

const WORDS = {
  ja: {
    heading: (from: number, to: number, total: number) =>
      total === 0
        ? "## 文書 (0 件)"
        : from === 0
        ? `## 文書 (全 ${total} 件、この位置からは 0 件)`
        : `## 文書 (全 ${total} 件のうち ${from}–${to} 件目)`,
    noMatch: (glob: string) =>
      `${glob} に一致するパスはありません。path を省いた list_docs で、すべての文書を見られます。`,
    more: (next: number) =>
      `(続きは、同じ引数に offset=${next} を加えた list_docs)`,
    beginning: "最初の見出しより前",
    omitted: (count: number) =>
      `ほか ${count} セクション (get_doc で文書を順に読めます)`,
  },
  en: {
    heading: (from: number, to: number, total: number) =>
      total === 0
        ? "## Documents (none)"
        : from === 0
        ? `## Documents (none from here, ${total} in all)`
        : `## Documents (${from}–${to} of ${total})`,
    noMatch: (glob: string) =>
      `No path matches ${glob}; list_docs without path lists all documents.`,
    more: (next: number) =>
      `(the rest: list_docs with the same arguments and offset=${next})`,
    beginning: "before the first heading",
    omitted: (count: number) =>
      `${count} more sections (get_doc reads the document page by page)`,
  },
};

/** `list_docs`: what there is. */
export const listDocs: Tool = {
  definition: {
    name: "list_docs",
    title: "List the documents",
    description:
      "Lists the indexed documents with path, title, language and URL, in the order of their paths, and with sections=true their sections (anchor, headings, lines). Use it to see what there is or to find a path; to find where something is described, use search_docs. Long lists come in pages: call again with the offset that the result names.",
    inputSchema: {
      type: "object",
      properties: {
        path: {
          type: "string",
          description: "Only paths that match this glob, such as guide/**",
          maxLength: 1_000,
        },
        sections: {
          type: "boolean",
          description: "List the sections of each document too",
          default: false,
        },
        offset: {
          type: "integer",
          description: "Documents to skip; for the next page",
          default: 0,
          minimum: 0,
        },
      },
      required: [],
      additionalProperties: false,
    },
    outputSchema: schema.object({
      total: schema.count,
      offset: schema.count,
      next_offset: schema.nullable(schema.count),
      documents: schema.list(schema.object({
        path: schema.text,
        title: schema.text,
        lang: schema.text,
        url: schema.text,
      }, {
        sections: schema.list(schema.object({
          anchor: schema.text,
          heading_path: schema.texts,
          start_line: schema.line,
          end_line: schema.line,
        })),
        omitted_sections: schema.count,
      })),
    }),
  },
  aliases: { in: "path", glob: "path", prefix: "path", cursor: "offset" },
  async run({ path, sections, offset }, { index }) {
    const glob = path as string | undefined;
    const numbers = await documentsIn(index, glob);
    if (glob !== undefined && numbers.length === 0) return noMatch(index, glob);
    return listOutput(index, numbers, sections as boolean, offset as number);
  },
};

/** Numbers of the documents whose path matches a glob, in the order of the paths. */
async function documentsIn(
  index: PackedIndex,
  glob: string | undefined,
): Promise<number[]> {
  if (glob === undefined) return [...index.paths().values()];
  const { globMatcher } = await import("../../source/glob_matcher.ts");
  const matches = globMatcher([glob]) ?? (() => false);
  return [...index.paths()].filter(([path]) => matches(path))
    .map(([, number]) => number);
}

function noMatch(index: PackedIndex, glob: string): ToolOutput {
  const words = WORDS[mainLanguage(index)];
  return {
    text: `${words.heading(0, 0, 0)}\n\n${words.noMatch(quoted(glob))}`,
    structured: { total: 0, offset: 0, next_offset: null, documents: [] },
  };
}

function listOutput(
  index: PackedIndex,
  numbers: readonly number[],
  sections: boolean,
  offset: number,
): ToolOutput {
  const words = WORDS[mainLanguage(index)];
  const room = MAX_CHARACTERS - 500;
  const documents: ListedDocument[] = [];
  const rows: string[] = [];
  let text = 0, json = 0;
  for (const number of numbers.slice(offset)) {
    const document = cutSections(
      cutNames(listedDocument(index, number, sections), room),
      room,
    );
    const row = printed(document, words);
    text += row.length + 1;
    json += jsonLength(document) + 1;
    if (text > room || json > room) break;
    documents.push(document);
    rows.push(row);
  }
  const total = numbers.length;
  const end = offset + documents.length;
  const next = documents.length > 0 && end < total ? end : null;
  return {
    text: [
      words.heading(documents.length === 0 ? 0 : offset + 1, end, total),
      ...rows.length > 0 ? [rows.join("\n")] : [],
      ...next === null ? [] : [words.more(next)],
    ].join("\n\n"),
    structured: { total, offset, next_offset: next, documents },
  };
}

/**
 * A front matter can hold a title of any length, and a row of JSON Lines has
 * any path. What could not be told of at all would end the list.
 */
function cutNames(document: ListedDocument, room: number): ListedDocument {
  const titled = { ...document, title: shortened(document.title, TITLE) };
  return jsonLength({ ...titled, sections: [] }) < room / 2
    ? titled
    : { ...titled, path: shortened(titled.path, TITLE), url: "" };
}

/** A document with more sections than fit into one result keeps the first. */
function cutSections(
  document: ListedDocument,
  room: number,
): ListedDocument & { omitted_sections?: number } {
  const { sections } = document;
  if (sections === undefined) return document;
  const count = fitting(
    sections.map((section) => jsonLength(section) + 1),
    room - jsonLength({ ...document, sections: [] }) - 200,
  );
  return count === sections.length ? document : {
    ...document,
    sections: sections.slice(0, count),
    omitted_sections: sections.length - count,
  };
}

function printed(
  { path, title, sections = [], omitted_sections }: ListedDocument & {
    omitted_sections?: number;
  },
  words: typeof WORDS["en"],
): string {
  return [
    `- ${path}: ${visible(title)}`,
    ...sections.map(({ anchor, heading_path, start_line, end_line }) =>
      `  - #${anchor}: ${
        heading_path.map(visible).join(" › ") || words.beginning
      } (${start_line}–${end_line})`
    ),
    ...omitted_sections === undefined
      ? []
      : [`  - ${words.omitted(omitted_sections)}`],
  ].join("\n");
}
