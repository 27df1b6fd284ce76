import type { Answer } from "../../answer/answer.ts";
import type { Answerer, AskOptions } from "../../answer/ask.ts";
import { answerLanguage } from "../../answer/language.ts";
import { rewriteQuestion } from "../../answer/rewrite_question.ts";
import type { Turn } from "../../llm/chat_model.ts";
import { textLines } from "../../text/text_lines.ts";
import { UserError } from "../../user_error.ts";
import { Interrupted } from "../terminal/interrupted.ts";
import { interruptible } from "../terminal/interruptible.ts";
import type { Io } from "../terminal/io.ts";

/** Questions and answers that are remembered. */
const MOST_EXCHANGES = 4;
/** UTF-16 units of them. */
const MOST_CHARACTERS = 8_000;

/** Answers one question and shows the answer. */
type AskOnce = (
  question: string,
  options: Pick<AskOptions, "history" | "searched" | "signal">,
) => Promise<Answer>;

/**
 * Answers question after question. A follow-up is searched for as the question
 * that it stands for. Ctrl-C ends an answer; the end of the input, or a
 * termination signal, the conversation.
 *
 * @returns exit code
 */
export async function converse(
  once: AskOnce,
  answerer: Answerer,
  io: Io,
): Promise<number> {
  const history: [question: Turn, answer: Turn][] = [];
  const prompt = () => io.stdout.write("\n? ");
  io.stderr.line("docs: ask; Ctrl-C ends an answer, Ctrl-D the conversation");
  let idle = true;
  const ended = Promise.withResolvers<number>();
  const release = io.onInterrupt((code) => {
    if (code !== 130) ended.resolve(code);
    else if (idle) prompt();
  });
  prompt();
  const talk = async () => {
    for await (const line of textLines(io.stdin)) {
      const question = line.trim();
      idle = false;
      if (question !== "") await exchange(question);
      idle = true;
      prompt();
    }
    io.stdout.line();
    return 0;
  };
  const exchange = async (question: string) => {
    try {
      const answer = await interruptible(io, async (signal) => {
        const before = history.flat();
        const searched = await searchable(question, before, answerer, signal);
        return await once(question, { history: before, searched, signal });
      });
      remember(history, question, answer);
    } catch (error) {
      if (error instanceof Interrupted) io.stdout.line();
      else if (error instanceof UserError) {
        io.stderr.line(`docs: ${error.message}`);
        if (error.next) io.stderr.line(error.next);
      } else throw error;
    }
  };
  try {
    return await Promise.race([talk(), ended.promise]);
  } finally {
    release();
  }
}

/** What to search for: of a follow-up the question that it stands for. */
async function searchable(
  question: string,
  history: readonly Turn[],
  { model }: Answerer,
  signal: AbortSignal,
): Promise<string> {
  const last = history.at(-2);
  if (last?.role !== "user") return question;
  const language = answerLanguage(question);
  try {
    if (model) {
      const chat = await model.open();
      return await rewriteQuestion(question, history, language, chat, signal);
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
  // Without a model, what was asked before stands beside it.
  return `${question} ${last.text}`;
}

function remember(
  history: [Turn, Turn][],
  question: string,
  { answer }: Answer,
): void {
  history.push([
    { role: "user", text: question },
    { role: "model", text: answer, calls: [] },
  ]);
  const size = () => JSON.stringify(history).length;
  while (
    history.length > MOST_EXCHANGES ||
    (history.length > 1 && size() > MOST_CHARACTERS)
  ) history.shift();
}
