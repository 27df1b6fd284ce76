import { anyOf } from "./_word_pattern.ts";
import type { SentSection } from "./checked_answer.ts";
import { BRACKET_LABELS } from "./words/references.ts";

/** A citation, link or address in an answer. */
export interface Reference {
  start: number;
  end: number;
  /** `number`: `[1, 2]`; `url`: an address by itself; `link`: `[text](address)`. */
  kind: "number" | "url" | "link";
  /** The sources meant, whether they exist or not. */
  numbers: number[];
  /** Of a link: where its text is. */
  label?: [number, number];
  url?: string;
  /** Of an address: no sent section has it as its address or in its text. */
  unknown?: boolean;
}

const DIGITS = "[\\d０-９]{1,3}";
const LABEL = `(?:${
  anyOf([...BRACKET_LABELS.ja, ...BRACKET_LABELS.en])
}[ 　:：]{0,2})?`;
const GROUP = new RegExp(
  `[\\[［【][ 　]{0,2}${LABEL}#?${DIGITS}(?:[ 　]{0,2}(?:[,，、;；]|and|と|-|–|—|~|〜|～|‐)[ 　]{0,2}${LABEL}#?${DIGITS}){0,30}(?:†[^\\]］】\\n]{0,40})?[ 　]{0,2}[\\]］】]`,
  "giu",
);
const LINK =
  /(!?)\[([^\[\]\n]{0,300})\]\(<?((?:[^\s<>()]|\([^\s<>()]{0,200}\)){1,1000})>?(?: +"[^"\n]{0,200}")?\)/g;
const URL_START = /https?:\/\/|(?<![\w.@-])www\.(?=[\w-]+\.)/gi;
const URL_END =
  /[\s<>"'`\u3000-\u303f\u3040-\u30ff\u3400-\u9fff\uff00-\uffef\uE000|\\^{}]/;

/**
 * The references of a text, in order, none within another.
 *
 * @param shown the text with code hidden
 */
export function references(
  shown: string,
  sent: readonly SentSection[],
): Reference[] {
  const known = new KnownUrls(sent);
  const found: Reference[] = [];
  for (const match of shown.matchAll(LINK)) {
    const [whole, image = "", label = "", url = ""] = match;
    const start = match.index, end = start + whole.length;
    const numbers = known.sections(url);
    const number = /^[\d０-９]{1,3}$/.test(label) ? [readNumber(label)] : [];
    const from = start + image.length + 1;
    found.push({
      ...{ start, end, kind: "link", url, label: [from, from + label.length] },
      numbers: [...new Set([...number, ...numbers])],
      unknown: numbers.length === 0 && !known.stands(url),
    });
  }
  const links = found.map(({ start, end }): [number, number] => [start, end]);
  const free = (from: number, to: number) => !touches(links, from, to);
  for (const match of shown.matchAll(GROUP)) {
    const start = match.index, end = start + match[0].length;
    const numbers = readNumbers(match[0]);
    if (!isCitation(shown, start, end, numbers) || !free(start, end)) continue;
    found.push({ start, end, kind: "number", numbers });
  }
  let done = 0; // an address in an address is part of it
  for (const match of shown.matchAll(URL_START)) {
    const start = match.index;
    if (start < done) continue;
    const end = done = urlEnd(shown, start);
    if (end <= start + match[0].length || !free(start, end)) continue;
    const url = shown.slice(start, end);
    const angles = shown[start - 1] === "<" && shown[end] === ">" ? 1 : 0;
    const numbers = known.sections(url);
    found.push({
      start: start - angles,
      end: end + angles,
      kind: "url",
      url,
      numbers,
      unknown: numbers.length === 0 && !known.stands(url),
    });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Whether `[from, to)` touches one of the spans, which are in order. */
function touches(
  spans: readonly [number, number][],
  from: number,
  to: number,
): boolean {
  let low = 0, high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]![1] <= from) low = middle + 1;
    else high = middle;
  }
  return low < spans.length && spans[low]![0] < to;
}

function readNumber(text: string): number {
  return Number(text.normalize("NFKC"));
}

/** The numbers of `[1, 3-5]`: 1, 3, 4, 5. */
function readNumbers(group: string): number[] {
  const text = group.normalize("NFKC").replace(/†.*/su, "");
  const numbers: number[] = [];
  for (
    const [, a, b] of text.matchAll(/(\d+)(?:\s*[-–—~〜‐]\s*\D{0,10}(\d+))?/g)
  ) {
    const from = Number(a), to = b === undefined ? from : Number(b);
    if (to - from > 50 || to < from) numbers.push(from, to);
    else for (let n = from; n <= to; n++) numbers.push(n);
  }
  return [...new Set(numbers)];
}

/** `arr[0]`, `a[1].b` and the interval `[0, 1]` are no citations. */
function isCitation(
  text: string,
  start: number,
  end: number,
  numbers: number[],
): boolean {
  if (numbers.includes(0) && numbers.length > 1) return false;
  if (text[end] === "(") return false;
  if (!/[A-Za-z0-9_$)]/.test(text[start - 1] ?? " ")) return true;
  return numbers[0] !== 0 && !/^(?:\.?[A-Za-z_$(=]|\s?=)/.test(
    text.slice(end, end + 3),
  );
}

function urlEnd(text: string, start: number): number {
  let end = start;
  let depth = 0;
  while (end < text.length && !URL_END.test(text[end]!)) {
    if ("([".includes(text[end]!)) depth++;
    else if (")]".includes(text[end]!) && --depth < 0) break;
    end++;
  }
  while (end > start && /[.,;:!?*_~]/.test(text[end - 1]!)) end--;
  return end;
}

/** Addresses of the reader's own machine, which are no sources. */
const LOCAL =
  /^https?:\/\/(?:[^/]*@)?(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])(?:[:/?#]|$)/i;

class KnownUrls {
  readonly #sent: readonly SentSection[];
  readonly #byUrl = new Map<string, number[]>();
  readonly #texts: string;

  constructor(sent: readonly SentSection[]) {
    this.#sent = sent;
    for (const { number, url, id, path } of sent) {
      const names = [url, id, bare(url), path].map(normal);
      for (const name of new Set(names)) {
        if (name === "") continue;
        const numbers = this.#byUrl.get(name);
        if (numbers === undefined) this.#byUrl.set(name, [number]);
        else numbers.push(number);
      }
    }
    this.#texts = sent.map(({ text }) => text).join("\n");
  }

  /** The sections that an address names, with its anchor or, without one, those of the page. */
  sections(url: string): number[] {
    return this.#byUrl.get(normal(url)) ?? [];
  }

  /** Whether it stands in what was sent, or is of this machine. */
  stands(url: string): boolean {
    if (LOCAL.test(url) || /^(?:#|mailto:)/.test(url)) return true;
    return this.#sent.length > 0 && url.length > 3 && this.#texts.includes(url);
  }
}

function bare(url: string): string {
  return url.replace(/#.*$/s, "");
}

function normal(url: string): string {
  let text = url.replace(/^\.\//, "").replace(/\/+(?=#|$)/, "");
  try {
    text = decodeURI(text);
  } catch {
    // As it is: it is compared, not followed.
  }
  return text.replace(/^https?:\/\/[^/?#]*/i, (host) => host.toLowerCase());
}
