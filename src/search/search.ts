import { search as oramaSearch } from "@orama/orama";
import type { AnyOrama } from "@orama/orama";
import type { Embedder } from "../embed/embedder.ts";
import type { KeywordWeights, QueryTerm } from "../index/keyword_candidates.ts";
import {
  CANDIDATES,
  openOrama,
  type PassageDocument,
  VECTOR_PROPERTY,
} from "../index/orama_components.ts";
import type { PackedIndex } from "../index/packed_index.ts";
import { TOKENIZER_VERSION } from "../text/tokenize.ts";
import { UserError } from "../user_error.ts";
import { type Candidate, fuse, type FusedSection } from "./fuse.ts";
import { queryTerms } from "./query_terms.ts";
import { matchedTerms, type Matcher, snippet } from "./snippet.ts";
import { withoutProcess } from "./without_process.ts";

/** Passages that a hit shows. */
const PASSAGES_SHOWN = 3;

/** Share of the keyword side in the fused score. */
const KEYWORD_SHARE = 0.7;

/**
 * Weights of the keyword side. k1 and b below the usual 1.2 and 0.75, because
 * passages are short and of one length: MRR@10 of 500 questions over an
 * encyclopedia 0.934 to 0.944, of the documentation questions 0.661 to 0.684
 * (ja) and 0.637 to 0.644 (en) (`deno task eval`).
 */
export const KEYWORD_WEIGHTS: KeywordWeights = {
  k1: 0.9,
  b: 0.5,
  body: 1,
  code: 0.7,
  headings: 2.5,
  title: 1.5,
  path: 2.5,
  section: 0.5,
};

/** A section that was found. */
export interface Hit {
  /** From 1. */
  rank: number;
  /** `path#anchor`. */
  id: string;
  path: string;
  anchor: string;
  title: string;
  heading_path: string[];
  url: string;
  /** 0..1. */
  score: number;
  /** Rank that the keyword side gave, from 1; null where it did not find it. */
  keyword_rank: number | null;
  vector_rank: number | null;
  /** Passages of the section that were found. */
  child_count: number;
  start_line: number;
  end_line: number;
  snippet: string;
  /** The best passages, best first; each text is a slice of the source. */
  passages: { start_line: number; end_line: number; text: string }[];
  explain?: Explanation;
}

/** Why a hit has its score. */
export interface Explanation {
  terms: string[];
  keyword: { score: number; normalised: number; weight: number } | null;
  vector: { cosine: number; normalised: number; weight: number } | null;
}

/** Answer to a query; the JSON of `docs search --json`. */
export interface SearchResult {
  query: string;
  took_ms: number;
  index: {
    path: string;
    documents: number;
    passages: number;
    embedder: string;
    created: string;
  };
  hits: Hit[];
}

/** How a query is asked. */
export interface SearchOptions {
  /** Hits at most. */
  k: number;
  /** Lowest score, 0..1. */
  minScore: number;
  /** Globs over paths; none = everywhere. */
  in?: string[];
  explain?: boolean;
}

interface FoundPassage {
  passage: number;
  score: number;
}

/** Searches an index, in many queries. */
export class Searcher {
  readonly #index: PackedIndex;
  readonly #embedder: Embedder;
  readonly #orama: AnyOrama;

