import type { BatchLimits, Embedder } from "../embed/embedder.ts";
import { UserError } from "../user_error.ts";
import type { VectorJournal } from "./vector_journal.ts";

/** Numbers of vectors that were computed and that were reused. */
export interface JournalCounts {
  embedded: number;
  reused: number;
}

/**
 * Wraps a slow embedder so that it reuses the passage vectors in a journal and saves
 * new ones there after each batch. Batches run concurrently, as `embedder.slow` says.
 *
 * @param counts updated during the build
 * @param onBatch called after each batch
 */
export function journaledEmbedder(
  embedder: Embedder & { slow: BatchLimits },
  journal: VectorJournal,
  counts: JournalCounts,
  onBatch: () => void,
): Embedder {
  const { batch, concurrency } = embedder.slow;

  /** Embeds texts that are not in the journal. */
  async function embedMissing(
    texts: string[],
    signal?: AbortSignal,
  ): Promise<Map<string, Float32Array>> {
    const made = new Map<string, Float32Array>();
    const failed = new AbortController();
    const either = AbortSignal.any(
      signal ? [signal, failed.signal] : [failed.signal],
    );
    let next = 0;
    const work = async () => {
      while (next < texts.length) {
        const some = texts.slice(next, next += batch);
        const vectors = await embedder.embedPassages(some, either);
        journal.add(some, vectors);
        some.forEach((text, i) => made.set(text, vectors[i]!));
        counts.embedded += some.length;
        onBatch();
      }
    };
    const workers = Array.from(
      { length: concurrency },
      () => work().catch((error) => failed.abort(error)),
    );
    await Promise.all(workers);
    either.throwIfAborted();
    return made;
  }

  return {
    id: embedder.id,
    source: embedder.source,
    get dimensions() {
      return embedder.dimensions;
    },
    contextRepeats: embedder.contextRepeats,
    slow: embedder.slow,
    embedQuery: (text, signal) => embedder.embedQuery(text, signal),
    async embedPassages(texts, signal) {
      const kept = texts.map((text) => journal.get(text));
      const missing = new Set(texts.filter((_, i) => kept[i] === undefined));
      const made = await embedMissing([...missing], signal);
      const vectors = texts.map((text, i) => kept[i] ?? made.get(text)!);
      counts.reused += texts.length - missing.size;
      const lengths = new Set(vectors.map(({ length }) => length));
      if (lengths.size > 1) throw otherModel(embedder.id, [...lengths]);
      return vectors;
    },
  };
}

function otherModel(id: string, lengths: number[]): UserError {
  return new UserError(
    `${id} returned vectors of different lengths (${
      lengths.join(", ")
    }): the server now uses another model under this name`,
    "The cached vectors have been deleted; build again.",
  );
}
