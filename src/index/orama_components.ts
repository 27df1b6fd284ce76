import { type AnyOrama, create } from "@orama/orama";
import {
  KeywordCandidates,
  type KeywordWeights,
  type QueryTerm,
} from "./keyword_candidates.ts";
import type { PackedIndex } from "./packed_index.ts";

/** Name of the vector property in Orama's schema. */
export const VECTOR_PROPERTY = "embedding";

/** Passages that each side of a search, keywords and vectors, returns at most. */
export const CANDIDATES = 256;

/** A hit's document as Orama returns it: only the passage number. */
export interface PassageDocument {
  passage: number;
}

/**
 * A read-only Orama database over a packed index: Orama's `search` runs its modes
 * `fulltext`, `vector` and `hybrid` over our postings and vectors. Orama's document
 * id n is passage n - 1.
 *
 * `term` is the query's terms (`QueryTerm[]`), which Orama passes to our index
 * unchanged. `where: { passage: { in: [numbers] } }` filters before ranking.
 */
export function openOrama(
  index: PackedIndex,
  weights: KeywordWeights,
): AnyOrama {
  const keywords = new KeywordCandidates(index, weights);
  const passages = index.info.passages + index.expansionSections.length;
  const dimensions = index.info.embedder.dimensions;
  const document = (id: number): PassageDocument => ({ passage: id - 1 });
  // Orama's vector mode reads this object, not the store's `get`. It contains the
  // candidates of the current search.
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
            const found = toOramaIds(index.nearest(
              Float32Array.from(vector),
              CANDIDATES,
              similarity,
              passageFilter(where),
            ));
            store.docs = {};
            for (const [id] of found) store.docs[id] = document(id);
            return found;
          },
        },
      },
    },
  };
  const components = {
    tokenizer: {
      language: "multilingual",
      normalizationCache: new Map<string, string>(),
      ...unsupportedMethods(["tokenize"]),
    },
    index: {
      create: (_: unknown, ids: { internalIdToId: string[] }) => {
        // Orama rejects ids above the length of this list.
        ids.internalIdToId.length = passages;
        return data;
      },
      search: (...args: unknown[]) =>
        toOramaIds(keywords.find(
          args[1] as readonly QueryTerm[],
          CANDIDATES,
          passageFilter(args[10] as Set<number> | undefined),
        )),
      searchByWhereClause: (
        _index: unknown,
        _tokenizer: unknown,
        where: { passage: { in: number[] } },
      ) => new Set(where.passage.in.map((passage) => passage + 1)),
      getSearchableProperties: () => ["text"],
      getSearchablePropertiesWithTypes: () => ({ text: "string" }),
      load: () => data,
      save: () => ({}),
      ...unsupportedMethods([
        "insert",
        "remove",
        "insertDocumentScoreParameters",
        "insertTokenScoreParameters",
        "removeDocumentScoreParameters",
        "removeTokenScoreParameters",
        "calculateResultScores",
      ]),
    },
    documentsStore: {
      create: () => store,
      get: (_: unknown, id: number) => document(id),
      getMultiple: (_: unknown, ids: number[]) => ids.map(document),
      getAll: () => store.docs,
      count: () => passages,
      load: () => store,
      save: () => ({}),
      ...unsupportedMethods(["store", "remove"]),
    },
  };
  return create({
    schema: {
      text: "string",
      path: "string",
      [VECTOR_PROPERTY]: `vector[${dimensions}]`,
    },
    // Orama's types assume its own index structure.
    components: components as unknown as Parameters<
      typeof create
    >[0]["components"],
  }) as AnyOrama;
}

function toOramaIds(found: [number, number][]): [number, number][] {
  for (const pair of found) pair[0]++;
  return found;
}

function passageFilter(where?: Set<number>) {
  return where && ((passage: number) => where.has(passage + 1));
}

function unsupportedMethods(methods: string[]): Record<string, () => never> {
  return Object.fromEntries(methods.map((method) => [method, () => {
    throw new Error(`a packed index does not support ${method}()`);
  }]));
}
