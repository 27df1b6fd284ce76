import { answerLanguage } from "../../answer/language.ts";
import { shownPassage } from "../../answer/shown_passage.ts";
import { placeName } from "../../search/place_name.ts";
import {
  type HitJson,
  type SearchResultJson,
  searchResultJson,
} from "../../search/hit_json.ts";
import { searchPhrasings } from "../../search/search_phrasings.ts";
import { shortened } from "../../text/quoted.ts";
import { fitting, jsonLength, MAX_CHARACTERS } from "../limits.ts";
import type { Tool, ToolOutput } from "../tool.ts";
import {
  besides,
  phrasingsArgument,
  QUERY_ALIASES,
  queryArgument,
  topKArgument,
} from "./query.ts";
import * as schema from "./schemas.ts";

const WORDS = {
  ja: {
    heading: (hits: number) => `## 検索結果 (${hits}件)`,
    lines: (hit: HitJson) => `${hit.id} (${hit.start_line}–${hit.end_line} 行)`,
    none: (query: string) => `「${query}」に合う箇所はありませんでした。`,
    noWord: (query: string) => `「${query}」には、検索できる語がありません。`,
    omitted: (ids: string[], more: number) =>
      `(文字数の上限のため、次の ${
        ids.length + more
      } 件を省きました。get_doc で読めます: ${
        [
          ...ids,
          ...more > 0
            ? [`ほか ${more} 件。件数を減らすか、問いを絞ってください`]
            : [],
        ].join(", ")
      })`,
  },
  en: {
    heading: (hits: number) => `## Search results (${hits})`,
    lines: (hit: HitJson) =>
      `${hit.id} (lines ${hit.start_line}–${hit.end_line})`,
    none: (query: string) => `Nothing fits "${query}".`,
    noWord: (query: string) => `There is no word to search for in "${query}".`,
    omitted: (ids: string[], more: number) =>
      `(${
        ids.length + more
      } more were left out to stay within the limit of characters; read them with get_doc: ${
        [
          ...ids,
          ...more > 0 ? [`${more} more; ask for fewer or narrower`] : [],
        ].join(", ")
      })`,
  },
};

/** Omitted hits that are named, and characters of their names in all. */
const NAMED = 10;
const NAMES = 1_000;

/** Characters of one hit; it is left out if its address alone has more. */
const HIT = MAX_CHARACTERS / 2;

/** Characters of a title or heading in a hit that would have more. */
const NAME = 500;

/** Characters of the marker without names, in the text or the data. */
const MARKER = 300;

/** Characters of the data for corrections, and for what is nearest. */
const BESIDES = 2_000;

/** Characters of a query that the text repeats. */
const REPEATED = 200;

/** `search_docs`: ranked sections. */
export const searchDocs: Tool = {
  definition: {
    name: "search_docs",
    title: "Search the documents",
    description:
      "Finds the sections of the indexed documents that fit a query best. Use it first whenever the documents may hold the answer: how to do something, what a parameter, error or setting means, where something is described. The query may be a question, key words or an identifier, in Japanese or English. Give queries with two to four other phrasings (other words, what a manual would call it, the other language): sections that several find come first. Gives title, URL, path, lines and the matching excerpt of each; read a section in full with get_doc(path, anchor).",
    inputSchema: {
      type: "object",
      properties: {
        query: queryArgument(
          "What to look for: a question, words, or an identifier as it is written",
        ),
        queries: phrasingsArgument(
          "The same in other words: synonyms, the manual's terms, the other language; merged with query, up to five in all",
        ),
        top_k: topKArgument("Sections at most", 3, 50),
      },
      required: ["query"],
      additionalProperties: false,
    },
    outputSchema: schema.object({
      query: schema.text,
      took_ms: { type: "number" },
      index: schema.object({
        path: schema.text,
        documents: schema.count,
        passages: schema.count,
        embedder: schema.text,
        created: schema.text,
      }),
      hits: schema.list(schema.object({
        rank: schema.line,
        ...schema.place,
        score: schema.score,
        keyword_rank: schema.rank,
        vector_rank: schema.rank,
        child_count: schema.count,
        snippet: schema.text,
        passages: schema.list(schema.object({
          start_line: schema.line,
          end_line: schema.line,
          text: schema.text,
        })),
      })),
    }, {
      error: schema.text,
      phrasings: schema.texts,
      corrections: schema.list(schema.object({
        typed: schema.text,
        taken: schema.text,
      })),
      nearest: schema.list(schema.object({
        id: schema.text,
        path: schema.text,
        title: schema.text,
        heading_path: schema.texts,
        url: schema.text,
        score: schema.score,
      })),
      omitted: schema.texts,
    }),
  },
  aliases: QUERY_ALIASES,
  async run({ query, queries, top_k }, { index, searcher, minScore }, signal) {
    const phrasings: [string, ...string[]] = [
      query as string,
      ...queries === undefined ? [] : queries as string[],
    ];
    const result = await searchPhrasings(await searcher(), phrasings, {
      k: top_k as number,
      minScore,
      signal,
    });
    return searchOutput(
      searchResultJson(result),
      result.hits.map((hit) =>
        shownPassage(index, hit, hit.passages[0], hit.snippet)
      ),
    );
  },
};

