/**
 * Answers a question where other MCP servers are used: it is routed to the
 * documents, to a server's tools, or to a reply to small talk. What tools give
 * is a source like a section, and citations of it are checked alike.
 *
 * @module
 */

import type { ChatModel, Usage } from "../llm/chat_model.ts";
import { TRUNCATED } from "../upstream/cap_result.ts";
import { UserError } from "../user_error.ts";
import { type Answer, isSection, plainAnswer, type Sent } from "./answer.ts";
import { type Answerer, ask, type AskOptions } from "./ask.ts";
import { checkCitations } from "./citations/check_citations.ts";
import { fencedOff, fenceFor } from "./fence.ts";
import { type AnswerLanguage, answerLanguage } from "./language.ts";
import {
  emptyAnswer,
  failureWarning,
  replyWarnings,
} from "./reply_warnings.ts";
import { ReadSources } from "./read_sources.ts";
import { route } from "./route.ts";
import { searchTool } from "./search_tool.ts";
import { relevanceScore } from "./sources.ts";
import { type LoopEnd, toolLoop } from "./tool_loop.ts";
import { chitchatSystem, toolSystem } from "./tool_prompt.ts";
import type { MadeCall, ToolProvider } from "./toolbox.ts";

/** Other servers and how their tools are called. */
export interface ToolOptions {
  providers: readonly ToolProvider[];
  /** Titles that tell what the documents are about. */
  titles: readonly string[];
  /** Calls of the model at most, that of the router among them. */
  mostCalls: number;
  /** Told when words that were streamed were no answer. */
  onAside?: () => void;
  /** Told of each call when it is done. */
  onCall?: (call: MadeCall) => void;
}

/**
 * Answers a question, with tools where it needs them. Without a server that is
 * there, it is answered as by {@linkcode ask}.
 *
 * @throws {UserError} the model that is required cannot be used
 */
export async function askWithTools(
  question: string,
  answerer: Answerer,
  options: AskOptions,
  toolOptions: ToolOptions,
): Promise<Answer> {
  const { providers } = toolOptions;
  const { model: asked } = answerer;
  if (providers.length === 0 || asked === undefined) {
    return await ask(question, answerer, options);
  }
  const started = performance.now();
  let run: ToolRun | undefined;
  /** What the documents say, where the model has not answered. */
  const quoted = async (warning: string): Promise<Answer> => {
    const without = { ...answerer, model: undefined };
    const answer = await ask(question, without, options);
    answer.warnings.unshift(warning);
    return answer;
  };
  const answered = async (): Promise<Answer> => {
    try {
      const model = await asked.open();
      const names = providers.map(({ name }) => name);
      asked.announce({ host: model.host, sections: 0, chars: 0 }, names);
      run = new ToolRun(question, model, answerer, options, toolOptions);
      return await run.answer() ?? await quoted(emptyAnswer(model));
    } catch (error) {
      if (!(error instanceof UserError) || asked.required) throw error;
      return await quoted(failureWarning(error));
    }
  };
  const answer = await answered();
  return {
    ...answer,
    took_ms: Number((performance.now() - started).toFixed(1)),
    // The question went to the router, whatever became of it.
    sent: answer.sent ?? run?.sent ?? null,
    ...(run?.calls && { tool_calls: run.calls }),
  };
}

/** All results together may have so many times what sections may have. */
const RESULTS_ROOM = 4;

/** One question on its way. */
class ToolRun {
  readonly #question: string;
  readonly #language: AnswerLanguage;
  readonly #model: ChatModel;
  readonly #answerer: Answerer;
  readonly #options: AskOptions;
  readonly #tools: ToolOptions;
  readonly #read: ReadSources;
  /** Calls that were made; undefined where none was. */
  calls?: MadeCall[];

