import type { AppContext } from "../../app/app_context.ts";
import {
  type OpenedIndex,
  openLocatedIndex,
} from "../../app/open_located_index.ts";
import { SearcherFactory } from "../../app/searcher_factory.ts";
import type { Settings } from "../../config/settings.ts";
import { parseModelName } from "../../embed/model_name.ts";
import { searchResultJson } from "../../search/hit_json.ts";
import { noWord } from "../../search/no_word.ts";
import type {
  Searcher,
  SearchOptions,
  SearchResult,
} from "../../search/search.ts";
import { matcherOf } from "../../search/snippet.ts";
import { textLines } from "../../text/text_lines.ts";
import { UserError } from "../../user_error.ts";
import type { Parsed } from "../command.ts";
import { commandContext } from "../command_context.ts";
import type { searchCommand } from "../table.ts";
import type { Io } from "../terminal/io.ts";
import { styleFor } from "../terminal/style.ts";
import { hitLines, nearestLines } from "./search_output.ts";

/** Characters of a query that a message repeats. */
const MOST_QUOTED = 200;

/** Hits when neither `-k` nor TOP_K_RESULTS says how many. */
const defaultHits = 5;

/** `docs search`: one query from the command line, or many from stdin. */
export async function run(
  { flags, arguments: words }: Parsed<typeof searchCommand>,
  io: Io,
): Promise<number> {
  const query = words.join(" ");
  if (flags.stdin && words.length > 0) {
    throw new UserError(
      "docs search --stdin reads the queries from stdin and takes none as an argument",
    );
  }
  if (flags.stdin && flags.or !== undefined) {
    throw new UserError(
      "--or goes with a QUERY; --stdin answers each line by itself",
    );
  }
  if (flags.or?.some((it) => it.trim() === "")) {
    throw new UserError("the query of an --or is empty");
  }
  if (!flags.stdin && query.trim() === "") {
    throw new UserError(
      words.length === 0 ? "docs search needs a QUERY" : "the query is empty",
      "Say what to look for: docs search WORDS…, or give queries with --stdin.",
    );
  }
  const { settings: loaded, context } = commandContext(flags, io);
  await using stack = new AsyncDisposableStack();
  const opened = flags["in-place"] === undefined
    ? openLocatedIndex(loaded, context)
    : await openInPlace(flags["in-place"], loaded, context, stack, io);
  stack.use(opened);
  using searchers = new SearcherFactory(context);
  warnOfModel(opened, context);
  const { settings } = opened;
  const searcher = await searchers.open(opened);
  const options = {
    k: settings.topK.value ?? defaultHits,
    minScore: settings.minScore.value,
    in: flags.in,
    explain: flags.explain,
  };
  if (flags.stdin) {
    return await answerLines((query) => searcher.search(query, options), io);
  }
  const result = await askInAllWays(
    searcher,
    [query, ...flags.or ?? []],
    options,
  );
  const json = searchResultJson(result);
  if (flags.json) io.stdout.json(json);
  else print(result, opened, io);
  for (const { typed, taken } of result.corrections ?? []) {
    io.stderr.line(
      `docs: no document has ${JSON.stringify(typed)}; searched for ${
        JSON.stringify(taken)
      }`,
    );
  }
  // What was found in the guide answers nothing about the user's documents.
  if (result.hits.length > 0) return opened.isFallback ? 1 : 0;
  const hint = nothingFound(result, settings, flags.in);
  io.stderr.line(`docs: ${hint}`);
  for (const line of nearestLines(json.nearest ?? [])) io.stderr.line(line);
  return 1;
}

/** Opens an index of a folder that has none; what makes it is loaded only now. */
async function openInPlace(
  folder: string,
  loaded: Settings,
  context: AppContext,
  stack: AsyncDisposableStack,
  io: Io,
): Promise<OpenedIndex> {
  if (loaded.index.level === "flag") {
    throw new UserError(
      "--in-place searches a folder and --index an index; use one of them",
    );
  }
  const { buildInPlace } = await import("./search_in_place.ts");
  const open = (path: string) => {
    const index = { value: path, level: "flag", origin: "--in-place" } as const;
    return openLocatedIndex({ ...loaded, index }, context);
  };
  return await buildInPlace(folder, loaded, context, open, stack, io);
}

/** Several phrasings need more code, which one query does not load. */
async function askInAllWays(
  searcher: Searcher,
  queries: [string, ...string[]],
  options: SearchOptions,
): Promise<SearchResult> {
  if (queries.length === 1) return await searcher.search(queries[0], options);
  const { searchPhrasings } = await import(
    "../../search/search_phrasings.ts"
  );
  return await searchPhrasings(searcher, queries, options);
}

/**
 * An object a line for a query a line. A query without a word does not stop the
 * rest; a damaged index does.
 */
async function answerLines(
  ask: (query: string) => Promise<SearchResult>,
  io: Io,
): Promise<number> {
  for await (const line of textLines(io.stdin)) {
    io.stdout.line(JSON.stringify(searchResultJson(await ask(line))));
  }
  return 0;
}

function print(
  result: SearchResult,
  { index, settings }: OpenedIndex,
  io: Io,
): void {
  const style = styleFor(io.stdout, settings, io);
  const matcher = matcherOf(result.searched.terms);
  const columns = io.stdout.isTerminal
    ? Math.min(io.stdout.columns, 100)
    : undefined;
  const blocks = result.hits.map((hit) => {
    const { document } = hit;
    const lineAt = index.document(document).hasSourceLines
      ? (at: number) => index.lineSpan(document, at, at + 1).startLine
      : undefined;
    return hitLines(hit, matcher, style, columns, lineAt).join("\n") + "\n";
  });
  io.stdout.write(blocks.join("\n"));
}

function nothingFound(
  { query, searched, nearest }: SearchResult,
  { minScore }: Settings,
  globs: readonly string[] | undefined,
): string {
  if (searched.terms.length === 0) return noWord(query);
  const quoted = JSON.stringify(query.slice(0, MOST_QUOTED)) +
    (query.length > MOST_QUOTED ? "…" : "");
  if (nearest === undefined) {
    return `nothing found for ${quoted}` +
      (globs ? ` in documents whose path matches ${globs.join(", ")}` : "");
  }
  return `nothing relevant found for ${quoted} (no score of ${minScore.value}, ${minScore.origin}; --min-score 0 shows all)`;
}

/** The embedder of the index counts; a setting that says otherwise does nothing. */
function warnOfModel(
  { index, settings }: OpenedIndex,
  { cwd, log }: AppContext,
): void {
  const { value, origin } = settings.embeddingModel;
  const { id, source } = index.info.embedder;
  if (value !== undefined && !sameModel(value, source ?? id, cwd)) {
    log.warning(
      `the index was built with ${id}, which counts; ${value} (${origin}) is for docs build`,
    );
  }
}

/** Whether two names are of one model. */
function sameModel(one: string, other: string, cwd: string): boolean {
  if (one === other) return true;
  try {
    return JSON.stringify(parseModelName(one, cwd)) ===
      JSON.stringify(parseModelName(other));
  } catch {
    return false;
  }
}
