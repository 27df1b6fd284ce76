import { cleanExpansion } from "../expansion/clean_expansion.ts";
import type { QuestionsRow } from "../expansion/questions_file.ts";
import type { ChatModel } from "../llm/chat_model.ts";
import type { SectionToAsk } from "./asked_sections.ts";
import { questionRequest, readReply } from "./question_prompt.ts";

/** Requests that are under way at a time. */
const AT_A_TIME = 4;

/** How a model is asked. */
export interface WriteOptions {
  /** Its name, for the rows. */
  model: string;
  /** Requests at most. */
  maxRequests?: number;
  /** Called with the rows of an answer as soon as it has come. */
  onRows: (rows: QuestionsRow[]) => void;
  /** Called after each request. */
  onProgress?: (done: { requests: number; sections: number }) => void;
  signal?: AbortSignal;
}

/** What came of asking. */
export interface Written {
  requests: number;
  /** Sections that have questions now. */
  sections: number;
  /** Sections for which the model gave nothing of use. */
  failed: SectionToAsk[];
  input_tokens: number;
  output_tokens: number;
}

/**
 * Has a model write the questions of sections, several requests at a time. Where an
 * answer lacks some sections, or cannot be read, these are asked about once more,
 * in halves. The first request that fails for good ends the others.
 *
 * @param groups Sections of a request each.
 * @throws {ModelError} the model cannot be asked; the rows until then have been handed on
 * @throws the signal's reason
 */
export async function writeQuestions(
  groups: readonly SectionToAsk[][],
  model: ChatModel,
  { model: name, maxRequests = Infinity, onRows, onProgress, signal }:
    WriteOptions,
): Promise<Written> {
  const written: Written = {
    ...{ requests: 0, sections: 0, failed: [] },
    ...{ input_tokens: 0, output_tokens: 0 },
  };
  const queue = groups.map((sections) => ({ sections, isRetry: false }));
  const failure = new AbortController();
  const either = signal === undefined
    ? failure.signal
    : AbortSignal.any([signal, failure.signal]);

  const askNext = async (): Promise<boolean> => {
    if (written.requests >= maxRequests) return false;
    const next = queue.shift();
    if (next === undefined) return false;
    const { sections, isRetry } = next;
    written.requests++;
    const { turn, usage } = await model.generate(
      questionRequest(sections, either),
    );
    written.input_tokens += usage?.input_tokens ?? 0;
    written.output_tokens += usage?.output_tokens ?? 0;
    const values = readReply(turn.text, sections.length);
    const rows: QuestionsRow[] = [];
    const left: SectionToAsk[] = [];
    sections.forEach((section, at) => {
      const row = rowOf(section, values[at], name);
      if (row) rows.push(row);
      else left.push(section);
    });
    if (rows.length > 0) onRows(rows);
    written.sections += rows.length;
    if (left.length > 0 && !isRetry) {
      const half = Math.ceil(left.length / 2);
      for (const part of [left.slice(0, half), left.slice(half)]) {
        if (part.length > 0) queue.push({ sections: part, isRetry: true });
      }
    } else {
      written.failed.push(...left);
    }
    onProgress?.(written);
    return true;
  };
  const work = async () => {
    try {
      while (await askNext());
    } catch (error) {
      failure.abort(error); // Only the first reason counts.
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  signal?.throwIfAborted();
  failure.signal.throwIfAborted();
  return written;
}

/** The row of a section, from what a model gave for it: its two languages and nothing else. */
function rowOf(
  section: SectionToAsk,
  value: Record<string, unknown> | undefined,
  model: string,
): QuestionsRow | undefined {
  if (value === undefined) return undefined;
  const { expansion: { questions, terms } } = cleanExpansion(value);
  const wanted = section.languages.filter((it) => questions[it] !== undefined);
  if (wanted.length === 0) return undefined;
  return {
    ...{ path: section.path, anchor: section.anchor, hash: section.hash },
    ...{ model, terms },
    questions: Object.fromEntries(wanted.map((it) => [it, questions[it]!])),
  };
}