  constructor(
    question: string,
    model: ChatModel,
    answerer: Answerer,
    options: AskOptions,
    tools: ToolOptions,
  ) {
    this.#question = question;
    this.#language = answerLanguage(question);
    this.#model = model;
    this.#answerer = answerer;
    this.#options = options;
    this.#tools = tools;
    this.#read = new ReadSources(
      this.#language,
      RESULTS_ROOM * answerer.contextChars,
    );
  }

  /** What the model's host was sent of documents and results, beside the question. */
  get sent(): Sent {
    return {
      host: this.#model.host,
      sections: this.#read.sections.length,
      chars: this.#read.chars,
    };
  }

  /** @returns undefined where the model said nothing */
  async answer(): Promise<Answer | undefined> {
    const { providers, titles, mostCalls } = this.#tools;
    const { history = [], signal } = this.#options;
    const routed = mostCalls > 1
      ? await route(this.#question, providers, titles, {
        model: this.#model,
        language: this.#language,
        history,
        signal,
      })
      : undefined;
    if (routed === "chitchat") return await this.#chitchat();
    if (routed === "knowledge") {
      return await ask(this.#question, this.#answerer, this.#options);
    }
    const wanted = routed
      ? providers.filter(({ name }) => name === routed.upstream)
      : providers;
    return await this.#loop(wanted, routed ? mostCalls - 1 : mostCalls);
  }

  async #chitchat(): Promise<Answer | undefined> {
    const { history = [], signal, onText } = this.#options;
    const reply = await this.#model.generate({
      system: chitchatSystem(this.#language),
      turns: [...history, { role: "user", text: this.#question }],
      signal,
    }, onText);
    const text = reply.turn.text.trim();
    if (text === "") return undefined;
    const answer = this.#made(text, "chitchat", reply.usage ?? null);
    answer.warnings = replyWarnings(reply, this.#question);
    return answer;
  }

  async #loop(
    providers: readonly ToolProvider[],
    mostCalls: number,
  ): Promise<Answer | undefined> {
    const { history = [], signal, onText } = this.#options;
    const own = searchTool(this.#answerer, this.#options.k);
    const offered = [own, ...providers.flatMap(({ tools }) => tools)];
    const fence = await fenceFor(offered);
    const end = await toolLoop(this.#model, {
      system: toolSystem(providers, this.#language),
      turns: [...history, { role: "user", text: this.#question }],
      tools: offered.map((tool) =>
        tool === own ? tool : {
          ...tool,
          description: fencedOff(tool.description, fence),
        }
      ),
      mostCalls,
      signal,
      onText,
      onAside: this.#tools.onAside,
      onCall: (call) => {
        (this.calls ??= []).push(call);
        this.#tools.onCall?.(call);
      },
      present: (call, tool, outcome) => this.#read.add(call, tool, outcome),
    });
    return this.#checked(end);
  }

  #checked(
    { reply, calls, usage, limited }: LoopEnd,
  ): Answer | undefined {
    const { mostCalls } = this.#tools;
    const { sections } = this.#read;
    const checked = checkCitations(reply.turn.text, sections, this.#language);
    this.calls = calls;
    if (checked.answer.trim() === "") return undefined;
    const answer = this.#made(checked.answer, "model", usage);
    answer.claims = checked.claims;
    answer.sources = checked.cited.map((number) =>
      this.#read.source(number, checked.claims)
    );
    answer.relevance_score = relevanceScore(answer.sources.filter(isSection));
    answer.warnings = [
      ...checked.warnings,
      ...replyWarnings(reply, this.#question),
      ...limited
        ? [
          `the limit of ${mostCalls} calls of the model was reached (LLM_MAX_ITERATIONS)`,
        ]
        : [],
      ...sections.filter(({ number, text }) =>
        checked.cited.includes(number) && text.includes(TRUNCATED)
      ).map(({ id }) => `the result ${id} was cut`),
    ];
    return answer;
  }

  #made(answer: string, mode: Answer["mode"], usage: Usage | null): Answer {
    return {
      ...plainAnswer(this.#question, answer, mode),
      model: this.#model.name,
      usage,
      sent: this.sent,
    };
  }
}
