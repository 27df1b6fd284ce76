import type { SentSection } from "./checked_answer.ts";
import { CODE, markdownBlocks, withoutCode } from "../markdown_blocks.ts";
import { type Numeral, numerals } from "./_numbers.ts";
import { type Name, names } from "./_names.ts";
import { type Clause, clauses } from "./_clauses.ts";
import { sentences } from "../../text/sentences.ts";
import { contentTerms } from "./_terms.ts";

/** A sentence, row, item or block of code of a section. */
export interface Unit {
  /** Offsets into the section's text. */
  start: number;
  end: number;
  kind: "text" | "row" | "code";
  /** Whether it belongs to a list item. */
  item: boolean;
  /** Number of the Markdown block that it is in. */
  block: number;
  /** NFKC and lower case. */
  folded: string;
  /** NFKC. */
  plain: string;
  terms: Set<string>;
  numbers: Numeral[];
  /** Computed when first asked for. */
  clauses: () => Clause[];
  names: () => Name[];
}

/** A section, parsed for checking claims. */
export interface SectionUnits {
  section: SentSection;
  units: Unit[];
  /** Text, headings and path in NFKC and lower case. */
  folded: string;
  /** Content words of title and headings. */
  context: Set<string>;
  japanese: boolean;
}

export function sectionUnits(section: SentSection): SectionUnits {
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
    // `**Linux**: …`: the whole item is about it.
    const [label = ""] =
      /^(?:\*\*|__)[^*_\n]{1,60}(?:\*\*|__)/.exec(text.slice(from, to)) ?? [];
    const above = `${heading} ${label}`;
    for (const [start, end] of sentences(shown, from, to)) {
      units.push(
        unit(text, start, end, "text", number, above, kind === "item", label),
      );
    }
  });
  const context = [title, ...headingPath].join("\n");
  return {
    section,
    units,
    folded: foldWidthAndCase([context, path, text].join("\n")),
    context: new Set(contentTerms(context, "source").map(({ term }) => term)),
    japanese: isJapanese(shown.replaceAll(CODE, "")),
  };
}

export function foldWidthAndCase(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** Whether a text is in Japanese: kana are at least a fifteenth of it, code and links aside. */
export function isJapanese(text: string): boolean {
  text = text.replace(
    /`[^`\n]{1,200}`|\[[^\]\n]{0,80}\]\([^)\n]{0,200}\)/g,
    "",
  );
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
  label = "",
): Unit {
  const slice = text.slice(start, end);
  const plain = slice.normalize("NFKC");
  const terms = new Set(
    contentTerms(`${above} ${slice}`, "source").map(({ term }) => term),
  );
  let read: Clause[] | undefined, named: Name[] | undefined;
  return {
    ...{ start, end, kind, block, terms, item },
    folded: (label + plain).toLowerCase(),
    plain,
    numbers: numerals(plain),
    clauses: () => read ??= clauses(plain, "source"),
    names: () => named ??= names(plain, isJapanese(plain)),
  };
}

/** Whether two units may be in one window; a row is always alone. */
export function joins(
  units: readonly Unit[],
  first: number,
  last: number,
): boolean {
  if (first === last) return true;
  const a = units[first]!, b = units[last]!;
  if (a.kind === "row" || b.kind === "row") return false;
  return a.block === b.block || !a.item && !b.item;
}
