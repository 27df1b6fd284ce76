import { LRUCache } from "lru-cache";
import { VERSION } from "../version.ts";
import type { Answer } from "./answer.ts";

/** How answers lie in a file, and by which program's check: those of another one are not used. */
const FORM = `1 ${VERSION}`;

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
 * is kept. Processes that share a file do not take each other's answers away.
 */
export class AnswerCache {
  readonly #answers: LRUCache<string, Answer>;
  readonly #file?: string;

  constructor({ most, ttl, file }: CacheOptions) {
    this.#answers = new LRUCache({ max: most, ttl });
    this.#file = file;
    if (file === undefined) return;
    try {
      this.#load(Deno.readTextFileSync(file));
    } catch { /* there is none yet */ }
  }

  /** The answer under a key, which counts as used now. */
  get(key: string): Answer | undefined {
    const answer = this.#answers.get(key);
    // On disk too, or the next to be kept would drop it.
    if (answer) this.#change(() => this.#answers.get(key));
    return answer;
  }

  /** Keeps an answer; one on disk is written at once. */
  set(key: string, answer: Answer): void {
    this.#change(() => this.#answers.set(key, answer));
  }

  /** What cannot be read is as good as nothing. */
  #load(text: string): void {
    try {
      const { form, answers } = JSON.parse(text);
      if (form !== FORM) throw new Error("of another program");
      this.#answers.load(answers.filter(isKept));
    } catch {
      this.#answers.clear();
    }
  }

  /**
   * Makes a change to what the file holds now. It is for its owner alone, since
   * it holds what documents say. Without room for it the answer counts all the
   * same.
   */
  #change(change: () => void): void {
    const file = this.#file;
    let changed = false;
    try {
      if (file === undefined) return;
      Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
      using open = Deno.openSync(file, {
        ...{ read: true, write: true, create: true },
        mode: 0o600,
      });
      // Ends when it is closed, also by the end of the process.
      open.lockSync(true);
      this.#load(textOf(open));
      change();
      changed = true;
      const kept = { form: FORM, answers: this.#answers.dump() };
      const bytes = new TextEncoder().encode(JSON.stringify(kept));
      open.truncateSync();
      open.seekSync(0, Deno.SeekMode.Start);
      for (let at = 0; at < bytes.length;) {
        at += open.writeSync(bytes.subarray(at));
      }
    } catch {
      /* it is kept in memory */
    } finally {
      if (!changed) change();
    }
  }
}

/** By the handle that has the lock: on Windows no other may read. */
function textOf(file: Deno.FsFile): string {
  const bytes = new Uint8Array(file.statSync().size);
  let length = 0;
  for (let read: number | null = 1; read;) {
    read = file.readSync(bytes.subarray(length));
    length += read ?? 0;
  }
  return new TextDecoder().decode(bytes.subarray(0, length));
}

/** Whether an entry of a file is one of ours. */
function isKept(entry: unknown): boolean {
  if (!Array.isArray(entry) || typeof entry[0] !== "string") return false;
  const { answer, mode, claims, sources, warnings } = entry[1]?.value ?? {};
  return typeof answer === "string" && typeof mode === "string" &&
    [claims, sources, warnings].every(Array.isArray);
}
