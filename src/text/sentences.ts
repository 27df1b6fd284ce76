/**
 * Where sentences end, in Japanese and English. Quotes and the citation check
 * share the splitter; cutting passages shares the characters and abbreviations,
 * but has rules of its own (see `src/cut/_inline_boundaries.ts`).
 *
 * @module
 */

/** Characters that end a sentence whatever follows. */
export const WIDE_SENTENCE_ENDS = "。．！？";
/** Characters that end a sentence before white space or the end of the text. */
export const ASCII_SENTENCE_ENDS = ".!?";
/** Quotes, brackets and emphasis that close after a sentence and belong to it; the inside of a RegExp's `[…]`. */
export const SENTENCE_CLOSERS = "」』）】］)\\]\"'”’*_~`";
/**
 * A full stop after one of these ends no sentence. Case counts: `Ms.` is a
 * title, but `5 ms.` ends a sentence. A pattern to stand between `\b` and the
 * full stop. Passages are cut by it too: a new entry changes the
 * contents of indexes.
 */
export const ABBREVIATIONS = String
  .raw`e\.g|i\.e|etc|vs|cf|Mr|Mrs|Ms|Dr|St|No|Fig|approx`;
/** More of them, which cutting does not know: indexes would change. */
const MORE_ABBREVIATIONS = String.raw`E\.g|I\.e|Cf|fig|ca|pp?`;

const ENDS = WIDE_SENTENCE_ENDS + ASCII_SENTENCE_ENDS;
const CLOSER = new RegExp(`[${SENTENCE_CLOSERS}]`);
const ABBREVIATED = new RegExp(
  `\\b(?:${ABBREVIATIONS}|${MORE_ABBREVIATIONS})$`,
);
const OPENING = "「『（(", CLOSING = "」』）)";
const WIDE = /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/;

/** References between a sentence and the next: `[1]`, `[1, 2][3]`, `（参考情報 [1]）`, `[1](address)`. */
const REFERENCES =
  /[ \t]{0,3}(?:[(（][ \t]*(?:[\p{L}:：]{1,10}[ \t]*)?)?(?:[[［【][ \t]{0,2}[\p{L}#№ ]{0,12}[\d０-９][^\]］】\n]{0,40}[\]］】](?:\([^)\s]{0,300}\))?[ \t]{0,2}[,、]?[ \t]{0,2}){1,12}[)）]?[.。]?/uy;

/**
 * The sentences of `text[from, to)` as `[start, end)` in UTF-16 units, in order,
 * without the white space around them. Line ends do not end a sentence; the
 * caller gives one paragraph, list item or row at a time.
 *
 * A sentence includes closing quotes and reference marks behind its full stop.
 * What stands in brackets or 「」 is not split. Decimal points, names with dots,
 * URLs and abbreviations do not end one, nor does a full stop before
 * a lower-case word. Takes time linear in the text.
 *
 * @param text with code replaced by other characters if a full stop in code
 * should not count; see `withoutCode`
 */
export function sentences(
  text: string,
  from: number,
  to: number,
): [number, number][] {
  const closing = bracketPairs(text, from, to);
  const found: [number, number][] = [];
  let start = from;
  for (let at = from; at < to; at++) {
    const close = closing.get(at);
    if (close !== undefined) {
      at = close;
      continue;
    }
    if (!ENDS.includes(text.charAt(at)) || !ends(text, start, at, to)) continue;
    let end = at + 1;
    while (end < to && ENDS.includes(text.charAt(end))) end++;
    while (end < to && CLOSER.test(text.charAt(end))) end++;
    end = pastReferences(text, end, to);
    found.push([start, end]);
    start = end;
    at = end - 1;
  }
  if (start < to) found.push([start, to]);
  return found.flatMap(([from, to]): [number, number][] => {
    while (from < to && /\s/.test(text.charAt(from))) from++;
    while (to > from && /\s/.test(text.charAt(to - 1))) to--;
    return from < to ? [[from, to]] : [];
  });
}

/** Of each opening bracket that is closed, where it is closed. */
function bracketPairs(
  text: string,
  from: number,
  to: number,
): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (let at = from; at < to; at++) {
    if (OPENING.includes(text.charAt(at))) open.push(at);
    else if (CLOSING.includes(text.charAt(at))) {
      const opened = open.pop();
      if (opened !== undefined) pairs.set(opened, at);
    }
  }
  return pairs;
}

/** Whether the character at `at`, one of `ENDS`, ends the sentence from `start`. */
function ends(text: string, start: number, at: number, to: number): boolean {
  const sign = text.charAt(at);
  if (sign === "．") {
    return !(isDigit(text.charAt(at - 1)) && isDigit(text.charAt(at + 1)));
  }
  if (!ASCII_SENTENCE_ENDS.includes(sign)) return true;
  // The number of a list: `1.次に`.
  if (
    sign === "." && at - start < 8 && /^\s*\d+$/.test(text.slice(start, at))
  ) {
    return false;
  }
  let next = at + 1;
  while (next < to && CLOSER.test(text.charAt(next))) next++;
  if (next >= to || WIDE.test(text.charAt(next))) return true;
  if (!/[\s[]/.test(text.charAt(next))) return false;
  if (
    sign === "." && ABBREVIATED.test(text.slice(Math.max(start, at - 8), at))
  ) {
    return false;
  }
  while (next < to && /\s/.test(text.charAt(next))) next++;
  return !/[a-z]/.test(text.charAt(next));
}

function isDigit(sign: string): boolean {
  return /[\d０-９]/.test(sign);
}

/** Where the references that begin at `end` end, if they belong to the sentence before them. */
function pastReferences(text: string, end: number, to: number): number {
  REFERENCES.lastIndex = end;
  const stop = REFERENCES.test(text) ? REFERENCES.lastIndex : end;
  if (stop > to) return end;
  const [next] = /\S/.exec(text.slice(stop, Math.min(to, stop + 8))) ?? [];
  // `[1] says …`, `[1]によると`: a part of the sentence that follows.
  if (next !== undefined && next !== "お" && /[a-z\u3040-\u309f]/.test(next)) {
    return end;
  }
  return stop;
}
