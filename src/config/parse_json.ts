import { UserError } from "../user_error.ts";

/** A JSON object of a settings file, with the position of each of its keys. */
export interface JsonObject {
  /** Values by key, in the order of the file. */
  readonly values: ReadonlyMap<string, unknown>;
  /** `FILE:LINE:COLUMN` of a key, both counted from 1, columns in UTF-16 units. */
  where(key: string): string;
}

/**
 * Parses a JSON object strictly (RFC 8259) and records the positions of its keys,
 * which `JSON.parse` does not give, so that messages can name the line to change.
 * A duplicate key is an error: one of the two would be ignored.
 *
 * @param text the file's text
 * @param file its name, for messages
 * @throws {UserError} naming file, line and column
 */
export function parseJsonObject(text: string, file: string): JsonObject {
  const reader = new Reader(text, file);
  const keys = new Map<string, number>();
  reader.space();
  if (reader.peek() !== "{") {
    reader.fail(text.trim() === "" ? "the file is empty" : "not an object", [
      'It must be one JSON object: {"key": value, …}.',
    ]);
  }
  const values = new Map<string, unknown>();
  reader.members((key, offset) => {
    keys.set(key, offset);
    values.set(key, reader.value(1));
  });
  reader.space();
  if (reader.peek() !== "") reader.fail("text after the end of the object");
  return {
    values,
    where: (key) => `${file}:${lineAndColumn(text, keys.get(key) ?? 0)}`,
  };
}

/** Nesting limit: no settings file needs it, and it keeps a hostile one from exhausting the stack. */
const maxDepth = 64;

class Reader {
  #at = 0;

  constructor(readonly text: string, readonly file: string) {}

  peek(): string {
    return this.text.charAt(this.#at);
  }

  space(): void {
    this.#match(/[ \t\r\n]*/y);
    if (this.text.startsWith("//", this.#at) || this.peek() === "#") {
      this.fail("a comment", ["JSON has no comments; remove it."]);
    }
  }

  /** Reads the object that begins here; `take` must read the value of each key. */
  members(take: (key: string, offset: number) => void): void {
    this.#at++;
    const seen = new Set<string>();
    for (this.space(); this.peek() !== "}"; this.space()) {
      if (seen.size > 0) {
        this.#expect(",", "a comma or } is missing");
        this.space();
        if (this.peek() === "}") {
          this.fail("a comma before }", ["Remove the last comma."]);
        }
      }
      const offset = this.#at;
      if (this.peek() !== '"') {
        this.fail("a key in double quotes is expected");
      }
      const key = this.#string();
      if (seen.has(key)) this.#failAt(offset, `the key "${key}" stands twice`);
      seen.add(key);
      this.space();
      this.#expect(":", `a colon is missing after "${key}"`);
      take(key, offset);
    }
    this.#at++;
  }

  value(depth: number): unknown {
    if (depth > maxDepth) this.fail("nested too deeply");
    this.space();
    const character = this.peek();
    if (character === '"') return this.#string();
    if (character === "{") {
      const object: Record<string, unknown> = Object.create(null);
      this.members((key) => object[key] = this.value(depth + 1));
      return object;
    }
    if (character === "[") return this.#array(depth);
    const word = this.#match(/true|false|null/y) ??
      this.#match(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
    if (word === undefined || /[\w.+-]/.test(this.peek())) {
      this.fail(character === "" ? "the file ends too early" : "not a value");
    }
    return JSON.parse(word);
  }

  #array(depth: number): unknown[] {
    this.#at++;
    const items: unknown[] = [];
    for (this.space(); this.peek() !== "]"; this.space()) {
      if (items.length > 0) {
        this.#expect(",", "a comma or ] is missing");
        this.space();
        if (this.peek() === "]") {
          this.fail("a comma before ]", ["Remove the last comma."]);
        }
      }
      items.push(this.value(depth + 1));
    }
    this.#at++;
    return items;
  }

  #string(): string {
    const start = this.#at;
    const literal = this.#match(
      // deno-lint-ignore no-control-regex -- JSON forbids them in strings.
      /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y,
    );
    if (literal === undefined) {
      this.#failAt(start, "a string that is not closed or has a wrong escape", [
        "Write \\ as \\\\ and keep a string on one line.",
      ]);
    }
    return JSON.parse(literal);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #expect(character: string, otherwise: string): void {
    if (this.peek() !== character) {
      this.fail(this.peek() === "" ? "the file ends too early" : otherwise);
    }
    this.#at++;
  }

  fail(what: string, next: string[] = []): never {
    this.#failAt(this.#at, what, next);
  }

  #failAt(offset: number, what: string, next: string[] = []): never {
    throw new UserError(
      `${this.file}:${lineAndColumn(this.text, offset)}: ${what}`,
      next[0] ?? "The file must be JSON.",
    );
  }
}

function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const lines = before.split("\n");
  return `${lines.length}:${lines[lines.length - 1]!.length + 1}`;
}
