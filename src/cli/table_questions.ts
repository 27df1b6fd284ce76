/**
 * `docs questions`, as data; see `table.ts`.
 *
 * @module
 */

import type { Command } from "./command.ts";
import { indexFlags, json, offline } from "./shared_flags.ts";

export const questionsCommand = {
  name: "questions",
  summary: "Have questions written by which sections are found",
  about: [
    "Keeps, for each section, questions that it answers, in its own language and in English or Japanese. docs build puts them into the index beside the text: a search in everyday words, or in the other language, then finds sections whose own words are others. They are never shown, quoted or given to a model as a source.",
    "They stand in docs.questions.jsonl in the root of the sources, one section a line, to be committed with them: a build needs no model. When the text of a section changes, its line is stale and not used until it is written anew. Only what is missing or stale is asked for.",
    "A model writes them (LLM_MODEL, as for docs ask; what is sent, and to which host, is said on stderr before), or your own coding agent without a key: --missing --json gives it sections, --import takes what it wrote. Without SOURCE the sources of ./docs.json are meant, else those of the index that docs search would read.",
  ],
  arguments: [{
    name: "SOURCE",
    required: false,
    many: true,
    offers: "file",
  }],
  flags: [
    {
      name: "missing",
      kind: "switch",
      help:
        "Print the sections that lack questions instead; exit code 1: there are none",
    },
    {
      name: "limit",
      kind: "integer",
      value: "N",
      min: 1,
      max: 100_000,
      help: "With --missing: print at most N sections (default: 20)",
    },
    {
      name: "import",
      kind: "text",
      value: "FILE",
      offers: "file",
      help:
        "Check and add the questions in FILE (- for stdin): JSON Lines or a JSON array of path, anchor, questions by language, and terms",
    },
    {
      name: "dry-run",
      kind: "switch",
      help: "Say what a model would be asked, and send nothing",
    },
    {
      name: "model",
      kind: "text",
      value: "NAME",
      help: "Ask this model (default: LLM_MODEL)",
    },
    {
      name: "max-requests",
      kind: "integer",
      value: "N",
      min: 1,
      max: 1_000_000,
      help: "Stop after N requests; another run goes on from there",
    },
    {
      name: "price",
      kind: "text",
      value: "IN/OUT",
      help:
        "Estimate the cost: what a million tokens cost, sent and received, as 0.3/2.5",
    },
    {
      name: "prune",
      kind: "switch",
      help: "Remove lines whose section is no more",
    },
    offline,
    json,
    ...indexFlags,
  ],
  examples: [
    {
      run: "docs questions guide --dry-run",
      does: "say how many sections lack questions, and what asking takes",
    },
    {
      run: "docs questions guide && docs build guide",
      does: "have a model write them, and build the index with them",
    },
    {
      run: "docs questions guide --missing --json --limit 10",
      does: "print ten sections for an agent to write questions for",
    },
    {
      run: "docs questions guide --import questions.jsonl",
      does: "check what it wrote and add it",
    },
  ],
} as const satisfies Command;
