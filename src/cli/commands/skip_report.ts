import type { Skip } from "../../document/document.ts";
import type { Log } from "../../log.ts";

/** Files of unsupported formats that are named one by one. */
const namedUnsupported = 50;

/**
 * Names on stderr what a build leaves out. Unsupported files are named up to a
 * number, since a folder of pictures has thousands; everything else always.
 */
export class SkipReport {
  readonly #log: Log;
  readonly #kinds = new Map<string, number>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Counts a skip and logs it. */
  add({ path, reason }: Skip): void {
    const [kind = ""] = reason.split(":", 1);
    const count = (this.#kinds.get(kind) ?? 0) + 1;
    this.#kinds.set(kind, count);
    if (kind !== "unsupported" || count <= namedUnsupported) {
      this.#log.warning(`skipped ${path}: ${reason}`);
    }
  }

  /** Says how many were not named. */
  finish(): void {
    const more = (this.#kinds.get("unsupported") ?? 0) - namedUnsupported;
    if (more > 0) {
      this.#log.warning(
        `skipped … and ${more} more of unsupported formats, all in --json`,
      );
    }
  }

  /** How many of each kind: `3 skipped (2 unsupported, 1 binary)`; "" for none. */
  summary(): string {
    const total = [...this.#kinds.values()].reduce((a, b) => a + b, 0);
    const kinds = [...this.#kinds].map(([kind, count]) => `${count} ${kind}`);
    return total === 0 ? "" : `${total} skipped (${kinds.join(", ")})`;
  }
}
