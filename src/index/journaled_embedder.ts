import type { BatchLimits, Embedder } from "../embed/embedder.ts";
import { UserError } from "../user_error.ts";
import type { VectorJournal } from "./vector_journal.ts";

/** How many vectors were made, and how many were there already. */
export interface JournalCounts {
  embedded: number;
  reused: number;
}

/**
 * An embedder that takes its time, with a journal of the vectors of passages.
 * What the journal has is not made again; what is made goes into it a batch at a
 * time, several batches at once where the embedder likes that.
 *
 * @param counts is kept up to date
 * @param onBatch called when a batch is done
 */
export function journaledEmbedder(
  embedder: Embedder & { slow: BatchLimits },
  journal: VectorJournal,
  counts: JournalCounts,
  onBatch: () => void,
): Embedder {
  const { batch, concurrency } = embedder.slow;

  /** Embeds texts that the journal does not have. */
  async function make(
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
      const made = await make([...missing], signal);
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
    `${id} gives vectors of ${
      lengths.join(" and of ")
    } numbers: another model answers under this name than before`,
    "The vectors that were kept have been dropped; build again.",
  );
}
