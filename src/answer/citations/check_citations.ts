/**
 * Checks what a model wrote against the sections that it was sent.
 *
 * @module
 */

import type {
  CheckedAnswer,
  Citation,
  Claim,
  SentSection,
} from "./checked_answer.ts";
import { type AnswerClaim, answerClaims } from "./claims.ts";
import { corrected, type ReferenceVerdict } from "./_corrected.ts";
import {
  type MarkdownBlock,
  markdownBlocks,
  withoutCode,
} from "../markdown_blocks.ts";
import { type Reference, references } from "./_references.ts";
import { type SectionUnits, sectionUnits } from "./_section_units.ts";
import { sourceListLines } from "./_source_list_lines.ts";
import { type CitationVerdict, Judge } from "./judge.ts";
import type { AnswerLanguage } from "../language.ts";

/**
 * Verifies every citation of an answer: marks claims that no section supports,
 * and removes false citations and the model's closing list of sources. Code is
 * not changed by a byte.
 *
 * @param sent the sections that the model was sent
 * @param language of the marks and warnings
 */
export function checkCitations(
  answer: string,
  sent: readonly SentSection[],
  language: AnswerLanguage,
): CheckedAnswer {
  const blocks = markdownBlocks(answer);
  const shown = withoutCode(answer, blocks);
  const refs = references(shown, sent);
  const list = sourceListLines(shown);
  const inList = (at: number) => list !== null && at >= list[0] && at < list[1];
  const body = blocks.map((block) =>
    inList(block.start) ? { ...block, to: block.from } : block
  );
  const claims = answerClaims(answer, shown, body, refs);
  const listed = refs.filter(({ start }) => inList(start))
    .flatMap(({ numbers }) => numbers);
  const judge = new Judge(sent.map(sectionUnits));
  const scope = new Scope(claims, body, refs, listed);
  const judged = claims.map((claim, at) => {
    if (!claim.checked) return null;
    return judge.judge(claim, scope.of(at));
  });
  // A citation holds if its own claim, or one that relies on it, is supported.
  const verdicts = refs.map(({ numbers }): ReferenceVerdict => {
    const known = numbers.filter((number) => judge.sections.has(number));
    return { sent: known, kept: known };
  });
  claims.forEach((claim, at) => {
    if (!claim.checked) return;
    for (const ref of claim.references) {
      verdicts[ref]!.kept = verdicts[ref]!.kept.filter((number) =>
        judged[at]!.by.has(number) ||
        scope.leaning(at).some((other) => judged[other]?.by.has(number))
      );
    }
  });
  const text = corrected(answer, shown, {
    claims: claims.map((claim, at) => ({
      ...claim,
      supported: judged[at]?.supported ?? true,
    })),
    ...{ blocks, refs, verdicts, list, language },
  });
  return {
    answer: text.answer,
    claims: claims.flatMap((claim, at): Claim[] => {
      const judgement = judged[at];
      if (!judgement) return [];
      return [{
        text: claim.text,
        citations: citations(judgement, judge.sections),
        supported: judgement.supported,
      }];
    }),
    cited: cited(
      claims,
      refs.flatMap(({ start }, at) =>
        inList(start)
          ? []
          : verdicts[at]!.kept.map((it): [number, number] => [start, it])
      ),
      judged,
    ),
    warnings: text.warnings,
  };
}

/** Which sources a claim relies on. */
class Scope {
  readonly #claims: readonly AnswerClaim[];
  readonly #blocks: readonly MarkdownBlock[];
  readonly #refs: readonly Reference[];
  readonly #listed: number[];
  readonly #ofBlock = new Map<number, number[]>();
  readonly #groupStart = new Map<number, number>();
  readonly #cites = new Map<number, number[]>();

  constructor(
    claims: readonly AnswerClaim[],
    blocks: readonly MarkdownBlock[],
    refs: readonly Reference[],
    listed: number[],
  ) {
    this.#claims = claims;
    this.#blocks = blocks;
    this.#refs = refs;
    this.#listed = listed;
    claims.forEach(({ block }, at) => {
      const known = this.#ofBlock.get(block);
      if (known === undefined) this.#ofBlock.set(block, [at]);
      else known.push(at);
    });
  }

  /**
   * The sources of a claim: those it has itself, else those that follow in its
   * paragraph or stand before it there, else those of the paragraph before it
   * (of a list, of code), else those of the closing list.
   */
  of(at: number): { numbers: number[]; own: boolean } {
    const claim = this.#claims[at]!;
    const own = this.#numbers([at]);
    if (own.length > 0) return { numbers: own, own: true };
    const beside = this.#citedBy(claim.block);
    if (beside.length > 0) return { numbers: beside, own: false };
    const { kind, group } = this.#blocks[claim.block]!;
    if (kind !== "paragraph") {
      const before = this.#before(claim.block, group);
      const led = this.#citedBy(before);
      const after = kind === "code" ? this.#citedBy(claim.block + 1) : [];
      const numbers = [...new Set([...led, ...after])];
      if (numbers.length > 0) return { numbers, own: false };
    }
    return { numbers: this.#listed, own: false };
  }

  /**
   * The claims that rely on the citation of this one: those before it in its
   * paragraph, up to the next that has its own.
   */
  leaning(at: number): number[] {
    const found: number[] = [];
    const { block } = this.#claims[at]!;
    for (let other = at - 1; other >= 0; other--) {
      const claim = this.#claims[other]!;
      if (claim.block !== block || claim.references.length > 0) break;
      found.push(other);
    }
    return found;
  }

  /** The block before the list or table that a block is of. */
  #before(block: number, group: number): number {
    let before = this.#groupStart.get(group);
    if (before === undefined) {
      before = block - 1;
      while (before >= 0 && this.#blocks[before]!.group === group) before--;
      this.#groupStart.set(group, before);
    }
    return before;
  }

  /** The sources that a block cites. */
  #citedBy(block: number): number[] {
    let numbers = this.#cites.get(block);
    if (numbers === undefined) {
      numbers = this.#numbers(this.#ofBlock.get(block) ?? []);
      this.#cites.set(block, numbers);
    }
    return numbers;
  }

  #numbers(claims: readonly number[]): number[] {
    return [
      ...new Set(
        claims.flatMap((at) =>
          this.#claims[at]!.references.flatMap((ref) =>
            this.#refs[ref]!.numbers
          )
        ),
      ),
    ];
  }
}

function citations(
  { by }: CitationVerdict,
  sections: ReadonlyMap<number, SectionUnits>,
): Citation[] {
  return [...by].flatMap(([number, [start, end]]) => {
    const { section } = sections.get(number)!;
    const { id, path, text, startLine, endLine, lines } = section;
    const line = (at: number) => {
      const before = text.slice(0, at).match(/\r\n?|\n/g)?.length ?? 0;
      return lines?.[before] ?? Math.min(endLine, startLine + before);
    };
    return [{
      ...{ id, path },
      start_line: line(start),
      end_line: line(Math.max(start, end - 1)),
      quote: text.slice(start, end),
    }];
  });
}

function cited(
  claims: readonly AnswerClaim[],
  kept: readonly [number, number][],
  judged: readonly (CitationVerdict | null)[],
): number[] {
  const places = [...kept];
  claims.forEach(({ start }, at) => {
    for (const number of judged[at]?.by.keys() ?? []) {
      places.push([start, number]);
    }
  });
  places.sort(([a], [b]) => a - b);
  return [...new Set(places.map(([, number]) => number))];
}
