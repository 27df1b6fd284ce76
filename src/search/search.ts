import { search as oramaSearch } from "@orama/orama";
import type { AnyOrama } from "@orama/orama";
import type { Embedder } from "../embed/embedder.ts";
import { DEFAULT_EMBEDDER } from "../embed/model_name.ts";
import type { LateInteraction } from "../embed/late_interaction.ts";
import {
  inverseFrequency,
  type KeywordWeights,
  type QueryTerm,
  termEntries,
} from "../index/keyword_candidates.ts";
import {
  CANDIDATES,
  openOrama,
  type PassageDocument,
  VECTOR_PROPERTY,
} from "../index/orama_components.ts";
import type { PackedIndex } from "../index/packed_index.ts";
import { TOKENIZER_VERSION } from "../text/tokenize.ts";
import { UserError } from "../user_error.ts";
import { type Correction, correctSpelling } from "./correct_spelling.ts";
import { fuse, type FusedSection } from "./fuse.ts";
import { explain, type Hit, makeHit } from "./hit.ts";
import { type ReadQuery, readQuery } from "./read_query.ts";
import { evidence, logOdds, monotoneOdds, probability } from "./relevance.ts";
import { coverageBy, rerank, RERANK_DEPTH } from "./rerank.ts";
import {
  type ExpansionWeights,
  type FoundItem,
  sectionCandidates,
} from "./section_candidates.ts";
import { matcherOf } from "./snippet.ts";
import { withoutProcess } from "./without_process.ts";

export type { Hit } from "./hit.ts";

/** Nearest sections returned if none is good enough. */
const NEAREST = 3;

/** Share of the keyword side in the fused score. */
const KEYWORD_SHARE = 0.7;

/**
 * Share of the highest BM25 score that a query could have from which on the
 * keyword side counts in full. On the development questions (`deno task eval`) it
 * takes MRR@10 of Japanese questions to English documents from 0.57 to 0.65 and the
 * reverse from 0.68 to 0.71, and changes nothing within a language.
 */
const FULL_KEYWORD = 0.3;

/**
 * What an expansion counts for, by side. With questions for 89 sections of a
 * manual, written without knowing those that were asked, MRR@10 went from 0.74 to
 * 0.94, and for sections of it that had none from 0.70 to 0.68; with greater
 * weights the second loses more.
 */
const KEYWORD_EXPANSION: ExpansionWeights = { expansion: 0.6, both: 0.3 };
const VECTOR_EXPANSION: ExpansionWeights = { expansion: 1, both: 0 };

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
  headingPath: 2.5,
  file: 1,
  section: 0.5,
};

/** Answer to a query. */
export interface SearchResult {
  query: string;
  /** All that was asked, the query first; absent for one query alone. */
  phrasings?: string[];
  /** The query that was run, with corrections. */
  searched: ReadQuery;
  tookMs: number;
  index: {
    path: string;
    documents: number;
    passages: number;
    embedder: string;
    created: string;
  };
  /** Words not in the index, and their replacements. */
  corrections?: Correction[];
  hits: Hit[];
  /** If nothing is good enough: the nearest sections, best first. */
  nearest?: Hit[];
}

/** Options of a query. */
export interface SearchOptions {
  /** Most hits returned. */
  k: number;
  /** Lowest score of a hit, 0..1; 0 returns everything. */
  minScore: number;
  /** Globs over paths; none = everywhere. */
  in?: string[];
  explain?: boolean;
  /** Aborts with the signal's reason while the query is being embedded. */
  signal?: AbortSignal;
}

/** Searches an index, in many queries. */
export class Searcher {
  readonly #index: PackedIndex;
  readonly #embedder: Embedder;
  readonly #late: LateInteraction;
  readonly #orama: AnyOrama;

  /**
   * @param embedder The one that the index was built with.
   * @param late Compares the words of a query with those of a passage.
   * @throws {UserError} the index was built with another tokenizer.
   */
  constructor(index: PackedIndex, embedder: Embedder, late: LateInteraction) {
    const { tokenizer } = index.info;
    if (tokenizer !== TOKENIZER_VERSION) {
      throw new UserError(
        `the index ${index.path} was made with version ${tokenizer} of the tokenizer; this docs has version ${TOKENIZER_VERSION}`,
        "Build it again: docs build FOLDER -o FILE",
      );
    }
    this.#index = index;
    this.#embedder = embedder;
    this.#late = late;
    this.#orama = openOrama(index, KEYWORD_WEIGHTS);
  }

