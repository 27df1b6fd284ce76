/** A fenced code block; offsets are UTF-16 units of the document's text. */
export interface FenceSpan {
  /** Start of the line that opens it. */
  start: number;
  /** Start of the closing marker; where nothing closes it, end of its last line. */
  end: number;
  /** Whether a marker closes it, and not the end of a list, a quote or the text. */
  closed: boolean;
}

/** UTF-16 units of an opening line that are read; a longer info string is cut. */
const LONGEST_OPENER = 1_000;

const OPENER = /^([^\r\n]*?)(`{3,}|~{3,})([^\r\n]*)/;
const BLANK_LINE = /(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)/;

/**
 * The text `[start, end)` of a document as it is shown: a fence that it begins
 * in is opened again, one that it ends in is closed, with the fence's own
 * marker, info string and indentation or quote prefix. Everything else is the
 * source, byte for byte.
 *
 * @param read Slices the document's text by UTF-16 offsets.
 * @param fences Those that overlap what is shown, among others.
 */
export function balanced(
  read: (start: number, end: number) => string,
  fences: readonly FenceSpan[],
  start: number,
  end: number,
): string {
  const shown = read(start, end);
  let before = "", after = "";
  for (const fence of fences) {
    if (fence.start >= end) continue;
    const most = Math.min(fence.end, fence.start + LONGEST_OPENER);
    const opener = OPENER.exec(read(fence.start, most));
    if (opener === null) continue;
    const [, container = "", marker = "", info = ""] = opener;
    // Markers of lists stand on their first line only; in their place a quote
    // takes the first space for its own.
    const prefix = container.replace(/>(?=[^> \t])/g, "> ")
      .replace(/[^> \t]/g, " ");
    const markerStart = fence.start + container.length;
    const isWithin = start > markerStart &&
      (fence.closed ? start <= fence.end : start < fence.end);
    if (isWithin) before = `${prefix}${marker}${info}\n`;
    else if (start > markerStart) continue;
    // A marker counts as far as it is shown.
    const shownMarker = marker.slice(0, end - markerStart);
    const isClosed = fence.closed
      ? end >= fence.end + marker.length
      : end > fence.end && endsContainer(prefix, read(fence.end, end));
    if (shownMarker.length >= 3 && !isClosed) after = prefix + shownMarker;
  }
  const gap = after === "" || shown === "" || /[\r\n]$/.test(shown) ? "" : "\n";
  return before + shown + gap + after;
}

/**
 * Whether what follows a fence that nothing closes shows that the list or quote
 * around it has ended, and the fence with it.
 */
function endsContainer(prefix: string, rest: string): boolean {
  return rest.trim() !== "" || prefix.includes(">") && BLANK_LINE.test(rest);
}
