import { fileExists } from "../files/exists.ts";
import { UserError } from "../user_error.ts";

/**
 * Repositories that hold weights in another form only, or none for ONNX Runtime
 * in eight bits, to the one with the same model as Transformers.js loads it.
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

/** The repository that a name's weights are taken from. */
export function hubRepository(name: string): string {
  const key = Object.keys(CONVERTED).find((it) =>
    it.toLowerCase() === name.toLowerCase()
  );
  return key === undefined ? name : CONVERTED[key]!;
}

/** Where a repository is fetched from and kept. */
export interface HubOptions {
  /** `owner/name`. */
  repository: string;
  /** Folder that keeps it; made when the first file comes. */
  folder: string;
  /** Beginning of the hub's addresses. */
  endpoint: string;
  /** Nothing may be fetched. */
  offline: boolean;
  /** Told once in a sentence, before anything is fetched. */
  say: (sentence: string) => void;
  /** Told how far a file is, in bytes; `total` is 0 where the hub does not say. */
  progress?: (file: string, done: number, total: number) => void;
  signal?: AbortSignal;
}

/** Files of a repository, fetched when they are first asked for and then kept. */
export class HubFiles {
  readonly #options: HubOptions;
  #said = false;

  constructor(options: HubOptions) {
    this.#options = options;
  }

  /**
   * A file's path on this machine: the first of these names that is there, else
   * the first that the repository has.
   *
   * @returns undefined when the repository has none of them
   * @throws {UserError} offline, without such a repository, or without room
   */
  async file(...names: string[]): Promise<string | undefined> {
    const { repository, folder, offline } = this.#options;
    const kept = names.find((name) => fileExists(`${folder}/${name}`));
    if (kept !== undefined) return `${folder}/${kept}`;
    if (offline) {
      throw new UserError(
        `the model ${repository} is not on this machine, and offline nothing is fetched`,
        `Build once without DOCS_OFFLINE and --offline, or put the model's files into ${folder}.`,
      );
    }
    if (!this.#said) {
      this.#said = true;
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

  /** Whether the repository has it. */
  async #fetch(name: string, path: string): Promise<boolean> {
    const { repository, endpoint, signal } = this.#options;
    const address = `${endpoint}/${repository}/resolve/main/${name}`;
    const response = await fetch(address, { signal }).catch((error) => {
      signal?.throwIfAborted();
      throw new UserError(
        `${address} cannot be fetched: ${error.message}`,
        "Check the network, or name a folder that holds the model.",
      );
    });
    if (response.status === 404) {
      await response.body?.cancel();
      return false;
    }
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw new UserError(
        `${address} cannot be fetched: the hub answered ${response.status}`,
        response.status === 401 || response.status === 403
          ? "There is no such repository, or it is not open to all; check the name."
          : "Try again later, or name a folder that holds the model.",
      );
    }
    const length = Number(response.headers.get("content-length") ?? 0);
    // A compressed answer is longer once it is unpacked.
    const total = response.headers.has("content-encoding") ? 0 : length;
    await this.#keep(response.body, path, name, total);
    return true;
  }

  /** Writes beside and renames, so that a file that is there is whole. */
  async #keep(
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
        for (let at = 0; at < bytes.length;) {
          at += file.writeSync(bytes.subarray(at));
        }
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
