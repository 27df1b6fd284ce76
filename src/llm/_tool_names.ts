import type { ToolDeclaration } from "./chat_model.ts";

/** Both APIs accept letters, digits, `_` and `-`, at most 64. */
const LENGTH = 64;

/**
 * Maps names of tools to names that a provider accepts, and back. No two tools
 * get the same name.
 */
export class ToolNames {
  readonly #sent = new Map<string, string>();
  readonly #ours = new Map<string, string>();

  constructor(tools: readonly ToolDeclaration[] = []) {
    // Names that are accepted as they are go first, and so stay unchanged.
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

  /** Our name of the tool that a model calls; an unknown name stays as it is. */
  ours(sent: string): string {
    return this.#ours.get(sent) ?? sent;
  }
}

function allowed(name: string): string {
  const clean = name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, LENGTH);
  // Gemini: must start with a letter or an underscore.
  return /^[a-zA-Z_]/.test(clean) ? clean : `_${clean}`.slice(0, LENGTH);
}
