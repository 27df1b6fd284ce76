/**
 * Every command and flag, once, as data. Parsing, `--help`, shell completion
 * and the reference in docs/commands.md are made from it.
 *
 * @module
 */

import type { Command } from "./command.ts";
import {
  accessFlags,
  indexFlags,
  json,
  offline,
  settingFlags,
} from "./shared_flags.ts";
import { askCommand, cacheCommand } from "./table_ask.ts";
import { probeCommand } from "./table_probe.ts";
import { proxyCommand } from "./table_proxy.ts";
import { questionsCommand } from "./table_questions.ts";

export const buildCommand = {
  name: "build",
  summary: "Build an index from folders and files of documents",
  about: [
    "Reads Markdown, MDX, plain text, HTML and JSON Lines, leaving out what .gitignore names. Without SOURCE the sources of ./docs.json are built.",
    "A docs.json in the root of the sources may hold sources, include, exclude, urlBase, minScore and offline.",
    "EMBEDDING_MODEL names another embedder than the bundled one: https://HOST/v1#MODEL (a server with /v1/embeddings; its key in EMBEDDING_API_KEY), a folder with an ONNX model, or OWNER/NAME on the Hugging Face hub. Their vectors are kept in FILE.vectors, so that a build that was stopped goes on where it was and the next one embeds what is new.",
  ],
  arguments: [{
    name: "SOURCE",
    required: false,
    many: true,
    offers: "file",
  }],
  flags: [
    {
      name: "output",
      short: "o",
      kind: "text",
      value: "FILE",
      offers: "file",
      help: "Write the index here (default: .docs/index in the current folder)",
    },
    {
      name: "executable",
      kind: "text",
      value: "OUT",
      offers: "file",
      help: "Make an executable that carries the index; without -o only that",
    },
    {
      name: "include",
      kind: "texts",
      value: "GLOB",
      help: "Take only files that match; may be repeated",
    },
    {
      name: "exclude",
      kind: "texts",
      value: "GLOB",
      help: "Leave out files that match; may be repeated",
    },
    {
      name: "url-base",
      kind: "text",
      value: "URL",
      help: "Addresses of documents are this, the path and the anchor",
    },
    {
      name: "passage-size",
      kind: "integer",
      value: "N",
      min: 50,
      max: 20_000,
      help: "Length of a passage in characters (default: 500)",
    },
    {
      name: "overlap",
      kind: "integer",
      value: "N",
      min: 0,
      max: 10_000,
      help: "Characters that neighbouring passages share (default: 100)",
    },
    {
      name: "follow",
      kind: "switch",
      help: "Follow links that lead out of the source folder",
    },
    {
      name: "strict",
      kind: "switch",
      help: "Fail when any file had to be skipped",
    },
    offline,
    json,
    ...settingFlags,
  ],
  examples: [
    { run: "docs build guide", does: "index the folder guide as .docs/index" },
    {
      run:
        "docs build guide api.jsonl -o site.index --url-base https://example.com/",
      does: "index a folder and a file into site.index",
    },
    {
      run: "docs build guide --executable ./guide-docs",
      does: "make one file that can search the guide anywhere",
    },
  ],
} as const satisfies Command;

export const updateCommand = {
  name: "update",
  summary: "Build an index again as it was built",
  about: [
    "Reads the sources that the index records, with the same settings (include, exclude, url-base, passage size) and the same embedder, and replaces the index when all is done. docs status says whether anything has changed.",
  ],
  arguments: [],
  flags: [
    {
      name: "strict",
      kind: "switch",
      help: "Fail when any file had to be skipped",
    },
    offline,
    json,
    ...indexFlags,
  ],
  examples: [
    { run: "docs update", does: "bring the nearest .docs/index up to date" },
    { run: "docs update --index site.index", does: "update another one" },
  ],
} as const satisfies Command;

