import type { Embedder } from "../embed/embedder.ts";
import type { IndexWriter } from "./index_writer.ts";

/** Passages that are embedded together, whichever documents they are of. */
const BATCH = 256;

/**
 * Passages that wait for their vectors, in order. No more than a batch of texts
 * is held, however large or small the documents are.
 */
export class VectorQueue {
  readonly #embedder: Embedder;
  readonly #writer: IndexWriter;
  readonly #signal?: AbortSignal;
  #texts: string[] = [];

  constructor(embedder: Embedder, writer: IndexWriter, signal?: AbortSignal) {
    this.#embedder = embedder;
    this.#writer = writer;
    this.#signal = signal;
  }

  /** Adds the text of the next passage. */
  async add(text: string): Promise<void> {
    this.#texts.push(text);
    if (this.#texts.length === BATCH) await this.flush();
  }

  /** Gives the writer the vectors of all that wait. */
  async flush(): Promise<void> {
    if (this.#texts.length === 0) return;
    const texts = this.#texts;
    this.#texts = [];
    const vectors = await this.#embedder.embedPassages(texts, this.#signal);
    this.#writer.addVectors(vectors);
    this.#signal?.throwIfAborted();
  }
}
