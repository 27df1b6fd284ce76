/** Makes vectors of texts. Vectors of two embedders, or of two dimensions of one, cannot be compared. */
export interface Embedder {
  /** Name and version of what makes the vectors; an index records it. */
  readonly id: string;
  /** What to open it by, where the id does not say: a folder or a repository. */
  readonly source?: string;
  /** Length of every vector; 0 while a server has not yet given one. */
  readonly dimensions: number;
  /** How often title and headings are put before a passage's text. */
  readonly contextRepeats: number;
  /** There when its vectors are worth keeping from one build to the next. */
  readonly slow?: BatchLimits;
  /**
   * One unit vector a text, in order; all zero where a text has nothing that
   * the embedder knows, which means "no vector".
   *
   * @param signal ends it early, by the signal's reason
   */
  embedPassages(texts: string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /**
   * The unit vector of a query, or all zero.
   *
   * @param signal ends it early, by the signal's reason
   */
  embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array>;
}

/** How an embedder that takes its time wants to be asked. */
export interface BatchLimits {
  /** Texts in one call; what is finished is kept after each. */
  readonly batch: number;
  /** Calls at a time. */
  readonly concurrency: number;
}

/** Brings a vector to length 1, in place; the zero vector stays. */
export function toUnitLength(vector: Float32Array): Float32Array {
  let sum = 0;
  for (let k = 0; k < vector.length; k++) sum += vector[k]! * vector[k]!;
  if (sum === 0) return vector;
  const factor = 1 / Math.sqrt(sum);
  for (let k = 0; k < vector.length; k++) vector[k]! *= factor;
  return vector;
}
