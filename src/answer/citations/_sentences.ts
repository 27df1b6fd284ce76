/** After these a full stop ends nothing. */
const SHORT =
  /(?:^|[^\p{L}])(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|dr|mr|mrs|ms|st|p|pp|ca)$/iu;
const CLOSERS = /[」』）)\]"'”’*_]/;
/** What may stand between a sentence and its citations. */
const CITED =
  /[ \t]{0,3}(?:[(（][ \t]*(?:[\p{L}:：]{1,10}[ \t]*)?)?(?:[[［【][ \t]{0,2}[\p{L}#№ ]{0,12}[\d０-９][^\]］】\n]{0,40}[\]］】](?:\([^)\s]{0,300}\))?[ \t]{0,2}[,、]?[ \t]{0,2}){1,12}[)）]?[.。]?/uy;

/**
 * The sentences of a stretch of text, as offsets. Citations behind a full stop
 * belong to the sentence before it.
 *
 * @param text with code hidden, so that no full stop in it counts
 */
export function sentences(
  text: string,
  from: number,
  to: number,
): [number, number][] {
  const found: [number, number][] = [];
  let start = from;
  let depth = 0;
  for (let i = from; i < to; i++) {
    const sign = text[i];
    if ("「『（(".includes(sign)) depth++;
    else if ("」』）)".includes(sign)) depth = Math.max(0, depth - 1);
    else if (!"。．.！？!?".includes(sign)) continue;
    else if (depth > 0 && "」』）)".includes(text[i + 1] ?? "")) continue;
    else if (depth > 0 && /[「『（(]/.test(text.slice(start, i)) === false) {
      depth = 0;
    }
    if (!"。．.！？!?".includes(sign) || depth > 0) continue;
    if (!ends(text, start, i, to)) continue;
    let end = i + 1;
    while (end < to && "。．.！？!?".includes(text[end])) end++;
    while (end < to && CLOSERS.test(text[end])) end++;
    end = afterCitations(text, end, to);
    found.push([start, end]);
    start = end;
    i = end - 1;
  }
  if (text.slice(start, to).trim() !== "") found.push([start, to]);
  return found.map(([from, to]) => {
    while (from < to && /\s/.test(text[from])) from++;
    while (to > from && /\s/.test(text[to - 1])) to--;
    return [from, to];
  });
}

function ends(text: string, start: number, i: number, to: number): boolean {
  if (!".!?".includes(text[i])) return true;
  let next = i + 1;
  while (next < to && CLOSERS.test(text[next])) next++;
  if (next >= to) return true;
  if (/[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/.test(text[next])) return true;
  if (!/[\s[]/.test(text[next])) return false;
  if (text[i] === "." && SHORT.test(text.slice(Math.max(start, i - 8), i))) {
    return false;
  }
  while (next < to && /\s/.test(text[next])) next++;
  return !/[a-z]/.test(text[next] ?? "");
}

/** Where the citations that begin at `end` end, if they belong to what is before them. */
function afterCitations(text: string, end: number, to: number): number {
  CITED.lastIndex = end;
  const cited = CITED.exec(text);
  if (cited === null || CITED.lastIndex > to) return end;
  const next = /\S/.exec(text.slice(CITED.lastIndex, CITED.lastIndex + 8));
  // `[1] says …`, `[1]によると`: of the sentence that follows.
  const follows = next === null || CITED.lastIndex >= to ||
    !/[a-z\u3040-\u309f]/.test(next[0]) || next[0] === "お";
  return follows ? CITED.lastIndex : end;
}
