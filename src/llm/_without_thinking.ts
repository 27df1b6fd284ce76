const OPENING = "<think>";
const CLOSING = "</think>";

/**
 * Takes away the thoughts that a model on a server without a parser for them
 * writes before its answer: `<think>…</think>`, only at the very beginning.
 */
export class WithoutThinking {
  #state: "beginning" | "thinking" | "answer" = "beginning";
  #held = "";
  /** Whether there was a thought. */
  hasThought = false;

  /** @returns what of the text may be shown by now */
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

  /** @returns what was held back and is no thought */
  end(): string {
    return this.#state === "beginning" ? this.#release(this.#held) : "";
  }

  #release(text: string): string {
    this.#state = "answer";
    this.#held = "";
    return text;
  }
}
