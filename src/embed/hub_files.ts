import { fileExists } from "../files/exists.ts";
import { writeAll } from "../files/write_all.ts";
import { UserError } from "../user_error.ts";

/**
 * Repositories without ONNX weights, or without 8-bit ones for ONNX Runtime: each
 * with the repository that has the same model converted for Transformers.js.
 */
const CONVERTED: Record<string, string> = {
  "intfloat/multilingual-e5-small": "Xenova/multilingual-e5-small",
  "intfloat/multilingual-e5-base": "Xenova/multilingual-e5-base",
  "intfloat/multilingual-e5-large": "Xenova/multilingual-e5-large",
  "intfloat/e5-small-v2": "Xenova/e5-small-v2",
  "intfloat/e5-base-v2": "Xenova/e5-base-v2",
  "intfloat/e5-large-v2": "Xenova/e5-large-v2",
  "BAAI/bge-m3": "Xenova/bge-m3",
  "BAAI/bge-small-en-v1.5": "Xenova/bge-small-en-v1.5",
  "BAAI/bge-base-en-v1.5": "Xenova/bge-base-en-v1.5",
  "BAAI/bge-large-en-v1.5": "Xenova/bge-large-en-v1.5",
};

/** The repository from which the weights of a model are downloaded. */
export function hubRepository(name: string): string {
  const key = Object.keys(CONVERTED).find((it) =>
    it.toLowerCase() === name.toLowerCase()
  );
  return key === undefined ? name : CONVERTED[key]!;
}

/** Where a repository is downloaded from and stored. */
export interface HubOptions {
  /** `owner/name`. */
  repository: string;
  /** Folder to store it in; created with the first file. */
  folder: string;
  /** Base URL of the hub. */
  endpoint: string;
  /** No downloads. */
  offline: boolean;
  /** Called once with a sentence before the first download. */
  say: (sentence: string) => void;
  /** Called with the progress of a file, in bytes; `total` is 0 if unknown. */
  progress?: (file: string, done: number, total: number) => void;
  signal?: AbortSignal;
}

/** The files of a repository, each downloaded at its first use and then kept. */
export class HubFiles {
  readonly #options: HubOptions;
  #announced = false;

  constructor(options: HubOptions) {
    this.#options = options;
  }

  /**
   * The local path of a file: of the first of these names that is stored already,
   * else of the first that the repository has, which is downloaded.
   *
   * @returns undefined when the repository has none of them
   * @throws {UserError} offline, or when the download fails
   * @throws the signal's reason
   */
  async file(...names: string[]): Promise<string | undefined> {
    const { repository, folder, offline } = this.#options;
    const kept = names.find((name) => fileExists(`${folder}/${name}`));
    if (kept !== undefined) return `${folder}/${kept}`;
    if (offline) {
      throw new UserError(
        `the model ${repository} is not on this machine, and offline mode allows no downloads`,
        `Build once without DOCS_OFFLINE and --offline, or put the model's files into ${folder}.`,
      );
    }
    if (!this.#announced) {
      this.#announced = true;
      this.#options.say(
        `fetching the model ${repository} from ${
          new URL(this.#options.endpoint).host
        } into ${folder}`,
      );
    }
    for (const name of names) {
      const path = `${folder}/${name}`;
      if (await this.#fetch(name, path)) return path;
    }
  }

  /** Downloads a file; returns false when the repository does not have it. */
  async #fetch(name: string, path: string): Promise<boolean> {
    const { repository, endpoint, signal } = this.#options;
    const address = `${endpoint}/${repository}/resolve/main/${name}`;
    const response = await fetch(address, { signal }).catch((error) => {
      signal?.throwIfAborted();
      throw new UserError(
        `${address} cannot be downloaded: ${error.message}`,
        "Check the network, or name a folder that contains the model.",
      );
    });
    if (response.status === 404) {
      await response.body?.cancel();
      return false;
    }
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw new UserError(
        `${address} cannot be downloaded: the hub answered ${response.status}`,
        response.status === 401 || response.status === 403
          ? "The repository does not exist or is not public; check the name."
          : "Try again later, or name a folder that contains the model.",
      );
    }
    const length = Number(response.headers.get("content-length") ?? 0);
    // With a content encoding, content-length is the compressed size.
    const total = response.headers.has("content-encoding") ? 0 : length;
    await this.#save(response.body, path, name, total);
    return true;
  }

  /** Writes a temporary file and renames it, so that existing files are complete. */
  async #save(
    body: ReadableStream<Uint8Array>,
    path: string,
    name: string,
    total: number,
  ): Promise<void> {
    const temporary = `${path}.${Deno.pid}.tmp`;
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    const file = Deno.openSync(temporary, {
      write: true,
      create: true,
      truncate: true,
    });
    try {
      let done = 0;
      for await (const bytes of body) {
        writeAll(file, bytes);
        done += bytes.length;
        this.#options.progress?.(name, done, total);
      }
      if (total > 0 && done !== total) {
        throw new UserError(
          `${name} ended after ${done} of ${total} bytes`,
          "Try again.",
        );
      }
      file.syncSync();
      file.close();
      Deno.renameSync(temporary, path);
    } catch (error) {
      try {
        file.close();
      } catch { /* closed above */ }
      Deno.removeSync(temporary);
      this.#options.signal?.throwIfAborted();
      throw error;
    }
  }
}