export const searchCommand = {
  name: "search",
  summary: "Search the documents",
  about: [
    "Prints sections, best first, each with its lines and the words that matched. Exit code 0: something was found, 1: nothing, 2: wrong use or failure.",
    "A score of 0.5 or more says that the documents answer the query rather than not. Where nothing has that, the nearest titles are named on stderr.",
    "A query that begins with - goes after --.",
  ],
  arguments: [{ name: "QUERY", required: false, many: true }],
  flags: [
    {
      name: "top-k",
      short: "k",
      kind: "integer",
      value: "N",
      min: 1,
      max: 1000,
      help: "Print at most N sections (default: TOP_K_RESULTS, else 5)",
    },
    {
      name: "min-score",
      kind: "number",
      value: "X",
      min: 0,
      max: 1,
      help:
        "Leave out what scores below X, from 0 to 1; 0 leaves nothing out (default: MIN_SCORE, else 0.5)",
    },
    {
      name: "or",
      kind: "texts",
      value: "QUERY",
      help:
        "Ask the same in other words, or in the other language, too, and merge what is found; may be repeated, up to five in all",
    },
    {
      name: "in",
      kind: "texts",
      value: "GLOB",
      help: "Search only documents whose path matches; may be repeated",
    },
    {
      name: "in-place",
      kind: "text",
      value: "FOLDER",
      offers: "folder",
      help:
        "Search this folder without an index; one is made in the cache folder and used again while the files are the same",
    },
    {
      name: "explain",
      kind: "switch",
      help: "Say for each hit how its score came about",
    },
    {
      name: "stdin",
      kind: "switch",
      help: "Read a query a line from stdin, print a JSON object a line",
    },
    offline,
    json,
    ...indexFlags,
  ],
  examples: [
    { run: "docs search connection pool", does: "find sections on it" },
    {
      run: "docs search 設定ファイル -k 3 --in 'guide/**'",
      does: "the best three sections under guide/",
    },
    {
      run: "docs search rename a file --or ファイル名を変えたい --or move",
      does: "ask in three ways, and merge what is found",
    },
    {
      run: "docs search --in-place ./notes standing order",
      does: "search a folder that has no index",
    },
    { run: "docs search -- --no-lock", does: "find what begins with a dash" },
    {
      run: "docs search --stdin < questions.txt > answers.jsonl",
      does: "answer many questions in one run",
    },
  ],
} as const satisfies Command;

export const getCommand = {
  name: "get",
  summary: "Print a document or a section as it stands in its source",
  about: [
    "Takes PATH as the exact path of a document first; if there is none, splits it at the last # into a path and the anchor of a section (docs list --sections shows them).",
  ],
  arguments: [{ name: "PATH[#ANCHOR]", required: true, many: false }],
  flags: [
    {
      name: "lines",
      kind: "text",
      value: "A:B",
      help: "Print only lines A to B of the file; also A:, :B and A",
    },
    json,
    ...indexFlags,
  ],
  examples: [
    { run: "docs get guide/setup.md", does: "print a document" },
    { run: "docs get guide/setup.md#install", does: "print one section" },
    {
      run: "docs get guide/setup.md --lines 10:20",
      does: "print eleven lines",
    },
  ],
} as const satisfies Command;

export const listCommand = {
  name: "list",
  summary: "List the documents of the index",
  about: [],
  arguments: [],
  flags: [
    { name: "sections", kind: "switch", help: "List their sections too" },
    json,
    ...indexFlags,
  ],
  examples: [
    { run: "docs list", does: "path and title of every document" },
    { run: "docs list --sections --json", does: "the whole table of contents" },
  ],
} as const satisfies Command;