  /**
   * @param embedder The one that the index was built with.
   * @throws {UserError} the index was made with another tokenizer.
   */
  constructor(index: PackedIndex, embedder: Embedder) {
    const { tokenizer } = index.info;
    if (tokenizer !== TOKENIZER_VERSION) {
      throw new UserError(
        `the index ${index.path} was made with version ${tokenizer} of the tokenizer; this docs has version ${TOKENIZER_VERSION}`,
        "Build it again: docs build FOLDER -o FILE",
      );
    }
    this.#index = index;
    this.#embedder = embedder;
    this.#orama = openOrama(index, {
      terms: queryTerms,
      weights: KEYWORD_WEIGHTS,
    });
  }

  /** The terms that a query is searched by; none for `？`. */
  terms(query: string): QueryTerm[] {
    return queryTerms(query);
  }

  /** What is marked in a text that this query found. */
  matcher(query: string): Matcher {
    return matcherOf(queryTerms(query));
  }

  /** The sections that answer a query, best first; none for one without a word. */
  async search(query: string, options: SearchOptions): Promise<SearchResult> {
    const started = performance.now();
    const terms = queryTerms(query);
    const hits = terms.length === 0
      ? []
      : await this.#hits(query, terms, options);
    const { info, path } = this.#index;
    return {
      query,
      took_ms: rounded(performance.now() - started, 2),
      index: {
        path,
        documents: info.documents,
        passages: info.passages,
        embedder: info.embedder.id,
        created: info.created,
      },
      hits,
    };
  }

  async #hits(
    query: string,
    terms: QueryTerm[],
    options: SearchOptions,
  ): Promise<Hit[]> {
    const where = options.in?.length
      ? { passage: { in: await this.#passagesIn(options.in) } }
      : undefined;
    // A document here has no vector that Orama would have to take out.
    const common = {
      limit: CANDIDATES,
      includeVectors: true,
      ...(where && { where }),
    };
    const keyword = await this.#ask({
      mode: "fulltext",
      term: query,
      ...common,
    });
    const value = await this.#embedder.embedQuery(query);
    const vector = value.every((it) => it === 0) ? [] : await this.#ask({
      mode: "vector",
      vector: { value, property: VECTOR_PROPERTY },
      similarity: -1,
      ...common,
    });
    const passages = new Map<number, number[]>();
    const fused = fuse(
      this.#bySection(keyword, passages),
      this.#bySection(vector, passages),
      KEYWORD_SHARE,
    );
    const matcher = matcherOf(terms);
    return fused.filter(({ score }) => score >= options.minScore)
      .slice(0, options.k)
      .map((section, at) =>
        this.#hit(section, at + 1, passages, matcher, options.explain)
      );
  }

  /** Passages with their scores, best first, by Orama. */
  async #ask(params: object): Promise<FoundPassage[]> {
    const { hits } = await withoutProcess(() =>
      oramaSearch(
        this.#orama,
        params as Parameters<typeof oramaSearch>[1],
      )
    );
    return hits.map(({ score, document }) => ({
      score,
      passage: (document as unknown as PassageDocument).passage,
    }));
  }

  async #passagesIn(globs: string[]): Promise<number[]> {
    const { passagesIn } = await import("./passages_in.ts");
    return passagesIn(this.#index, globs);
  }

  /** Sections in the order of their best passage; notes the passages. */
  #bySection(
    hits: FoundPassage[],
    passages: Map<number, number[]>,
  ): Candidate[] {
    const sections = new Map<number, Candidate>();
    for (const { score, passage } of hits) {
      const section = this.#index.sectionOfPassage(passage);
      if (!sections.has(section)) sections.set(section, { section, score });
      const found = passages.get(section);
      if (found === undefined) passages.set(section, [passage]);
      else if (!found.includes(passage)) found.push(passage);
    }
    return [...sections.values()];
  }

  #hit(
    fused: FusedSection,
    rank: number,
    found: Map<number, number[]>,
    matcher: Matcher,
    explain = false,
  ): Hit {
    const index = this.#index;
    const section = index.section(fused.section);
    const document = index.document(section.document);
    const all = index.passages(fused.section);
    const numbers = found.get(fused.section)!;
    const best = numbers.slice(0, PASSAGES_SHOWN)
      .map((passage) => all[passage - section.firstPassage]);
    const texts = best.map(({ start, end }) =>
      index.text(section.document, start, end)
    );
    const hidden = best[0].hidden.map(([from, to]): [number, number] => [
      from - best[0].start,
      to - best[0].start,
    ]);
    return {
      rank,
      id: `${document.path}#${section.anchor}`,
      path: document.path,
      anchor: section.anchor,
      title: document.title,
      heading_path: section.headingPath,
      url: section.url,
      score: rounded(fused.score, 4),
      keyword_rank: fused.keyword?.rank ?? null,
      vector_rank: fused.vector?.rank ?? null,
      child_count: numbers.length,
      start_line: section.startLine,
      end_line: section.endLine,
      snippet: snippet(texts[0], matcher, hidden),
      passages: best.map(({ startLine, endLine }, at) => ({
        start_line: startLine,
        end_line: endLine,
        text: texts[at],
      })),
      ...(explain &&
        { explain: explanation(fused, texts.join("\n"), matcher) }),
    };
  }
}

function matcherOf(terms: QueryTerm[]): Matcher {
  return {
    terms: new Set(terms.map(({ term }) => term)),
    prefixes: terms.filter(({ prefix }) => prefix).map(({ term }) => term),
  };
}

function explanation(
  { keyword, vector }: FusedSection,
  text: string,
  matcher: Matcher,
): Explanation {
  return {
    terms: matchedTerms(text, matcher),
    keyword: keyword && {
      score: rounded(keyword.raw, 4),
      normalised: rounded(keyword.normalised, 4),
      weight: KEYWORD_SHARE,
    },
    vector: vector && {
      cosine: rounded(vector.raw, 4),
      normalised: rounded(vector.normalised, 4),
      weight: rounded(1 - KEYWORD_SHARE, 4),
    },
  };
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
