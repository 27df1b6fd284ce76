import { languageTag } from "./_language_tag.ts";
import { unsafeUrl } from "./_unsafe_url.ts";

/** What the head of a Markdown or MDX file says about it. */
export interface FrontMatter {
  /** UTF-16 offset where content starts: after BOM and front matter. */
  bodyStart: number;
  title?: string;
  url?: string;
  lang?: string;
  /** Sentences about what could not be understood. */
  warnings: string[];
}

/** The three keys that mean something here, still as they were written. */
type Keys = Partial<Record<"title" | "url" | "lang", string>>;

/** Text between fences, and where it and its fences lie. */
interface Fenced {
  language: "YAML" | "TOML";
  source: string;
  /** UTF-16 offset after the closing fence's line end. */
  end: number;
}

/** No one writes more front matter; a rule far down closes nothing. */
const MAX_LENGTH = 1 << 16;

/**
 * Reads YAML (`---`) or TOML (`+++`) front matter.
 *
 * It is front matter only if the first line, after an optional byte order mark and
 * blank lines (which Hugo allows), is the fence alone, a later line is the closing fence alone (`...` also closes
 * YAML) and there is a mapping between them; otherwise it is content, such as a
 * paragraph between two rules. White space may follow a fence. A mapping that
 * does not parse but begins like one (`key: `) is front matter with a warning,
 * and its plain one-line values still count.
 *
 * @param text The whole decoded file.
 */
export async function readFrontMatter(text: string): Promise<FrontMatter> {
  const start = text.startsWith("\ufeff") ? 1 : 0;
  const content: FrontMatter = { bodyStart: start, warnings: [] };
  const lead = /^(?:[ \t]*\r?\n)*/.exec(text.slice(start, start + MAX_LENGTH))!;
  const fenced = findFences(text, start + lead[0].length);
  if (fenced === undefined) return content;
  const { language, source, end } = fenced;
  const warnings: string[] = [];
  let keys: Keys | undefined;
  try {
    keys = await (language === "YAML" ? yamlKeys(source) : tomlKeys(source));
    if (keys === undefined) return content;
  } catch (error) {
    if (!looksLikeMapping(language, source)) return content;
    const before = lead[0].split("\n").length - 1;
    warnings.push(`${language} front matter: ${complaint(error, before)}`);
    keys = plainKeys(source);
  }
  return { bodyStart: end, ...cleaned(keys, warnings), warnings };
}

/** Finds an opening and a closing fence, each alone on its line. */
function findFences(text: string, start: number): Fenced | undefined {
  const fence = text.slice(start, start + 3);
  if (fence !== "---" && fence !== "+++") return undefined;
  const closing = fence === "---" ? ["---", "..."] : ["+++"];
  let lineStart = start;
  let sourceStart = -1;
  while (lineStart - start <= MAX_LENGTH) {
    const newline = text.indexOf("\n", lineStart);
    const line = text.slice(lineStart, newline < 0 ? text.length : newline)
      .replace(/[ \t]*\r?$/, "");
    if (sourceStart < 0) {
      if (line !== fence) return undefined;
      sourceStart = newline + 1;
    } else if (closing.includes(line)) {
      return {
        language: fence === "---" ? "YAML" : "TOML",
        source: text.slice(sourceStart, lineStart),
        end: newline < 0 ? text.length : newline + 1,
      };
    }
    if (newline < 0) return undefined;
    lineStart = newline + 1;
  }
}

/**
 * Parses YAML 1.2 with the core schema: no types of others are built, an alias
 * is looked up only for the keys that are used, so nothing can be blown up.
 *
 * @returns `undefined` if it holds something else than a mapping.
 * @throws If it is malformed.
 */
async function yamlKeys(source: string): Promise<Keys | undefined> {
  const { isAlias, isMap, isScalar, parseDocument } = await import(
    "./_yaml.ts"
  );
  const document = parseDocument(source, {
    customTags: [],
    logLevel: "silent",
    schema: "core",
    uniqueKeys: false,
  });
  if (document.errors.length > 0) throw document.errors[0];
  const mapping = document.contents;
  if (!isMap(mapping)) return undefined;
  const valueOf = (key: string) => {
    let node = mapping.get(key, true) as unknown;
    if (isAlias(node)) node = node.resolve(document);
    if (!isScalar(node) || node.value === null) return undefined;
    // As written: 1.10 is not 1.1.
    return typeof node.value === "string" ? node.value : node.source;
  };
  return {
    title: valueOf("title"),
    url: valueOf("url"),
    lang: valueOf("lang"),
  };
}

/**
 * @returns `undefined` if it holds no key.
 * @throws If it is malformed.
 */
async function tomlKeys(source: string): Promise<Keys | undefined> {
  const { parse } = await import("smol-toml");
  const table = parse(source);
  if (Object.keys(table).length === 0) return undefined;
  const valueOf = (key: string) => {
    const value = Object.hasOwn(table, key) ? table[key] : undefined;
    return typeof value === "string"
      ? value
      : typeof value === "number" || typeof value === "bigint"
      ? String(value)
      : undefined;
  };
  return {
    title: valueOf("title"),
    url: valueOf("url"),
    lang: valueOf("lang"),
  };
}

/** Whether the first line that says something is `key: …` or `key = …`. */
function looksLikeMapping(language: string, source: string): boolean {
  const line = source.split("\n").find((line) => /^\s*[^\s#]/.test(line)) ?? "";
  return language === "YAML"
    ? /^["']?[\w.-]+["']?[ \t]*:(?:\s|$)/.test(line)
    : /^(?:["']?[\w.-]+["']?[ \t]*=|\[)/.test(line);
}

/** The values that need no parser: `title: Anything but a quote or bracket`. */
function plainKeys(source: string): Keys {
  const keys: Keys = {};
  const line = /^(title|url|lang)[ \t]*:[ \t]+([^\s"'`[\]{}|>&*!%@#].*)$/gm;
  for (const [, key, value] of source.matchAll(line)) {
    keys[key as keyof Keys] ??= value;
  }
  return keys;
}

/** Leaves out what is empty or not what its key promises. */
function cleaned(keys: Keys, warnings: string[]): Keys {
  const title = keys.title?.replace(/\s+/g, " ").trim();
  const url = keys.url?.trim();
  const lang = languageTag(keys.lang ?? "");
  const clean: Keys = {};
  if (title) clean.title = title.toWellFormed();
  if (url && unsafeUrl(url)) {
    warnings.push(`front matter: url is not an http address: ${url}`);
  } else if (url) clean.url = url.toWellFormed();
  if (lang) clean.lang = lang;
  return clean;
}

/**
 * The parser's complaint on one line, with the line of the file it is about.
 *
 * @param before Blank lines before the fence.
 */
function complaint(error: unknown, before: number): string {
  const message = error instanceof Error ? error.message : String(error);
  const { line, linePos } = error as {
    line?: number;
    linePos?: readonly { line: number }[];
  };
  const inside = line ?? linePos?.[0]?.line;
  const words = message.split("\n")[0]!.replace(
    / at line \d+, column \d+:?$/,
    "",
  );
  // The parsers count from the line after the fence.
  return inside === undefined ? words : `line ${before + inside + 1}: ${words}`;
}
