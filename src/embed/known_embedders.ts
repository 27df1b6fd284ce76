import type { Region } from "../artifact/region.ts";
import { UserError } from "../user_error.ts";
import type { StaticEmbedder } from "./static_embedder.ts";

/** The embedder that is used when none is named. */
export const DEFAULT_EMBEDDER = "static-ja-en-256";

/** Every name that EMBEDDING_MODEL may hold in this version, to the id that an index records. */
const NAMES: Record<string, string> = {
  "static-ja-en-256": "static-ja-en-256",
  "static-ja-en": "static-ja-en-256",
};

/** The names that `resolveEmbedder` accepts, the ids first. */
export function knownEmbedders(): string[] {
  return Object.keys(NAMES);
}

/**
 * The id of the embedder that a user's setting names; upper and lower case are alike.
 *
 * @param name EMBEDDING_MODEL or its equivalent; empty or undefined is the default.
 * @throws {UserError} naming the known ones, when this version cannot load it.
 */
export function resolveEmbedder(name: string | undefined): string {
  const wanted = name?.trim().toLowerCase() ?? "";
  if (wanted === "") return DEFAULT_EMBEDDER;
  if (Object.hasOwn(NAMES, wanted)) return NAMES[wanted];
  throw new UserError(
    `the embedding model ${
      JSON.stringify(name)
    } is not one that this version can load`,
    `Set EMBEDDING_MODEL to ${
      knownEmbedders().join(" or ")
    }, or leave it unset.`,
  );
}

/**
 * Opens the embedder that an index or a setting names. Only headers are read.
 *
 * @param name As `resolveEmbedder` takes it.
 * @param asset Where the program's own files are read from.
 * @throws {UserError} when the name is unknown or a file is damaged.
 */
export async function openEmbedder(
  name: string | undefined,
  asset: (file: "static-ja-en-256.bin" | "tokenizer-ja-en.bin") => Region,
): Promise<StaticEmbedder> {
  const id = resolveEmbedder(name);
  const { StaticEmbedder } = await import("./static_embedder.ts");
  return new StaticEmbedder(
    id,
    asset("static-ja-en-256.bin"),
    asset("tokenizer-ja-en.bin"),
  );
}
