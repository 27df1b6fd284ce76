import { LRUCache } from "lru-cache";
import type { Answer } from "./answer.ts";

/** What was kept, as it lies in a file. */
const VERSION = 1;

/** How answers are kept. */
export interface CacheOptions {
  /** Answers at most; the one not asked for longest makes room. */
  most: number;
  /** In ms, from when it was written. */
  ttl: number;
  /** Keeps them for the next run of the program too. */
  file?: string;
}

/**
 * Answers that models wrote, by all that they depend on. Of what failed nothing
 * is kept.
 */
export class AnswerCache {
  readonly #answers: LRUCache<string, Answer>;
  readonly #file?: string;

  constructor({ most, ttl, file }: CacheOptions) {
    this.#answers = new LRUCache({ max: most, ttl });
    this.#file = file;
    if (file !== undefined) this.#read(file);
  }

  /** The answer under a key, which counts as used now. */
  get(key: string): Answer | undefined {
    return this.#answers.get(key);
  }

  /** Keeps an answer; one on disk is written at once. */
  set(key: string, answer: Answer): void {
    this.#answers.set(key, answer);
    if (this.#file !== undefined) this.#write(this.#file);
  }

  /** What cannot be read is as good as nothing. */
  #read(file: string): void {
    try {
      const kept = JSON.parse(Deno.readTextFileSync(file));
      if (kept.version === VERSION) this.#answers.load(kept.answers);
    } catch {
      this.#answers.clear();
    }
  }

  /** For its owner alone, since it holds what documents say. Without room for it the answer counts all the same. */
  #write(file: string): void {
    const temporary = `${file}.${Deno.pid}`;
    const kept = { version: VERSION, answers: this.#answers.dump() };
    try {
      Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
      Deno.writeTextFileSync(temporary, JSON.stringify(kept), { mode: 0o600 });
      Deno.renameSync(temporary, file);
    } catch {
      try {
        Deno.removeSync(temporary);
      } catch { /* it was not made */ }
    }
  }
}
