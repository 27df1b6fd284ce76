/** The input prefixes and pooling that a family of models was trained with. */
export interface ModelFamily {
  /** Prefix of a query. */
  readonly query: string;
  /** Prefix of a passage. */
  readonly passage: string;
  /** How token vectors are combined: their mean, or the first (CLS) token's. */
  readonly pooling: "mean" | "cls";
}

/** Families by model name, from the model cards; the first match counts. */
const FAMILIES: [name: RegExp, family: ModelFamily][] = [
  [/\be5\b(?!.*instruct)/, {
    query: "query: ",
    passage: "passage: ",
    pooling: "mean",
  }],
  [/\bruri-v3\b/, {
    query: "検索クエリ: ",
    passage: "検索文書: ",
    pooling: "mean",
  }],
  [/\bbge-m3\b/, { query: "", passage: "", pooling: "cls" }],
  [/\bbge-.*\ben\b|\bmxbai-embed-large\b/, {
    query: "Represent this sentence for searching relevant passages: ",
    passage: "",
    pooling: "cls",
  }],
  [/\bnomic-embed-text\b/, {
    query: "search_query: ",
    passage: "search_document: ",
    pooling: "mean",
  }],
];

const PLAIN: ModelFamily = { query: "", passage: "", pooling: "mean" };

/**
 * The family of a model, by its name; no prefixes and mean pooling for an unknown
 * name.
 */
export function modelFamily(name: string): ModelFamily {
  const text = name.toLowerCase().replaceAll("_", "-");
  return FAMILIES.find(([pattern]) => pattern.test(text))?.[1] ?? PLAIN;
}