/**
 * The text and the data of a search, both within the limit.
 *
 * @param excerpts what the text shows of each hit
 */
export function searchOutput(
  result: SearchResultJson,
  excerpts: readonly string[],
): ToolOutput {
  const words = WORDS[answerLanguage(result.query)];
  const all = result.hits.map((hit, at) => shownHit(hit, excerpts[at]!, words));
  const shown = all.filter(({ block, data }) =>
    Math.max(block.length, jsonLength(data)) <= HIT
  );
  const query = shortened(result.query, REPEATED);
  const below = [
    ...result.error !== undefined
      ? [words.noWord(query)]
      : all.length === 0
      ? [words.none(query)]
      : [],
    ...besides(result),
  ];
  const besideHits = boundedBesides(result);
  const room = MAX_CHARACTERS - NAMES - MARKER;
  const count = Math.min(
    fitting(
      shown.map(({ block }) => block.length + 2),
      room - below.join("\n\n").length,
    ),
    fitting(
      shown.map(({ data }) => jsonLength(data) + 1),
      room - jsonLength({ ...besideHits, hits: [] }),
    ),
  );
  const kept = shown.slice(0, count);
  const omitted = all.filter((it) => !kept.includes(it))
    .map(({ data }) => data.id);
  const named = firstWithin(
    omitted.filter((id) => id.length < NAMES / 2).slice(0, NAMED),
    NAMES,
  );
  return {
    text: [
      words.heading(count),
      ...kept.map(({ block }) => block),
      ...below,
      ...omitted.length > 0
        ? [words.omitted(named, omitted.length - named.length)]
        : [],
    ].join("\n\n"),
    structured: {
      ...besideHits,
      hits: kept.map(({ data }) => data),
      ...omitted.length > 0 && { omitted: named },
    },
  };
}

/** A result of which corrections and nearest leave room for hits. */
function boundedBesides(result: SearchResultJson): SearchResultJson {
  const { corrections, nearest } = result;
  return {
    ...result,
    ...corrections && { corrections: firstWithin(corrections, BESIDES) },
    ...nearest && { nearest: firstWithin(nearest, BESIDES) },
  };
}

/** The first of some values whose JSON is within a limit. */
function firstWithin<T>(values: readonly T[], room: number): T[] {
  return values.slice(
    0,
    fitting(values.map((value) => jsonLength(value) + 1), room),
  );
}

/** A hit as text and as data. */
function shownHit(
  hit: HitJson,
  excerpt: string,
  words: typeof WORDS["en"],
): { block: string; data: HitJson } {
  const data = withinLimit(hit);
  const block = [
    `### ${hit.rank}. ${placeName(data.title, data.heading_path)}`,
    `URL: ${hit.url}`,
    words.lines(hit),
    "",
    excerpt,
  ].join("\n");
  return { block, data };
}

/**
 * A hit with huge names loses their ends, and with huge passages
 * (`--passage-size 20000`) it keeps its snippet.
 */
function withinLimit(hit: HitJson): HitJson {
  if (jsonLength(hit) <= HIT) return hit;
  const named = {
    ...hit,
    title: shortened(hit.title, NAME),
    heading_path: hit.heading_path.map((it) => shortened(it, NAME)),
  };
  return jsonLength(named) <= HIT ? named : { ...named, passages: [] };
}
