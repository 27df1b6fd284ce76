import type { SentSection } from "./checked_answer.ts";
import { markdownBlocks, withoutCode } from "./_markdown_blocks.ts";
import { type Numeral, numerals } from "./_numbers.ts";
import { type Clause, clauses } from "./_polarity.ts";
import { sentences } from "./_sentences.ts";
import { contentTerms } from "./_terms.ts";

/** A sentence, row, item or block of code of a section. */
export interface Unit {
  /** Offsets into the section's text. */
  start: number;
  end: number;
  kind: "text" | "row" | "code";
  /** Whether it is of a list. */
  item: boolean;
  /** Units of one have no other block between them. */
  block: number;
  /** NFKC and lower case. */
  folded: string;
  terms: Set<string>;
  numbers: Numeral[];
  /** Read when first asked for. */
  clauses: () => Clause[];
}

/** A section taken apart for checking claims. */
export interface ReadSection {
  section: SentSection;
  units: Unit[];
  /** All of it, its headings and path too: NFKC and lower case. */
  folded: string;
  /** Of title and headings. */
  context: Set<string>;
  japanese: boolean;
}

export function readSection(section: SentSection): ReadSection {
  const { text, title, headingPath, path } = section;
  const blocks = markdownBlocks(text);
  const shown = withoutCode(text, blocks);
  const units: Unit[] = [];
  let columns = "", heading = "";
  blocks.forEach((block, number) => {
    const { kind, from, to } = block;
    if (kind === "columns") columns = text.slice(from, to);
    if (kind === "heading") heading = text.slice(from, to);
    if (
      kind === "heading" || kind === "rule" || kind === "columns" || from >= to
    ) return;
    if (kind === "code") {
      let start = from;
      for (const line of text.slice(from, to).split("\n")) {
        if (line.trim() !== "") {
          units.push(unit(text, start, start + line.length, "code", number));
        }
        start += line.length + 1;
      }
      return;
    }
    if (kind === "row") {
      units.push(unit(text, from, to, "row", number, `${heading} ${columns}`));
      return;
    }
    for (const [start, end] of sentences(shown, from, to)) {
      units.push(
        unit(text, start, end, "text", number, heading, kind === "item"),
      );
    }
  });
  const context = [title, ...headingPath].join("\n");
  return {
    section,
    units,
    folded: fold([context, path, text].join("\n")),
    context: new Set(contentTerms(context, "source").map(({ term }) => term)),
    japanese: isJapanese(text),
  };
}

export function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** Whether a text has more Japanese than a word or two in it. */
export function isJapanese(text: string): boolean {
  const kana = text.match(/[\u3040-\u30ff]/g)?.length ?? 0;
  return kana > 0 && kana * 12 >= text.length * 0.8;
}

function unit(
  text: string,
  start: number,
  end: number,
  kind: Unit["kind"],
  block: number,
  above = "",
  item = false,
): Unit {
  const slice = text.slice(start, end);
  const plain = slice.normalize("NFKC");
  const terms = new Set(
    contentTerms(`${above} ${slice}`, "source").map(({ term }) => term),
  );
  let read: Clause[] | undefined;
  return {
    ...{ start, end, kind, block, terms, item },
    folded: plain.toLowerCase(),
    numbers: numerals(plain),
    clauses: () => read ??= clauses(plain, "source"),
  };
}
