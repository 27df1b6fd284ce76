import type { ToolCall } from "../llm/chat_model.ts";
import { capResult } from "../upstream/cap_result.ts";
import type { Source, ToolSource } from "./answer.ts";
import type { Claim, SentSection } from "./citations/checked_answer.ts";
import { fencedOff, fencedSource, fenceFor } from "./fence.ts";
import type { AnswerLanguage } from "./language.ts";
import { sourceOf } from "./sources.ts";
import type { OfferedTool, ToolOutcome } from "./toolbox.ts";

/** Characters of a result that are quoted where no sentence of it is. */
const QUOTED = 200;

/** A section with its score, or what a call gave in the form of one. */
type ReadSource =
  & { section: SentSection }
  & ({ score: number } | { call: ToolCall; tool: OfferedTool });

/** What a model has read of sections and results, numbered as it came. */
export class ReadSources {
  readonly #language: AnswerLanguage;
  readonly #room: number;
  readonly #read: ReadSource[] = [];

  /** @param room UTF-16 units that all results may have together */
  constructor(language: AnswerLanguage, room: number) {
    this.#language = language;
    this.#room = room;
  }

  /** All of it, for citations to be checked against. */
  get sections(): SentSection[] {
    return this.#read.map(({ section }) => section);
  }

  /** UTF-16 units of their text. */
  get chars(): number {
    return this.sections.reduce((sum, { text }) => sum + text.length, 0);
  }

  /**
   * Numbers what a tool gave, and fences it off as data. An error gets no
   * number: it is no source.
   *
   * @returns as the model is to read it
   */
  async add(
    call: ToolCall,
    tool: OfferedTool,
    { text: whole, isError, sections }: ToolOutcome,
  ): Promise<string> {
    if (sections !== undefined) return await this.#found(sections, whole);
    const text = this.#withinRoom(whole);
    const fence = await fenceFor(text);
    if (isError) return fencedOff(text, fence);
    const number = this.#read.length + 1;
    const path = `${tool.upstream}:${tool.name}`;
    this.#read.push({
      section: {
        number,
        id: `${path}#${number}`,
        path,
        anchor: "",
        url: "",
        title: tool.name,
        headingPath: [],
        startLine: 1,
        endLine: text.split("\n").length,
        text,
      },
      call,
      tool,
    });
    return fencedSource(number, text, fence, this.#language);
  }

  /**
   * What is cited, as a source of the answer.
   *
   * @param claims of the answer, the first of which to cite it gives the quote
   */
  source(number: number, claims: readonly Claim[]): Source | ToolSource {
    const read = this.#read[number - 1]!;
    const { section } = read;
    if ("score" in read) return sourceOf(section, read.score);
    const cited = claims.flatMap(({ citations }) => citations)
      .find(({ id }) => id === section.id);
    return {
      number,
      id: section.id,
      upstream: read.tool.upstream!,
      tool: read.tool.name,
      arguments: read.call.arguments,
      quote: cited?.quote ?? section.text.slice(0, QUOTED).toWellFormed(),
    };
  }

  async #found(
    sections: NonNullable<ToolOutcome["sections"]>,
    beside: string,
  ): Promise<string> {
    const fence = await fenceFor(sections);
    const parts = sections.map((found) => {
      const section = { ...found, number: this.#read.length + 1 };
      this.#read.push({ section, score: found.score });
      const shown = `URL: ${section.url}\n\n${section.text.trimEnd()}`;
      return fencedSource(section.number, shown, fence, this.#language);
    });
    return [...parts, beside].filter((it) => it !== "").join("\n\n");
  }

  /** Many results together are bounded too; what is cut is marked so. */
  #withinRoom(text: string): string {
    const room = Math.max(this.#room - this.chars, 1);
    const content = [{ type: "text", text }];
    return capResult({ content }, room).content![0]!.text!;
  }
}
