import type { InferenceSession, Tokenizer } from "./_onnx_runtime.ts";
import { UserError } from "../user_error.ts";
import { type Embedder, toUnitLength } from "./embedder.ts";
import { type ModelFamily, modelFamily } from "./model_family.ts";
import type { OnnxFiles } from "./onnx_files.ts";
import { onnxFingerprint } from "./onnx_fingerprint.ts";

/** Maximum tokens of a model whose files give no limit: BERT's. */
const DEFAULT_MAX_TOKENS = 512;

type Runtime = typeof import("./_onnx_runtime.ts");

/**
 * An embedder that runs a sentence model with ONNX Runtime in WebAssembly: the same
 * code and the same vectors from source and in every executable.
 *
 * Texts are run one by one. A batch would pad the shorter texts, which costs time,
 * and 8-bit models scale activations over the whole batch, so that the vector of a
 * passage would depend on the others in its batch.
 */
export class OnnxEmbedder implements Embedder {
  readonly contextRepeats = 1;
  readonly slow = { batch: 8, concurrency: 1 };
  readonly #runtime: Runtime;
  readonly #session: InferenceSession;
  readonly #tokenizer: Tokenizer;
  readonly #family: ModelFamily;
  readonly #maxTokens: number;

  private constructor(
    readonly id: string,
    readonly source: string,
    readonly dimensions: number,
    runtime: Runtime,
    session: InferenceSession,
    tokenizer: Tokenizer,
    family: ModelFamily,
    maxTokens: number,
  ) {
    this.#runtime = runtime;
    this.#session = session;
    this.#tokenizer = tokenizer;
    this.#family = family;
    this.#maxTokens = maxTokens;
  }

  /**
   * Loads a model. 37 MB of weights take about half a second.
   *
   * @param source folder or repository, to open the model again
   * @param wasm returns the bytes of `ort-wasm-simd-threaded.wasm`
   * @param expected id that the index records; another model is refused
   * @throws {UserError} when it is another model, or cannot be run
   */
  static async open(
    files: OnnxFiles,
    source: string,
    wasm: () => Promise<ArrayBuffer>,
    expected?: string,
  ): Promise<OnnxEmbedder> {
    const { _name_or_path: origin = "", hidden_size } = files.config;
    const family = modelFamily(`${files.name} ${origin}`);
    const fingerprint = await onnxFingerprint(files, family);
    const id = `${files.name}@${fingerprint}`;
    if (expected !== undefined && !expected.endsWith(`@${fingerprint}`)) {
      throw new UserError(
        `the index was built with the model ${expected}, and ${source} holds ${id}`,
        "Set EMBEDDING_MODEL to the folder of that model, or build the index again.",
      );
    }
    if (!Number.isInteger(hidden_size)) {
      throw cannotRun(source, "its config.json names no hidden_size");
    }
    const runtime = await import("./_onnx_runtime.ts");
    runtime.env.wasm.numThreads = 1;
    runtime.env.wasm.wasmBinary ??= await wasm();
    runtime.env.logLevel = "error";
    try {
      const session = await runtime.InferenceSession.create(
        Deno.readFileSync(files.weights),
        { executionProviders: ["wasm"] },
      );
      return new OnnxEmbedder(
        id,
        source,
        hidden_size as number,
        runtime,
        session,
        new runtime.Tokenizer(files.tokenizer, files.tokenizerConfig),
        family,
        maxTokens(files),
      );
    } catch (error) {
      // ONNX Runtime also throws numbers.
      throw cannotRun(
        source,
        error instanceof Error ? error.message : `${error}`,
      );
    }
  }

  async embedPassages(
    texts: string[],
    signal?: AbortSignal,
  ): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      // Inference blocks the event loop: let signals such as Ctrl-C be handled.
      await new Promise((resolve) => setTimeout(resolve));
      signal?.throwIfAborted();
      vectors.push(await this.#embed(text, this.#family.passage));
    }
    return vectors;
  }

  async embedQuery(text: string): Promise<Float32Array> {
    return await this.#embed(text, this.#family.query);
  }

  async #embed(text: string, prefix: string): Promise<Float32Array> {
    if (text.trim() === "") return new Float32Array(this.dimensions);
    let { ids } = this.#tokenizer.encode(prefix + text);
    if (ids.length > this.#maxTokens) {
      // Keeps the last token, which marks the end of the text.
      ids = [...ids.slice(0, this.#maxTokens - 1), ids[ids.length - 1]!];
    }
    const { Tensor } = this.#runtime;
    const shape = [1, ids.length];
    const same = (value: bigint) => new BigInt64Array(ids.length).fill(value);
    const inputs: Record<string, BigInt64Array> = {
      input_ids: BigInt64Array.from(ids, BigInt),
      attention_mask: same(1n),
      token_type_ids: same(0n),
      position_ids: BigInt64Array.from(ids, (_, i) => BigInt(i)),
    };
    const feeds = this.#session.inputNames.map((name) => {
      if (!Object.hasOwn(inputs, name)) {
        throw cannotRun(this.source, `it needs the input ${name}`);
      }
      return [name, new Tensor("int64", inputs[name]!, shape)] as const;
    });
    const output = await this.#session.run(Object.fromEntries(feeds));
    const states = output.last_hidden_state ?? output.token_embeddings ??
      output[this.#session.outputNames[0]!];
    if (states === undefined) throw cannotRun(this.source, "it has no output");
    const { data, dims } = states;
    if (
      !(data instanceof Float32Array) || dims.length !== 3 ||
      dims[1] !== ids.length || dims[2] !== this.dimensions
    ) {
      throw cannotRun(
        this.source,
        `its output is ${states.type} ${
          dims.join(" × ")
        }, not a vector per token`,
      );
    }
    const vector = pool(data, this.dimensions, this.#family.pooling);
    for (const tensor of Object.values(output)) tensor.dispose();
    return toUnitLength(vector);
  }
}

/** Combines the token vectors, `f32[tokens][dimensions]`, into one; its length is arbitrary. */
function pool(
  states: Float32Array,
  dimensions: number,
  pooling: ModelFamily["pooling"],
): Float32Array {
  if (pooling === "cls") return states.slice(0, dimensions);
  // The sum has the direction of the mean.
  const sum = new Float32Array(dimensions);
  for (let at = 0; at < states.length; at += dimensions) {
    for (let k = 0; k < dimensions; k++) sum[k]! += states[at + k]!;
  }
  return sum;
}

/** The longest text that a model takes, in tokens. */
function maxTokens({ tokenizerConfig, config }: OnnxFiles): number {
  const limits = [
    tokenizerConfig.model_max_length,
    // XLM-RoBERTa reserves the first two positions.
    config.model_type === "xlm-roberta"
      ? Number(config.max_position_embeddings) - 2
      : config.max_position_embeddings,
  ].filter((it) => Number.isInteger(it) && Number(it) < 1e6);
  return Math.min(
    ...(limits as number[]),
    limits.length ? Infinity : DEFAULT_MAX_TOKENS,
  );
}

function cannotRun(source: string, why: string): UserError {
  return new UserError(
    `the model ${source} cannot be run: ${why}`,
    "It must be a sentence embedding model in one ONNX file below 2 GB, preferably onnx/model_quantized.onnx.",
  );
}
