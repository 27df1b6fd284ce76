import { checkCitations } from "../../../src/answer/citations/check_citations.ts";
import type { SentSection } from "../../../src/answer/citations/checked_answer.ts";
import { answerClaims } from "../../../src/answer/citations/claims.ts";
import {
  markdownBlocks,
  withoutCode,
} from "../../../src/answer/markdown_blocks.ts";
import { references } from "../../../src/answer/citations/_references.ts";

/** What is wrong with a planted claim. */
export type Kind = "number" | "name" | "negation" | "source";

/** An answer of the faithfulness set; see its README. */
export interface Written {
  name: string;
  language: "ja" | "en";
  /** Whether it served to tune the check. */
  tuned: boolean;
  sections: SentSection[];
  template: string;
}

const FOLDER = new URL("../../fixtures/faithfulness/", import.meta.url);

export function writtenAnswers(): Written[] {
  const pinned: Record<string, Omit<SentSection, "number">> = JSON.parse(
    Deno.readTextFileSync(new URL("sections.json", FOLDER)),
  );
  return ["en", "ja", "cross", "more", "fresh"].flatMap((file) => {
    const text = Deno.readTextFileSync(new URL(`answers_${file}.txt`, FOLDER));
    return text.split(/^=== /m).slice(1).map((part): Written => {
      const [head, template] = part.split(/^---\n/m);
      const [name, ...ids] = head.trim().split("\n");
      const sections = ids.map((id, i) => {
        if (!(id in pinned)) throw new Error(`${id} is not pinned`);
        return { number: i + 1, ...pinned[id] };
      });
      const language = name.startsWith("ja") ? "ja" : "en";
      return { name, language, tuned: file !== "fresh", sections, template };
    });
  });
}

const PLACE = /\{\{(number|name|negation|source): (.*?) => (.*?)\}\}/gs;

export interface Planted {
  kind: Kind;
  /** The answer with this one error. */
  answer: string;
  /** Where the error stands. */
  start: number;
  end: number;
}

/** The answer as it is true. */
export function trueAnswer(template: string): string {
  return template.replaceAll(PLACE, "$2").trim();
}

/** The answers with one error each. */
export function plantedAnswers(template: string): Planted[] {
  const places = [...template.trimStart().matchAll(PLACE)];
  return places.map((_, wanted): Planted => {
    let start = 0, end = 0, shift = 0, at = 0;
    const answer = template.trimStart().replaceAll(
      PLACE,
      (whole, _kind, right: string, wrong: string, offset: number) => {
        const text = at === wanted ? wrong : right;
        if (at++ === wanted) {
          start = offset + shift;
          end = start + text.length;
        }
        shift += text.length - whole.length;
        return text;
      },
    ).trimEnd();
    return { kind: places[wanted][1] as Kind, answer, start, end };
  });
}

/** The checked claims of an answer. */
function checkedClaims(answer: string, sent: readonly SentSection[]) {
  const blocks = markdownBlocks(answer);
  const shown = withoutCode(answer, blocks);
  return answerClaims(answer, shown, blocks, references(shown, sent))
    .filter(({ checked }) => checked);
}

export interface Outcome {
  answer: string;
  kind: Kind | "true";
  tuned: boolean;
  language: string;
  claim: string;
  flagged: boolean;
}

/** Checks every answer as it is true and with each error, claim by claim. */
export function outcomes(written: readonly Written[]): Outcome[] {
  return written.flatMap(({ name, language, tuned, sections, template }) => {
    const base = { answer: name, tuned, language };
    const read = (answer: string) => {
      const cut = checkedClaims(answer, sections);
      const { claims } = checkCitations(answer, sections, language);
      return claims.map((claim, at) => ({
        ...cut[at],
        ...claim,
        // Not supported, or its citation was taken away.
        flagged: !claim.supported ||
          cut[at].references.length > 0 && claim.citations.length === 0,
      }));
    };
    const found = read(trueAnswer(template)).map((
      { text, flagged },
    ): Outcome => ({
      ...base,
      kind: "true",
      claim: text,
      flagged,
    }));
    for (const { kind, answer, start, end } of plantedAnswers(template)) {
      const place = answer.slice(start, end);
      const claim = read(answer).find((it) => it.start < end && it.end > start);
      const wrong = Number(/\d+/.exec(place)?.[0]);
      const id = sections.find(({ number }) => number === wrong)?.id;
      found.push({
        ...base,
        kind,
        claim: claim?.text ?? `(no claim) ${place}`,
        flagged: claim !== undefined &&
          (kind === "source"
            ? !claim.citations.some((it) => it.id === id)
            : claim.flagged),
      });
    }
    return found;
  });
}
