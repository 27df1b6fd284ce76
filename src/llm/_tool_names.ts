import type { ToolDeclaration } from "./chat_model.ts";

/** What both APIs take: letters, digits, `_` and `-`, at most 64. */
const LENGTH = 64;

/**
 * The names that tools go by at a provider, and back. A name that a provider
 * would refuse is written in what it allows; two never become one.
 */
export class ToolNames {
  readonly #sent = new Map<string, string>();
  readonly #ours = new Map<string, string>();

  constructor(tools: readonly ToolDeclaration[] = []) {
    // Those that stay as they are keep their names.
    const names = tools.map(({ name }) => name)
      .sort((a, b) => Number(allowed(a) !== a) - Number(allowed(b) !== b));
    for (const name of names) {
      let sent = allowed(name);
      for (let count = 2; this.#ours.has(sent); count++) {
        const ending = `_${count}`;
        sent = allowed(name).slice(0, LENGTH - ending.length) + ending;
      }
      this.#sent.set(name, sent);
      this.#ours.set(sent, name);
    }
  }

  /** The name to send. */
  sent(name: string): string {
    return this.#sent.get(name) ?? allowed(name);
  }

  /** The name of a tool that a model calls; one that there is not stays as it is. */
  ours(sent: string): string {
    return this.#ours.get(sent) ?? sent;
  }
}

function allowed(name: string): string {
  const clean = name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, LENGTH);
  // Gemini: must start with a letter or an underscore.
  return /^[a-zA-Z_]/.test(clean) ? clean : `_${clean}`.slice(0, LENGTH);
}
