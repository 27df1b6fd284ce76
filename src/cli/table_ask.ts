/**
 * The commands that have to do with answers, as data; see `table.ts`.
 *
 * @module
 */

import type { Command } from "./command.ts";
import { indexFlags, json, offline, settingFlags } from "./shared_flags.ts";

export const askCommand = {
  name: "ask",
  summary: "Answer a question from the documents, with checked citations",
  about: [
    "A model reads the sections that fit best and answers; each citation is checked against them, and what they do not say is marked. Without a model, its key or the network, what answers best is quoted with its lines. Exit code 0: there is an answer, 1: the documents have none, 2: wrong use or failure.",
    "LLM_MODEL names the model: a Gemini (GEMINI_API_KEY; default gemini-flash-latest), openai:NAME (OPENAI_API_KEY, OPENAI_BASE_URL) or ollama:NAME. What is sent, and to which host, is said on stderr. DOCS_OFFLINE=1 and --offline send nothing to other machines.",
    "Without QUESTION, on a terminal, a conversation begins; Ctrl-C ends an answer, Ctrl-D the conversation.",
  ],
  arguments: [{ name: "QUESTION", required: false, many: true }],
  flags: [
    {
      name: "top-k",
      short: "k",
      kind: "integer",
      value: "N",
      min: 1,
      max: 20,
      help: "Answer from at most N sections (default: TOP_K_RESULTS, else 5)",
    },
    {
      name: "min-score",
      kind: "number",
      value: "X",
      min: 0,
      max: 1,
      help:
        "Answer only from what scores X or more, from 0 to 1 (default: MIN_SCORE, else 0.5)",
    },
    {
      name: "model",
      kind: "text",
      value: "NAME",
      help: "Ask this model, or fail (default: LLM_MODEL, if it can be asked)",
    },
    {
      name: "no-stream",
      kind: "switch",
      help: "Print the answer when it is complete and checked",
    },
    {
      name: "show-context",
      kind: "switch",
      help: "Print the sections that the answer is made from, too",
    },
    {
      name: "verbose",
      short: "v",
      kind: "switch",
      help: "Say on stderr which tools the model calls",
    },
    {
      name: "no-cache",
      kind: "switch",
      help: "Ask the model even if it has answered the same before",
    },
    offline,
    json,
    ...indexFlags,
  ],
  examples: [
    { run: "docs ask how do I back up", does: "answer from the documents" },
    {
      run: "docs ask --offline 出張費はいつ支払われるか",
      does: "quote what answers best, sending nothing",
    },
    {
      run:
        "docs ask --model ollama:qwen3 --json how many days of leave do I have",
      does: "ask a model on this machine, as JSON",
    },
    { run: "docs ask", does: "begin a conversation" },
  ],
} as const satisfies Command;

export const cacheCommand = {
  name: "cache",
  summary: "Remove the answers of models that are kept on disk",
  about: [
    "docs ask keeps them under DOCS_CACHE_DIR, for CACHE_TTL seconds and CACHE_MAX_SIZE at most; CACHE_ENABLED=0 keeps none.",
  ],
  arguments: [{
    name: "ACTION",
    required: true,
    many: false,
    choices: ["clear"],
  }],
  flags: [json, ...settingFlags],
  examples: [{ run: "docs cache clear", does: "remove them" }],
} as const satisfies Command;
