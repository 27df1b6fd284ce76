import type { PackedIndex } from "../index/packed_index.ts";
import { sampleDocuments, sampleTitles } from "../read/sample_titles.ts";

/** Documents looked at for their language: enough to tell. */
const SAMPLE = 32;

/** Titles named in the instructions. */
const TITLES = 12;

const languages = new WeakMap<PackedIndex, "ja" | "en">();

/** The language that most documents of an index are in. */
export function mainLanguage(index: PackedIndex): "ja" | "en" {
  let known = languages.get(index);
  if (known === undefined) {
    const sample = sampleDocuments(index, SAMPLE);
    const japanese = sample.filter((number) =>
      index.document(number).lang === "ja"
    );
    known = japanese.length * 2 > sample.length ? "ja" : "en";
    languages.set(index, known);
  }
  return known;
}

/**
 * The instructions that a server sends to a client's model on connection: what the
 * index holds and how to ask (MCP 2025-11-25, `InitializeResult.instructions`).
 */
export function instructions(index: PackedIndex): string {
  const { documents, sections, created } = index.info;
  const titles = sampleTitles(index, TITLES);
  const all = titles.length >= documents;
  return [
    `This server holds ${documents} documents (${sections} sections) as of ${created}, mostly in ${
      mainLanguage(index) === "ja" ? "Japanese" : "English"
    }.`,
    `${all ? "They are" : "Among them"}: ${titles.join("; ")}.`,
    "Ask it before you answer from memory or search the web for what these documents may cover.",
    "search_docs finds sections by question, words or identifier, in Japanese or English; get_doc(path, anchor) reads one in full; answer_question quotes the passages that answer a question; list_docs shows what there is.",
    "Cite the URL, or path and lines, of what you use. If nothing fits, say that the documents do not tell.",
  ].join("\n");
}

/** What it says while there is no index. */
export function instructionsWithout(why: string): string {
  return `This server searches an index of documents, but cannot now: ${why}. Its tools try again at every call.`;
}
