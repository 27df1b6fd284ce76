import type { Embedder } from "../embed/embedder.ts";

/** Milliseconds of work between two breaths. */
const interval = 50;

/**
 * An embedder that lets the process see to signals now and then. A build reads
 * and writes synchronously, so without this Ctrl-C would be noticed only when
 * it is over.
 */
export function yieldingEmbedder(embedder: Embedder): Embedder {
  if (embedder.slow) return embedder; // it waits often enough by itself
  let due = performance.now() + interval;
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    contextRepeats: embedder.contextRepeats,
    embedQuery: (text, signal) => embedder.embedQuery(text, signal),
    async embedPassages(texts) {
      const vectors = await embedder.embedPassages(texts);
      if (performance.now() >= due) {
        await new Promise((resolve) => setTimeout(resolve));
        due = performance.now() + interval;
      }
      return vectors;
    },
  };
}
