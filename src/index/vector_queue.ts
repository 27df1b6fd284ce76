import type { Embedder } from "../embed/embedder.ts";
import type { IndexWriter } from "./index_writer.ts";

/** Passages embedded together, across documents. */
const BATCH = 256;

/**
 * A queue of passages to embed, in order. It buffers at most one batch of texts, so
 * memory does not depend on the size of the documents.
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

  /** Adds the text of the next passage; embeds a full batch. "" gets no vector. */
  async add(text: string): Promise<void> {
    this.#texts.push(text);
    if (this.#texts.length === BATCH) await this.flush();
  }

  /** Embeds the buffered texts and passes their vectors to the writer. */
  async flush(): Promise<void> {
    if (this.#texts.length === 0) return;
    const texts = this.#texts;
    this.#texts = [];
    const shown = texts.filter((text) => text !== "");
    const vectors = shown.length === 0
      ? []
      : await this.#embedder.embedPassages(shown, this.#signal);
    const { dimensions } = this.#embedder;
    // The zero vector means "no vector".
    const none = new Float32Array(
      vectors[0]?.length ?? this.#writer.dimensions ?? dimensions,
    );
    let next = 0;
    this.#writer.addVectors(
      texts.map((text) => text === "" ? none : vectors[next++]!),
    );
    this.#signal?.throwIfAborted();
  }
}
