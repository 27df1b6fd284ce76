import type { AnyOrama } from "@orama/orama";
import {
  KeywordCandidates,
  type KeywordWeights,
  type QueryTerm,
} from "./keyword_candidates.ts";
import type { PackedIndex } from "./packed_index.ts";

/** Name of the vector property in Orama's schema. */
export const VECTOR_PROPERTY = "embedding";

/** Candidates that each side of a search gives. */
export const CANDIDATES = 256;

/** What Orama gives back for a passage: its number, nothing is fetched. */
export interface PassageDocument {
  passage: number;
}

/** How a packed index is asked. */
export interface OramaSettings {
  /** Terms of a query's text. */
  terms(text: string): readonly QueryTerm[];
  weights: KeywordWeights;
}

/**
 * An Orama database over a packed index: Orama's `search` runs its modes
 * `fulltext`, `vector` and `hybrid` over our postings and vectors. It is
 * read-only; Orama's document number n is passage n - 1.
 *
 * `where: { passage: { in: [numbers] } }` filters before anything is ranked.
 *
 * The database is put together here and not by Orama's `create`, which brings
 * the trees, tokenizer and sorter along that ours takes the place of: without
 * them a search starts in 1 ms less. It has what `search` of this version looks
 * at, and nothing else.
 */
export function openOrama(
  index: PackedIndex,
  settings: OramaSettings,
): AnyOrama {
  const keywords = new KeywordCandidates(index, settings.weights);
  const passages = index.info.passages;
  const dimensions = index.info.embedder.dimensions;
  const document = (id: number): PassageDocument => ({ passage: id - 1 });
  // Orama's vector mode reads this object and not the store's `get`; it holds
  // the candidates of the search at hand.
  const store = { docs: {} as Record<number, PassageDocument> };
  const data = {
    vectorIndexes: {
      [VECTOR_PROPERTY]: {
        type: "Vector",
        isArray: false,
        node: {
          size: dimensions,
          find: (
            vector: Float32Array | number[],
            similarity: number,
            where?: Set<number>,
          ) => {
            const found = numbered(index.nearest(
              Float32Array.from(vector),
              CANDIDATES,
              similarity,
              predicate(where),
            ));
            store.docs = {};
            for (const [id] of found) store.docs[id] = document(id);
            return found;
          },
        },
      },
    },
  };
  const database = {
    data: { index: data, docs: store, pinning: { rules: new Map() } },
    caches: {},
    // Orama refuses a number above the length of this list.
    internalDocumentIDStore: {
      idToInternalId: new Map<string, number>(),
      internalIdToId: { length: passages },
    },
    beforeSearch: [],
    afterSearch: [],
    formatElapsedTime: (time: bigint) => ({ raw: Number(time), formatted: "" }),
    tokenizer: {
      language: "multilingual",
      normalizationCache: new Map<string, string>(),
      tokenize: (raw: string) => settings.terms(raw).map(({ term }) => term),
    },
    index: {
      search: (...args: unknown[]) =>
        numbered(keywords.find(
          settings.terms(args[1] as string),
          CANDIDATES,
          predicate(args[10] as Set<number> | undefined),
        )),
      searchByWhereClause: (
        _index: unknown,
        _tokenizer: unknown,
        where: { passage: { in: number[] } },
      ) => new Set(where.passage.in.map((passage) => passage + 1)),
      getSearchableProperties: () => ["text"],
      getSearchablePropertiesWithTypes: () => ({ text: "string" }),
    },
    documentsStore: {
      get: (_: unknown, id: number) => document(id),
      getMultiple: (_: unknown, ids: number[]) => ids.map(document),
      getAll: () => store.docs,
      count: () => passages,
    },
  };
  // Orama types a database by its own index; ours is another.
  return database as unknown as AnyOrama;
}

function numbered(found: [number, number][]): [number, number][] {
  for (const pair of found) pair[0]++;
  return found;
}

function predicate(where?: Set<number>) {
  return where && ((passage: number) => where.has(passage + 1));
}
