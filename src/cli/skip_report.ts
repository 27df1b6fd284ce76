import type { Skip } from "../document/document.ts";
import type { Logger } from "./logger.ts";
import { printable } from "../text/visible.ts";

/** Files of unsupported formats that are named one by one. */
const namedUnsupported = 50;

/**
 * Names on stderr what a build leaves out. Unsupported files are named up to a
 * number, since a folder of pictures has thousands; everything else always.
 */
export class SkipReport {
  readonly #logger: Logger;
  readonly #kinds = new Map<string, number>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Takes note of a skip and names it. */
  add({ path, reason }: Skip): void {
    const kind = reason.split(":", 1)[0];
    const count = (this.#kinds.get(kind) ?? 0) + 1;
    this.#kinds.set(kind, count);
    if (kind !== "unsupported" || count <= namedUnsupported) {
      this.#logger.warning(`skipped ${printable(path)}: ${printable(reason)}`);
    }
  }

  /** Says how many were not named. */
  finish(): void {
    const more = (this.#kinds.get("unsupported") ?? 0) - namedUnsupported;
    if (more > 0) {
      this.#logger.warning(
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
