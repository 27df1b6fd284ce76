import { UserError } from "../user_error.ts";
import { FEW_RETRIES, postJson } from "./_post_json.ts";
import { type Embedder, toUnitLength } from "./embedder.ts";
import { modelFamily } from "./model_family.ts";

/** Texts in one request: what Text Embeddings Inference takes unless told otherwise. */
const BATCH = 32;

/** Requests at a time. */
const CONCURRENCY = 4;

/** A server and how to ask it. */
export interface HttpEmbedderOptions {
  /** As an index records it: `URL#MODEL`. */
  id: string;
  /** Ends before `/embeddings`. */
  url: URL;
  model: string;
  key?: string;
  /** Dimensions that an index records; the server must keep to them. */
  dimensions?: number;
  /** Told once in a sentence, before anything is sent. */
  say?: (sentence: string) => void;
  /** Milliseconds for one answer, tries after the first, first pause; for tests. */
  patience?: { answerTime?: number; retries?: number; firstPause?: number };
}

/**
 * Vectors from a server that speaks OpenAI's `/v1/embeddings`: OpenAI, Ollama,
 * vLLM, Text Embeddings Inference, llama.cpp. Nothing is sent until a text is to
 * be embedded.
 */
export class HttpEmbedder implements Embedder {
  readonly id: string;
  readonly contextRepeats = 1;
  readonly slow = { batch: BATCH, concurrency: CONCURRENCY };
  readonly #options: HttpEmbedderOptions;
  readonly #endpoint: URL;
  #dimensions: number;
  #said = false;
  #reached = false;
  #waited = false;

  constructor(options: HttpEmbedderOptions) {
    this.id = options.id;
    this.#options = options;
    this.#endpoint = new URL(options.url);
    this.#endpoint.pathname = options.url.pathname.replace(/\/*$/, "") +
      "/embeddings";
    this.#dimensions = options.dimensions ?? 0;
  }

  get dimensions(): number {
    return this.#dimensions;
  }

  async embedPassages(
    texts: string[],
    signal?: AbortSignal,
  ): Promise<Float32Array[]> {
    const { passage } = modelFamily(this.#options.model);
    const vectors: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += BATCH) {
      const some = texts.slice(at, at + BATCH);
      vectors.push(...await this.#embed(some, passage, "passages", signal));
    }
    return vectors;
  }

  async embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array> {
    const { query } = modelFamily(this.#options.model);
    const [vector] = await this.#embed([text], query, "the query", signal);
    return vector!;
  }

  /** Servers refuse a blank text, so that a sign stands in for it. */
  async #embed(
    texts: string[],
    prefix: string,
    what: "passages" | "the query",
    signal?: AbortSignal,
  ): Promise<Float32Array[]> {
    const input = texts.map((text) => prefix + (text.trim() ? text : "-"));
    return await this.#ask(input, what, signal);
  }

  async #ask(
    input: string[],
    what: "passages" | "the query",
    signal?: AbortSignal,
  ): Promise<Float32Array[]> {
    const { url, model, key, say, patience } = this.#options;
    if (!this.#said) {
      this.#said = true;
      say?.(`sending ${what} to ${url.host}, to be embedded by ${model}`);
    }
    const answer = await postJson({
      url: this.#endpoint,
      body: { model, input, encoding_format: "float" },
      key,
      signal,
      reached: this.#reached,
      onRetry: (why) => {
        if (!this.#waited) say?.(`${why}; trying again`);
        this.#waited = true;
      },
      // Somebody waits for a query.
      retries: what === "passages" ? undefined : FEW_RETRIES,
      ...patience,
    });
    this.#reached = true;
    const vectors = this.#vectorsOf(answer, input.length);
    this.#dimensions ||= vectors[0]!.length;
    for (const { length } of vectors) {
      if (length !== this.#dimensions) {
        throw new UserError(
          `${model} at ${url.host} now gives ${length} numbers a text, and gave ${this.#dimensions} before`,
          "Another model answers under this name: build the index again, after removing its .vectors file.",
        );
      }
    }
    return vectors;
  }

  #vectorsOf(answer: unknown, count: number): Float32Array[] {
    const data = (answer as { data?: unknown } | null)?.data;
    if (!Array.isArray(data)) throw this.#wrong("no list of vectors");
    if (data.length !== count) {
      throw this.#wrong(`${data.length} vectors for ${count} texts`);
    }
    const vectors = new Array<Float32Array | undefined>(count).fill(undefined);
    data.forEach((item, place) => {
      const { embedding, index = place } = (item ?? {}) as {
        embedding?: unknown;
        index?: number;
      };
      const good = Array.isArray(embedding) && embedding.length > 0 &&
        embedding.every((x) => Number.isFinite(x));
      if (!good) throw this.#wrong("something that is no vector of numbers");
      if (!(index in vectors) || vectors[index] !== undefined) {
        throw this.#wrong(`vectors numbered wrongly (${index})`);
      }
      vectors[index] = toUnitLength(Float32Array.from(embedding));
    });
    return vectors as Float32Array[];
  }

  #wrong(what: string): UserError {
    const { url, model } = this.#options;
    return new UserError(
      `${url.host} answered with ${what} (model ${model})`,
      "Check that it is an OpenAI-compatible server, and that the model is one for embeddings.",
    );
  }
}
