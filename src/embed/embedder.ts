/** Makes vectors of texts. Vectors of different embedders, or of different length, are not comparable. */
export interface Embedder {
  /** Identifies the model and its version; recorded in the index. */
  readonly id: string;
  /** Where to open the model, if the id does not say: a folder or a repository. */
  readonly source?: string;
  /** Length of every vector; 0 until a server has returned the first one. */
  readonly dimensions: number;
  /** How many times title and headings are prepended to the text of a passage. */
  readonly contextRepeats: number;
  /**
   * Set for slow embedders (servers, ONNX models): their vectors are cached from one
   * build to the next, see `VectorJournal`.
   */
  readonly slow?: BatchLimits;
  /**
   * One unit vector per text, in order, `Float32Array[dimensions]`. All zeros mean
   * "no vector": the embedder knows nothing in that text.
   *
   * @param signal cancels the work
   * @throws {UserError} when a server or model fails
   * @throws the signal's reason
   */
  embedPassages(texts: string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /**
   * The unit vector of a query, or all zeros. Throws as `embedPassages`.
   *
   * @param signal cancels the work
   */
  embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array>;
}

/** How many texts a slow embedder takes per call, and how many calls at a time. */
export interface BatchLimits {
  /** Texts per call; results are saved after each call. */
  readonly batch: number;
  /** Concurrent calls. */
  readonly concurrency: number;
}

/** Normalises a vector to length 1, in place; the zero vector is unchanged. */
export function toUnitLength(vector: Float32Array): Float32Array {
  let sum = 0;
  for (let k = 0; k < vector.length; k++) sum += vector[k]! * vector[k]!;
  if (sum === 0) return vector;
  const factor = 1 / Math.sqrt(sum);
  for (let k = 0; k < vector.length; k++) vector[k]! *= factor;
  return vector;
}
