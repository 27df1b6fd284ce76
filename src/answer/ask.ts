/**
 * Answers a question: search, sections, prompt, model, checked citations. Where
 * no model can be asked, what the documents say is quoted.
 *
 * @module
 */

import type { ChatModel, Turn } from "../llm/chat_model.ts";
import { nearestJson } from "../search/hit_json.ts";
import type { Searcher, SearchResult } from "../search/search.ts";
import type { PackedIndex } from "../index/packed_index.ts";
import { UserError } from "../user_error.ts";
import { type Answer, plainAnswer, type Sent } from "./answer.ts";
import type { AnswerCache } from "./answer_cache.ts";
import { checkCitations } from "./citations/check_citations.ts";
import type { SentSection } from "./citations/checked_answer.ts";
import { extractiveAnswer } from "./extractive.ts";
import { type Gathered, gatherSections } from "./gather_sections.ts";
import { answerLanguage } from "./language.ts";
import { answerPrompt, PROMPT_VERSION } from "./prompt.ts";
import {
  emptyAnswer,
  failureWarning,
  replyWarnings,
} from "./reply_warnings.ts";
import { NOTHING_FOUND, relevanceScore, sourceOf } from "./sources.ts";

/** What questions are answered with. */
export interface Answerer {
  index: PackedIndex;
  searcher: Searcher;
  /** Hits below this score are no grounds. */
  minScore: number;
  /** UTF-16 units of sections that a model is sent at most. */
  contextChars: number;
  /** Loads the model at the first call; undefined where none is to be asked. */
  model?: AskedModel;
  cache?: AnswerCache;
}

/** The model that may be asked. */
export interface AskedModel {
  open(): Promise<ChatModel>;
  /** Whether the user named it just now, so that doing without is no answer. */
  required: boolean;
  /**
   * Says what is sent, before it is.
   *
   * @param servers whose tools' results are sent too
   */
  announce(sent: Sent, servers?: readonly string[]): void;
  /** Whatever of the settings makes answers different, for the cache's key. */
  settings: string;
}

/** How one question is asked. */
export interface AskOptions {
  /** Sections to answer from at most. */
  k: number;
  signal?: AbortSignal;
  /** Told each piece of the model's text as it comes, before it is checked. */
  onText?: (piece: string) => void;
  /** What was said before, for the model alone. */
  history?: readonly Turn[];
  /** What to search for, where the question alone does not say. */
  searched?: string;
  /** Whether the answer is to hold what the model read. */
  context?: boolean;
}

/**
 * Answers a question.
 *
 * @throws {UserError} the model that is required cannot be used
 * @throws {DOMException} `AbortError` when the signal was aborted
 */
export async function ask(
  question: string,
  answerer: Answerer,
  options: AskOptions,
): Promise<Answer> {
  const started = performance.now();
  const { searched = question, k, signal } = options;
  const { index, searcher, minScore } = answerer;
  const result = await searcher.search(searched, { k, minScore, signal });
  signal?.throwIfAborted();
  let gathered: Gathered | undefined;
  const gather = () =>
    gathered ??= gatherSections(index, result.hits, answerer.contextChars);
  const answer = await answerFrom(question, result, gather, answerer, options);
  return {
    ...answer,
    took_ms: Number((performance.now() - started).toFixed(1)),
    ...(result.corrections && { corrections: result.corrections }),
    ...(result.nearest && { nearest: result.nearest.map(nearestJson) }),
    ...(options.context && { context: gather().sections.map(contextOf) }),
  };
}

async function answerFrom(
  question: string,
  result: SearchResult,
  gather: () => Gathered,
  answerer: Answerer,
  options: AskOptions,
): Promise<Answer> {
  const { index, searcher, model } = answerer;
  if (result.hits.length === 0) {
    const said = NOTHING_FOUND[answerLanguage(question)];
    return plainAnswer(question, said, "none");
  }
  const quoted = (warnings: string[] = [], sent: Sent | null = null) => ({
    ...extractiveAnswer(index, searcher, question, result),
    warnings,
    sent,
  });
  if (model === undefined) return quoted();
  const told: { sent: Sent | null } = { sent: null };
  try {
    const key = cacheKey(question, answerer, model, options);
    const known = answerer.cache?.get(key);
    if (known) return { ...known, cached: true, sent: null };
    const chat = await model.open();
    const gathered = gather();
    // Headings alone answer nothing.
    if (gathered.sections.length === 0) return quoted();
    const answer = await written(
      question,
      result,
      gathered,
      chat,
      options,
      () => {
        const { sections, chars } = gathered;
        const sent = { host: chat.host, sections: sections.length, chars };
        model.announce(sent);
        return told.sent = sent;
      },
    );
    if (answer === undefined) {
      return quoted([emptyAnswer(chat)], told.sent);
    }
    answerer.cache?.set(key, answer);
    return answer;
  } catch (error) {
    if (!(error instanceof UserError) || model.required) throw error;
    return quoted([failureWarning(error)], told.sent);
  }
}

/** The model's answer, checked; undefined where it said nothing. */
async function written(
  question: string,
  { hits }: SearchResult,
  { sections, hits: gathered, shortened, omitted }: Gathered,
  chat: ChatModel,
  { signal, onText, history = [] }: AskOptions,
  announce: () => Sent,
): Promise<Answer | undefined> {
  const language = answerLanguage(question);
  const { system, user } = await answerPrompt(question, sections, language);
  const sent = announce();
  const reply = await chat.generate({
    system,
    turns: [...history, { role: "user", text: user }],
    signal,
  }, onText);
  const checked = checkCitations(reply.turn.text, sections, language);
  if (checked.answer.trim() === "") return undefined;
  return {
    ...plainAnswer(question, checked.answer, "model"),
    claims: checked.claims,
    sources: checked.cited.map((number) =>
      sourceOf(sections[number - 1]!, gathered[number - 1]!.score)
    ),
    relevance_score: relevanceScore(hits),
    model: chat.name,
    usage: reply.usage ?? null,
    sent,
    warnings: [
      ...checked.warnings,
      ...replyWarnings(reply, question),
      ...shortened.map((id) => `only a part of ${id} was sent to the model`),
      ...omitted.map((id) =>
        `${id} was not sent to the model, for lack of room (LLM_CONTEXT_CHARS)`
      ),
    ],
  };
}

/** All that an answer depends on. */
function cacheKey(
  question: string,
  { index, minScore, contextChars }: Answerer,
  model: AskedModel,
  { k, history = [], searched }: AskOptions,
): string {
  return JSON.stringify([
    PROMPT_VERSION,
    index.fingerprint,
    model.settings,
    minScore,
    contextChars,
    k,
    question,
    searched,
    history,
  ]);
}

function contextOf(
  { number, id, path, startLine, endLine, text }: SentSection,
) {
  return { number, id, path, start_line: startLine, end_line: endLine, text };
}