  /**
   * How well a text covers a query, 0..1; good until the next query.
   *
   * @param searched of the query's result
   */
  coverage(searched: ReadQuery): (text: string) => number {
    return coverageBy(this.#index, this.#late, searched);
  }

  /** The sections that answer a query, best first; none if the query has no word. */
  async search(query: string, options: SearchOptions): Promise<SearchResult> {
    const started = performance.now();
    const asked = readQuery(query);
    const found = asked.terms.length === 0
      ? { searched: asked, hits: [] }
      : await this.#search(asked, options);
    const { info, path } = this.#index;
    return {
      query,
      tookMs: Number((performance.now() - started).toFixed(2)),
      index: {
        path,
        documents: info.documents,
        passages: info.passages,
        embedder: info.embedder.id,
        created: info.created,
      },
      ...found,
    };
  }

  async #search(
    asked: ReadQuery,
    { k, minScore, in: globs, explain: explained, signal }: SearchOptions,
  ): Promise<
    Pick<SearchResult, "searched" | "corrections" | "hits" | "nearest">
  > {
    const { query, corrections } = correctSpelling(
      this.#index,
      asked,
      (word) => this.#late.isCommon(word),
    );
    const searched = corrections.length > 0 ? readQuery(query) : asked;
    const passages = new Map<number, number[]>();
    const wanted = Math.max(k, RERANK_DEPTH);
    const { fused, leastCosine } = await this.#fused(
      searched,
      wanted,
      passages,
      globs,
      signal,
    );
    const { words, ranked } = rerank(this.#index, this.#late, searched, fused);
    if (ranked.length === 0) return { searched, hits: [] };
    const { passages: size, embedder } = this.#index.info;
    const context = {
      words,
      query: searched.text,
      ideal: this.#ideal(searched.terms),
      passages: size,
      isFitted: embedder.id === DEFAULT_EMBEDDER,
      leastCosine,
    };
    const proofs = ranked.map((it) => evidence(context, it));
    const odds = monotoneOdds(proofs.map(logOdds));
    const scores = odds.map(probability);
    const matcher = matcherOf(searched.terms);
    const hit = (at: number): Hit => {
      const section = ranked[at]!;
      const hit = makeHit(this.#index, {
        section,
        rank: at + 1,
        score: scores[at]!,
        passages: passages.get(section.section) ?? [section.read.passage],
      }, matcher);
      if (!explained) return hit;
      const calibration = { ...proofs[at]!, log_odds: odds[at]! };
      return {
        ...hit,
        explain: explain(
          hit,
          section,
          words,
          KEYWORD_SHARE,
          calibration,
          matcher,
        ),
      };
    };
    const good = scores.findIndex((score) => score < minScore);
    const count = Math.min(k, good < 0 ? ranked.length : good);
    return {
      searched,
      ...(corrections.length > 0 && { corrections }),
      hits: Array.from({ length: count }, (_, at) => hit(at)),
      ...(count === 0 && {
        nearest: ranked.slice(0, NEAREST).map((_, at) => hit(at)),
      }),
    };
  }

  /** The best sections of both sides by fused score; records their passages. */
  async #fused(
    query: ReadQuery,
    limit: number,
    passages: Map<number, number[]>,
    globs: string[] = [],
    signal?: AbortSignal,
  ): Promise<{ fused: FusedSection[]; leastCosine: number }> {
    const where = globs.length > 0
      ? { passage: { in: await this.#passagesIn(globs) } }
      : undefined;
    // Documents here hold no vector that Orama would have to remove.
    const common = {
      limit: CANDIDATES,
      includeVectors: true,
      ...(where && { where }),
    };
    const keyword = await this.#ask({
      mode: "fulltext",
      term: query.terms,
      ...common,
    });
    const value = await this.#embedder.embedQuery(query.text, signal);
    signal?.throwIfAborted();
    const vector = value.every((it) => it === 0) ? [] : await this.#ask({
      mode: "vector",
      vector: { value, property: VECTOR_PROPERTY },
      similarity: -1,
      ...common,
    });
    const index = this.#index;
    const fused = fuse(
      sectionCandidates(index, keyword, KEYWORD_EXPANSION, passages),
      sectionCandidates(index, vector, VECTOR_EXPANSION, passages),
      KEYWORD_SHARE,
      FULL_KEYWORD * this.#ideal(query.terms),
      limit,
    );
    return { fused, leastCosine: vector.at(-1)?.score ?? 0 };
  }

  /** Upper bound of BM25: every term, in passage and section, at unlimited frequency. */
  #ideal(terms: readonly QueryTerm[]): number {
    const { k1, section } = KEYWORD_WEIGHTS;
    const idf = terms.reduce(
      (sum, term) =>
        sum +
        term.count *
          inverseFrequency(this.#index, termEntries(this.#index, term)),
      0,
    );
    return (1 + section) * (k1 + 1) * idf;
  }

  /** Passages and expansions with their scores, best first, by Orama. */
  async #ask(params: object): Promise<FoundItem[]> {
    const { hits } = await withoutProcess(() =>
      oramaSearch(
        this.#orama,
        params as unknown as Parameters<typeof oramaSearch>[1],
      )
    );
    return hits.map(({ score, document }) => ({
      score,
      item: (document as unknown as PassageDocument).passage,
    }));
  }

  async #passagesIn(globs: string[]): Promise<number[]> {
    const { passagesIn } = await import("./passages_in.ts");
    return passagesIn(this.#index, globs);
  }
}
