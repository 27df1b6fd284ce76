const OPENING = "<think>";
const CLOSING = "</think>";

/**
 * Removes `<think>…</think>` from the very beginning of a streamed answer: servers
 * that do not parse a model's thoughts send them so.
 */
export class ThinkTagFilter {
  #state: "beginning" | "thinking" | "answer" = "beginning";
  #held = "";
  /** Whether the answer had thoughts. */
  hasThought = false;

  /** @returns the text that can be shown so far */
  add(text: string): string {
    if (this.#state === "answer") return text;
    this.#held += text;
    if (this.#state === "beginning") {
      const begun = this.#held.trimStart();
      if (OPENING.startsWith(begun)) return "";
      if (!begun.startsWith(OPENING)) return this.#release(this.#held);
      this.#state = "thinking";
      this.hasThought = true;
    }
    const end = this.#held.indexOf(CLOSING);
    if (end < 0) return "";
    const answer = this.#held.slice(end + CLOSING.length).trimStart();
    // The blank lines after it may still be to come.
    if (answer === "") return "";
    return this.#release(answer);
  }

  /** @returns the text held back until now, if it is no thought */
  end(): string {
    return this.#state === "beginning" ? this.#release(this.#held) : "";
  }

  #release(text: string): string {
    this.#state = "answer";
    this.#held = "";
    return text;
  }
}
