/** What a family of models was trained with, and so wants. */
export interface ModelFamily {
  /** Put before a query. */
  readonly query: string;
  /** Put before a passage. */
  readonly passage: string;
  /** How the vectors of the pieces become one: their mean, or the first. */
  readonly pooling: "mean" | "cls";
}

/** By the name of the model, the first that matches; as the model cards say. */
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
 * The family that a model belongs to, by its name; without prefixes and with
 * the mean where the name says nothing.
 */
export function modelFamily(name: string): ModelFamily {
  const text = name.toLowerCase().replaceAll("_", "-");
  return FAMILIES.find(([pattern]) => pattern.test(text))?.[1] ?? PLAIN;
}
