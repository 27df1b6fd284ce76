import type { AssetName } from "../artifact/carried.ts";
import type { Region } from "../files/region.ts";

/** What opening an embedder may use of the world. */
export interface EmbedderContext {
  /** For keys, the hub's address and the folder of kept models. */
  env?: { get(name: string): string | undefined };
  /** Folder that a relative path is relative to, absolute. */
  cwd?: string;
  /** Nothing may leave the machine. */
  offline?: boolean;
  /** EMBEDDING_MODEL as the user set it; a key goes to its server only. */
  setting?: string;
  /** Told in a sentence what is sent or fetched, before it is. */
  say?: (sentence: string) => void;
  /** Told how far a download is, in bytes. */
  progress?: (file: string, done: number, total: number) => void;
  signal?: AbortSignal;
}

/** Gives the program's own files. */
export type AssetReader = (file: AssetName) => Region;
