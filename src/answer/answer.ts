/**
 * An answer and what it rests on: the JSON of `docs ask --json`.
 *
 * @module
 */

import type { Usage } from "../llm/chat_model.ts";
import type { HitJson, NearestJson } from "../search/hit_json.ts";
import type { Correction } from "../search/correct_spelling.ts";
import type { Claim } from "./citations/checked_answer.ts";
import type { MadeCall } from "./toolbox.ts";

/** A section that an answer cites, and that holds. */
export interface Source extends
  Pick<
    HitJson,
    | "id"
    | "path"
    | "anchor"
    | "title"
    | "heading_path"
    | "url"
    | "start_line"
    | "end_line"
    | "score"
  > {
  /** From 1; the `[n]` of the answer. */
  number: number;
}

/** A result of another server's tool that an answer cites, and that holds. */
export interface ToolSource {
  number: number;
  /** `UPSTREAM:TOOL#NUMBER` */
  id: string;
  upstream: string;
  tool: string;
  /** As the model gave them. */
  arguments: Record<string, unknown>;
  /** A slice of the result that says it. */
  quote: string;
}

/** What left the machine for an answer. */
export interface Sent {
  /** Host and port of the model. */
  host: string;
  sections: number;
  /** UTF-16 units of the sections' text. */
  chars: number;
}

/**
 * How an answer came about: a model wrote it and it was checked; passages are
 * quoted as they stand; nothing was found; or it is a reply to small talk.
 */
export type AnswerMode = "model" | "extractive" | "none" | "chitchat";

/** A section as the model reads it. */
export interface SentText {
  number: number;
  id: string;
  path: string;
  start_line: number;
  end_line: number;
  text: string;
}

/** An answer. */
export interface Answer {
  question: string;
  /** Without a list of sources, which is `sources`. */
  answer: string;
  mode: AnswerMode;
  claims: Claim[];
  /** What is cited and holds, by number. */
  sources: (Source | ToolSource)[];
  /** Mean score of the sections found, 4 decimals; 0 for none. No probability. */
  relevance_score: number;
  /** Name of the model that wrote it; null where none did. */
  model: string | null;
  usage: Usage | null;
  took_ms: number;
  /** null where nothing left the machine. */
  sent: Sent | null;
  /** Whether it was written for an earlier asking. */
  cached: boolean;
  warnings: string[];
  /** Calls of tools, where other servers are used. */
  tool_calls?: MadeCall[];
  /** Words that no document has, and what was searched for in their place. */
  corrections?: Correction[];
  /** Where nothing is good enough: the nearest that there is. */
  nearest?: NearestJson[];
  /** What the model is to read, where that was asked for. */
  context?: SentText[];
}

/** An answer of which no more is known than what it says. */
export function plainAnswer(
  question: string,
  answer: string,
  mode: AnswerMode,
): Answer {
  return {
    question,
    answer,
    mode,
    claims: [],
    sources: [],
    relevance_score: 0,
    model: null,
    usage: null,
    took_ms: 0,
    sent: null,
    cached: false,
    warnings: [],
  };
}

/** Whether a source is a section of a document. */
export function isSection(source: Source | ToolSource): source is Source {
  return !("upstream" in source);
}