export const serveCommand = {
  name: "serve",
  summary: "Serve the documents to agents by MCP, over stdio or HTTP",
  about: [
    "The index is opened in the background and opened anew when its file is replaced. HOST:PORT is where --http listens (default: 127.0.0.1:3000); the protocol is at /mcp, the state at /healthz and /readyz.",
    "A HOST other than the machine's own needs a token: DOCS_TOKEN or --token-file.",
  ],
  arguments: [{ name: "HOST:PORT", required: false, many: false }],
  flags: [
    {
      name: "stdio",
      kind: "switch",
      help: "Serve the client that started the program, over stdin and stdout",
    },
    { name: "http", kind: "switch", help: "Serve many clients over HTTP" },
    ...accessFlags,
    offline,
    ...indexFlags,
  ],
  examples: [
    { run: "docs serve --stdio", does: "what an agent's .mcp.json starts" },
    {
      run: "docs serve --http",
      does: "serve http://127.0.0.1:3000/mcp",
    },
    {
      run:
        "docs serve --http 0.0.0.0:8080 --token-file token.txt --allow-host docs.example.com",
      does: "serve a team",
    },
  ],
} as const satisfies Command;

export const installCommand = {
  name: "install",
  summary: "Register the documents with an agent's MCP client",
  about: [
    "Writes to .mcp.json (claude-code), .cursor/mcp.json (cursor) or .vscode/mcp.json (vscode) in the current folder, or to Claude Desktop's own file. What is there stays, and the file as it was is kept beside it.",
    "The index that is found from here, or that --index names, is written down with its full path; where there is none, --index carried, the one that the program carries.",
  ],
  arguments: [{
    name: "CLIENT",
    required: true,
    many: false,
    choices: ["claude-code", "claude-desktop", "cursor", "vscode"],
  }],
  flags: [
    {
      name: "print",
      kind: "switch",
      help: "Print the configuration and write nothing",
    },
    {
      name: "name",
      kind: "text",
      value: "NAME",
      help: "Call the server this (default: the name of the program)",
    },
    ...indexFlags,
  ],
  examples: [
    {
      run: "docs install claude-code",
      does: "register with the project in this folder",
    },
    {
      run: "docs install vscode --print",
      does: "show what would be written",
    },
  ],
} as const satisfies Command;

export const statusCommand = {
  name: "status",
  summary: "Check the index against its checksums and the live files",
  about: [
    "Says which index is used and why, what is in it, whether it is intact, which files have changed since it was built, and where each setting comes from. Exit code 2 if the index is damaged.",
    "Other MCP servers that docs.config.json names are started, to see whether they work; of those that are not active it says what is missing.",
  ],
  arguments: [],
  flags: [json, ...indexFlags],
  examples: [
    { run: "docs status", does: "report on the index that would be used" },
    { run: "docs status --json", does: "the same for programs" },
  ],
} as const satisfies Command;

export const completionsCommand = {
  name: "completions",
  summary: "Print a completion script for a shell",
  about: [
    'bash: add  eval "$(docs completions bash)"  to ~/.bashrc.',
    'zsh: add  eval "$(docs completions zsh)"  to ~/.zshrc, after compinit.',
    "fish: docs completions fish > ~/.config/fish/completions/docs.fish",
    "powershell: add  docs completions powershell | Out-String | Invoke-Expression  to $PROFILE.",
  ],
  arguments: [{
    name: "SHELL",
    required: true,
    many: false,
    choices: ["bash", "zsh", "fish", "powershell"],
  }],
  flags: [],
  examples: [
    { run: "docs completions bash", does: "print the script for bash" },
  ],
} as const satisfies Command;

export const versionCommand = {
  name: "version",
  summary: "Print the version and what it runs on",
  about: [],
  arguments: [],
  flags: [json],
  examples: [{ run: "docs version --json", does: "the same for programs" }],
} as const satisfies Command;

const table = [
  buildCommand,
  updateCommand,
  questionsCommand,
  searchCommand,
  askCommand,
  getCommand,
  listCommand,
  serveCommand,
  installCommand,
  proxyCommand,
  probeCommand,
  statusCommand,
  cacheCommand,
  completionsCommand,
  versionCommand,
] as const;

/** The name of a command of the table. */
export type CommandName = typeof table[number]["name"];

/** All commands, in the order of the help. */
export const commands: readonly (Command & { readonly name: CommandName })[] =
  table;
