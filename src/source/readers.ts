import type { FileFormat } from "./reader.ts";

/** What a string can hold: V8's limit in UTF-16 units, each of a byte at least. */
const LONGEST_STRING = 0x1fff_ffe8;

/** Parsing a page takes some twenty-five times its size in memory. */
const LONGEST_PAGE = 0x0200_0000;

/**
 * The formats that are read, one a row, in the order in which the guide and the
 * help name them. A format is added by a row here and the file of its reader;
 * tests then ask for its row in the guide.
 */
export const readers: readonly FileFormat[] = [
  {
    name: { en: "Markdown", ja: "Markdown" },
    extensions: [".md", ".markdown"],
    mediaType: "text/markdown",
    takes: "bytes",
    limit: LONGEST_STRING,
    text: "file",
    cut: "markdown",
    about: {
      en: "the file itself, cut at its headings",
      ja: "ファイルそのもの。見出しで分けます",
    },
    load: () => import("./markdown.ts").then((it) => it.markdownReader),
  },
  {
    name: { en: "MDX", ja: "MDX" },
    extensions: [".mdx"],
    mediaType: "text/markdown",
    takes: "bytes",
    limit: LONGEST_STRING,
    text: "file",
    cut: "mdx",
    about: {
      en: "the same; imports, exports and comments are not searched",
      ja: "同上。import、export、コメントは検索しません",
    },
    load: () => import("./markdown.ts").then((it) => it.markdownReader),
  },
  {
    name: { en: "plain text", ja: "テキスト" },
    extensions: [".txt", ".text"],
    mediaType: "text/plain",
    takes: "bytes",
    limit: LONGEST_STRING,
    text: "file",
    cut: "text",
    about: {
      en: "the file itself, as one section",
      ja: "ファイルそのもの。全体が1つのセクションです",
    },
    load: () => import("./text.ts").then((it) => it.textReader),
  },
  {
    name: { en: "HTML", ja: "HTML" },
    extensions: [".html", ".htm"],
    mediaType: "text/html",
    takes: "bytes",
    limit: LONGEST_PAGE,
    text: "extracted",
    cut: { outline: "html" },
    about: {
      en: "the text of the main content, with the page's lines",
      ja: "本文から取り出したテキスト。行番号はソースのものです",
    },
    load: () => import("./html.ts").then((it) => it.htmlReader),
  },
  {
    name: { en: "JSON Lines", ja: "JSON Lines" },
    extensions: [".jsonl", ".ndjson"],
    mediaType: "application/x-ndjson",
    takes: "chunks",
    limit: LONGEST_STRING,
    text: "rows",
    cut: "text",
    about: {
      en: "each row is a document, with the row's line",
      ja: "1行が1つの文書。行番号はその行のものです",
    },
    load: () => import("./json_lines.ts").then((it) => it.jsonLinesReader),
  },
];
