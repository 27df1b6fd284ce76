import type { SectionToAsk } from "./asked_sections.ts";
import { questionRequest, QUESTIONS_WANTED } from "./question_prompt.ts";

/** Sections, and UTF-16 units of them, that one request has at most. */
const MOST_SECTIONS = 8, MOST_UNITS = 12_000;

/** Tokens that the questions of a section take, measured with two models' answers. */
const TOKENS_OUT = 60 * QUESTIONS_WANTED;

/** Sections in groups, one a request, neighbours together. */
export function batches(sections: readonly SectionToAsk[]): SectionToAsk[][] {
  const groups: SectionToAsk[][] = [];
  let units = 0;
  for (const section of sections) {
    const last = groups.at(-1);
    units += section.text.length;
    if (
      last === undefined || last.length === MOST_SECTIONS || units > MOST_UNITS
    ) {
      groups.push([section]);
      units = section.text.length;
    } else {
      last.push(section);
    }
  }
  return groups;
}

/** About how much asking a model takes. */
export interface Estimate {
  sections: number;
  requests: number;
  input_tokens: number;
  output_tokens: number;
}

/** Estimates what requests take: four letters are a token, and a Japanese character one. */
export function estimate(groups: readonly SectionToAsk[][]): Estimate {
  let input = 0, sections = 0;
  for (const group of groups) {
    sections += group.length;
    const { system, turns } = questionRequest(group);
    for (
      const text of [
        system,
        ...turns.map((it) => "text" in it ? it.text : ""),
      ]
    ) {
      const wide = text.match(/[\u3040-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
      input += wide + (text.length - wide) / 4;
    }
  }
  return {
    sections,
    requests: groups.length,
    input_tokens: Math.round(input),
    output_tokens: sections * TOKENS_OUT,
  };
}
