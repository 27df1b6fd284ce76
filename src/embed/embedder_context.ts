import type { AssetName } from "../artifact/carried.ts";
import type { Region } from "../files/region.ts";

/** Environment and callbacks for opening an embedder. */
export interface EmbedderContext {
  /** Variables with API keys, the hub's address and the cache folder. */
  env?: { get(name: string): string | undefined };
  /** Absolute folder that relative paths are resolved against. */
  cwd?: string;
  /** No connections to other machines. */
  offline?: boolean;
  /** EMBEDDING_MODEL as the user set it. EMBEDDING_API_KEY is sent to this server only. */
  setting?: string;
  /** Called with a sentence before anything is sent or downloaded. */
  say?: (sentence: string) => void;
  /** Called with the progress of a download, in bytes; `total` is 0 if unknown. */
  progress?: (file: string, done: number, total: number) => void;
  signal?: AbortSignal;
}

/** Opens an asset file of the program, see `asset`. */
export type AssetReader = (file: AssetName) => Region;
