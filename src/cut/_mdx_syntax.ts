import type { gfmTable } from "micromark-extension-gfm-table";
import type { Budget } from "./_javascript.ts";
import {
  type Measure,
  measureEsm,
  measureHtml,
  measureJsx,
} from "./_mdx_measure.ts";

import { rawBlockAt } from "./_raw_blocks.ts";

/** A micromark extension. */
export type Extension = ReturnType<typeof gfmTable>;
type Construct = Exclude<
  NonNullable<Extension["flow"]>[number],
  undefined | readonly unknown[]
>;
type Tokenizer = Construct["tokenize"];

/** The text that is being parsed, and what was learned on the way. */
export interface MdxSource {
  text: string;
  /** The part that micromark is given, behind `lead`. */
  start: number;
  end: number;
  lead: string;
  budget: Budget;
}

/**
 * MDX for micromark, without its demand for valid JavaScript: what does not
 * look like JSX or a module statement is a paragraph. Blocks come out as
 * `htmlFlow`; their first character tells which they are.
 */
export function mdxSyntax(source: MdxSource): Extension {
  const esm = block(source, measureEsm, true);
  return {
    flow: {
      60: block(source, measureHtml, false), // <
      101: esm, // export
      105: esm, // import
      123: block(source, measureJsx, false), // {
    },
    disable: { null: ["codeIndented", "htmlFlow"] },
  };
}

/** Blocks of site generators that are no Markdown, for micromark, as `htmlFlow`. */
export function rawBlockSyntax(source: MdxSource): Extension {
  const measure: Measure = (text, from, budget) =>
    rawBlockAt(text, from, budget)?.end ?? -1;
  return { flow: { 123: block(source, measure, false) } };
}

function isLineEnd(code: number | null): boolean {
  return code !== null && code < -2;
}

/** The line end before another line of the same container. */
const nextLine: Construct = {
  partial: true,
  tokenize: function (effects, ok, nok) {
    return (code) => {
      if (code === null) return nok(code);
      effects.enter("lineEnding");
      effects.consume(code);
      effects.exit("lineEnding");
      return (code) => this.parser.lazy[this.now().line] ? nok(code) : ok(code);
    };
  },
};

/**
 * A block whose end is measured in the source beforehand. It must not fail
 * behind its first line, for the lines after it were read without looking for
 * containers.
 */
function block(
  source: MdxSource,
  measure: Measure,
  columnOne: boolean,
): Construct {
  const tokenize: Tokenizer = function (effects, ok, nok) {
    const base = source.start - source.lead.length;
    let end = -1;
    // A line is a token of its own: micromark takes the events apart by line.
    const lineStart: typeof ok = (code) => {
      if (code === null || isLineEnd(code)) return atLineEnd(code);
      effects.enter("htmlFlowData");
      return inLine(code);
    };
    const inLine: typeof ok = (code) => {
      if (code === null || isLineEnd(code)) {
        effects.exit("htmlFlowData");
        return atLineEnd(code);
      }
      effects.consume(code);
      return inLine;
    };
    const atLineEnd: typeof ok = (code) =>
      code === null || this.now().offset >= end
        ? done(code)
        : effects.attempt(nextLine, lineStart, done)(code);
    const done: typeof ok = (code) => {
      effects.exit("htmlFlow");
      return ok(code);
    };
    return (code) => {
      if (columnOne && (this.interrupt || this.now().column > 1)) {
        return nok(code);
      }
      const from = base + this.now().offset;
      const measured = measure(source.text, from, source.budget);
      if (measured <= from) return nok(code);
      end = measured - base;
      effects.enter("htmlFlow");
      return this.interrupt ? done(code) : lineStart(code);
    };
  };
  return { name: "mdxBlock", concrete: true, tokenize };
}
