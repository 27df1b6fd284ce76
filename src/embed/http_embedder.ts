import { UserError } from "../user_error.ts";
import { FEW_RETRIES, postJson } from "./_post_json.ts";
import { type Embedder, toUnitLength } from "./embedder.ts";
import { modelFamily } from "./model_family.ts";

/** Texts per request: the default limit of Text Embeddings Inference. */
const BATCH = 32;

/** Concurrent requests. */
const CONCURRENCY = 4;

/** A server, its model and how to call it. */
export interface HttpEmbedderOptions {
  /** `URL#MODEL`, as the index records it. */
  id: string;
  /** Without `/embeddings` at the end. */
  url: URL;
  model: string;
  key?: string;
  /** Length of the vectors in the index; vectors of another length are refused. */
  dimensions?: number;
  /** Called once with a sentence before anything is sent, and at the first retry. */
  say?: (sentence: string) => void;
  /** Timeouts and retries for tests, see `PostOptions`; times in ms. */
  patience?: { answerTime?: number; retries?: number; firstPause?: number };
}

/**
 * An embedder on a server with OpenAI's `/v1/embeddings`: OpenAI, Ollama, vLLM,
 * Text Embeddings Inference, llama.cpp. Nothing is sent before the first text is
 * embedded.
 */
export class HttpEmbedder implements Embedder {
  readonly id: string;
  readonly contextRepeats = 1;
  readonly slow = { batch: BATCH, concurrency: CONCURRENCY };
  readonly #options: HttpEmbedderOptions;
  readonly #endpoint: URL;
  #dimensions: number;
  #announced = false;
  #reached = false;
  #retryAnnounced = false;

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

  /** Servers refuse blank texts, so `-` is sent instead. */
  async #embed(
    texts: string[],
    prefix: string,
    what: "passages" | "the query",
    signal?: AbortSignal,
  ): Promise<Float32Array[]> {
    const input = texts.map((text) => prefix + (text.trim() ? text : "-"));
    return await this.#request(input, what, signal);
  }

  async #request(
    input: string[],
    what: "passages" | "the query",
    signal?: AbortSignal,
  ): Promise<Float32Array[]> {
    const { url, model, key, say, patience } = this.#options;
    if (!this.#announced) {
      this.#announced = true;
      say?.(`sending ${what} to ${url.host}, to be embedded by ${model}`);
    }
    const answer = await postJson({
      url: this.#endpoint,
      body: { model, input, encoding_format: "float" },
      key,
      signal,
      reached: this.#reached,
      onRetry: (why) => {
        if (!this.#retryAnnounced) say?.(`${why}; trying again`);
        this.#retryAnnounced = true;
      },
      // A user waits for the answer to a query.
      retries: what === "passages" ? undefined : FEW_RETRIES,
      ...patience,
    });
    this.#reached = true;
    const vectors = this.#vectorsOf(answer, input.length);
    this.#dimensions ||= vectors[0]!.length;
    for (const { length } of vectors) {
      if (length !== this.#dimensions) {
        throw new UserError(
          `${model} at ${url.host} now returns vectors of length ${length}; before, they had ${this.#dimensions}`,
          "The server now uses another model under this name: remove the index's .vectors file and build the index again.",
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
      if (!good) throw this.#wrong("a vector that is not a list of numbers");
      if (!(index in vectors) || vectors[index] !== undefined) {
        throw this.#wrong(`an invalid vector index (${index})`);
      }
      vectors[index] = toUnitLength(Float32Array.from(embedding));
    });
    return vectors as Float32Array[];
  }

  #wrong(what: string): UserError {
    const { url, model } = this.#options;
    return new UserError(
      `${url.host} answered with ${what} (model ${model})`,
      "Check that it is an OpenAI-compatible server, and that the model is an embedding model.",
    );
  }
}
