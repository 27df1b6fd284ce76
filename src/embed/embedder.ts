/** Makes vectors of texts. Vectors of two embedders, or of two dimensions of one, cannot be compared. */
export interface Embedder {
  /** Name and version of what makes the vectors; an index records it. */
  readonly id: string;
  /** Length of every vector. */
  readonly dimensions: number;
  /** How often title and headings are put before a passage's text. */
  readonly contextRepeats: number;
  /**
   * One unit vector a text, in order; all zero where a text has nothing that
   * the embedder knows, which means "no vector".
   */
  embedPassages(texts: string[]): Promise<Float32Array[]>;
  /** The unit vector of a query, or all zero. */
  embedQuery(text: string): Promise<Float32Array>;
}
