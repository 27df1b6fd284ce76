import type { Embedder } from "../embed/embedder.ts";

/** Milliseconds of work between two yields to the event loop. */
const interval = 50;

/**
 * An embedder that yields regularly, so that signals are handled. A build reads
 * and writes synchronously; without this, Ctrl-C would take effect only at its
 * end.
 */
export function yieldingEmbedder(embedder: Embedder): Embedder {
  if (embedder.slow) return embedder; // it already yields often enough
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
