import { QUESTIONS_FILE } from "../document/expansion.ts";
import {
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { join } from "node:path";
import {
  brokenLink,
  NOT_UNICODE,
  specialFile,
  unlistable,
  unsupported,
} from "./_skip_reasons.ts";
import type { Skip } from "../document/document.ts";
import { formatOf } from "./format_of.ts";
import { globMatcher } from "./glob_matcher.ts";
import { IgnoreRules } from "./ignore_rules.ts";
import { isInside } from "../files/paths.ts";
import {
  compareStoredPaths,
  extensionOf,
  relativePath,
} from "../files/relative_path.ts";
import type { FileFormat } from "./reader.ts";
import { resolveSources, sourceRoot } from "./source_root.ts";
import { unreadable } from "../files/system_error.ts";

/** What of the sources is read. */
export interface SourceOptions {
  /** Globs as `globMatcher()` has them; none means everything. */
  include: string[];
  /** Globs of files and folders to leave out; they win over `include`. */
  exclude: string[];
  /** Whether links may lead out of the source root. */
  follow: boolean;
  /** Folder that stored paths are relative to; default: `sourceRoot(sources)`. */
  root?: string;
  /** Absolute paths of what a build makes, which is never a source of it. */
  outputs?: string[];
  /** The formats that are read; default: those of `readers.ts`. */
  readers?: readonly FileFormat[];
}

/** A file to read. */
export interface WalkedFile {
  /** Relative to the source root, `/` separated. */
  path: string;
  /** Absolute, as the platform writes it. */
  absolute: string;
  format: FileFormat;
  /** In bytes. */
  size: number;
  /** In whole milliseconds since 1970. */
  mtime: number;
}

/** A file to read, or an entry left out with its reason. */
export type Walked =
  | { kind: "file"; file: WalkedFile }
  | { kind: "skip"; skip: Skip };

/**
 * Lists what is in the sources without reading it, each real file once, in the
 * order of `compareStoredPaths()`.
 *
 * Left out in silence: hidden entries, `node_modules`, the root's `docs.json`,
 * indexes (`*.index`) and what builds keep beside them (`*.vectors`), what a
 * `.gitignore` or the globs leave out, and links to what is listed anyway. A file that is itself a source is listed in any case.
 * Everything else that is no document is a skip.
 *
 * @throws {UserError} For a missing source or a bad glob.
 */
export function walkSources(
  sources: string[],
  options: SourceOptions,
): Walked[] {
  return new Walk(sources, options).run();
}

/** A folder that is being walked. */
interface Folder {
  absolute: string;
  /** Absolute, with all links resolved. */
  real: string;
  /** Stored path; `""` for the root. */
  path: string;
  rules: IgnoreRules;
  /** Real paths of the folders it is in, by the way taken to it. */
  above: string[];
}

/** A link that is looked at after everything that is no link. */
interface Link {
  absolute: string;
  path: string;
  folder: Folder;
}

class Walk {
  readonly #found = new Map<string, Walked>();
  readonly #seen = new Set<string>();
  readonly #links: Link[] = [];
  readonly #root: string;
  readonly #realRoots: string[];
  readonly #sources: ReturnType<typeof resolveSources>;
  readonly #include: (path: string) => boolean;
  readonly #exclude: (path: string) => boolean;
  readonly #follow: boolean;
  readonly #outputs: string[];
  readonly #readers?: readonly FileFormat[];

  constructor(sources: string[], options: SourceOptions) {
    this.#root = options.root ?? sourceRoot(sources);
    this.#sources = resolveSources(sources);
    this.#realRoots = [this.#root, ...this.#sources.map(({ path }) => path)]
      .map((path) => realpathSync(path));
    this.#include = globMatcher(options.include) ?? (() => true);
    this.#exclude = globMatcher(options.exclude) ?? (() => false);
    this.#follow = options.follow;
    this.#outputs = options.outputs ?? [];
    this.#readers = options.readers;
  }

  run(): Walked[] {
    // A link gives way to the file itself wherever that is, so links come last,
    // and sorting puts everything in its place.
    for (const { path, isFolder } of this.#sources) {
      if (isFolder) this.#walkSource(path);
    }
    for (const { path, isFolder } of this.#sources) {
      if (!isFolder) this.#addSource(path);
    }
    for (let links; (links = this.#links.splice(0)).length > 0;) {
      links.sort((a, b) => compareStoredPaths(a.path, b.path));
      for (const link of links) this.#resolveLink(link);
    }
    return [...this.#found]
      .sort(([a], [b]) => compareStoredPaths(a, b))
      .map(([, walked]) => walked);
  }

  #walkSource(absolute: string) {
    this.#walkFolder({
      absolute,
      real: realpathSync(absolute),
      path: this.#stored(absolute),
      rules: IgnoreRules.forSource(absolute),
      above: [],
    });
  }

  #addSource(absolute: string) {
    const path = this.#stored(absolute);
    try {
      this.#add(path, absolute, realpathSync(absolute), statSync(absolute));
    } catch (error) {
      this.#skip(path, unreadable(error));
    }
  }

  #walkFolder(folder: Folder) {
    if (this.#seen.has(folder.real)) return;
    this.#seen.add(folder.real);
    let names: string[];
    try {
      names = readdirSync(folder.absolute);
    } catch (error) {
      return this.#skip(folder.path || ".", unreadable(error));
    }
    for (const name of names) this.#visit(folder, name);
  }

  #visit(folder: Folder, name: string) {
    const path = folder.path === "" ? name : `${folder.path}/${name}`;
    if (isPassedOver(path, name)) return;
    const absolute = join(folder.absolute, name);
    if (this.#isOutput(absolute)) return;
    let stats: Stats;
    try {
      stats = lstatSync(absolute);
    } catch (error) {
      return this.#skip(path, unlistable(name, error));
    }
    if (!name.isWellFormed()) return this.#skip(path, NOT_UNICODE);
    if (folder.rules.ignores(absolute, stats.isDirectory())) return;
    if (this.#exclude(path)) return;
    if (stats.isSymbolicLink()) {
      this.#links.push({ absolute, path, folder });
    } else if (stats.isDirectory()) {
      this.#walkFolder(inner(folder, absolute, join(folder.real, name), path));
    } else if (this.#include(path)) {
      this.#add(path, absolute, join(folder.real, name), stats);
    }
  }

  /** What is written, and what lies beside it until it is whole. */
  #isOutput(absolute: string): boolean {
    return this.#outputs.some((output) =>
      absolute === output ||
      absolute.startsWith(`${output}.`) && absolute.endsWith(".tmp")
    );
  }

  #resolveLink({ absolute, path, folder }: Link) {
    let real: string;
    let stats: Stats;
    let target: string;
    try {
      real = realpathSync(absolute);
      stats = statSync(real);
      target = readlinkSync(absolute);
    } catch (error) {
      if (!this.#include(path)) return;
      return this.#skip(path, brokenLink(absolute, error));
    }
    if (stats.isDirectory()) {
      if (
        isInside(real, folder.real) || folder.above.includes(real)
      ) {
        return this.#skip(path, `link_loop: ${target} is a folder it is in`);
      }
    } else if (!this.#include(path)) return;
    if (this.#seen.has(real)) return;
    if (
      !this.#follow && !this.#realRoots.some((root) => isInside(root, real))
    ) {
      if (!this.#include(path)) return;
      return this.#skip(path, `outside: links to ${target}`);
    }
    if (stats.isDirectory()) {
      this.#walkFolder(inner(folder, absolute, real, path));
    } else {
      this.#add(path, absolute, real, stats);
    }
  }

  #add(path: string, absolute: string, real: string, stats: Stats) {
    if (!stats.isFile()) {
      return this.#skip(path, specialFile(stats));
    }
    const format = formatOf(path, this.#readers);
    if (format === undefined) return this.#skip(path, unsupported(path));
    if (this.#seen.has(real)) return;
    this.#seen.add(real);
    const mtime = Math.floor(stats.mtimeMs);
    const file = { path, absolute, format, size: stats.size, mtime };
    this.#found.set(path, { kind: "file", file });
  }

  #skip(path: string, reason: string) {
    this.#found.set(path, { kind: "skip", skip: { path, reason } });
  }

  #stored(absolute: string): string {
    return relativePath(this.#root, absolute) ?? absolute;
  }
}

function inner(
  folder: Folder,
  absolute: string,
  real: string,
  path: string,
): Folder {
  const rules = folder.rules.inside(absolute);
  return { absolute, real, path, rules, above: [...folder.above, folder.real] };
}

/** Entries that nobody means when naming a folder. */
function isPassedOver(path: string, name: string): boolean {
  return name.startsWith(".") || name === "node_modules" ||
    path === "docs.json" || path === QUESTIONS_FILE ||
    /^\.(?:index|vectors)$/.test(extensionOf(name));
}
