/** UTF-16 units of either end of an overlong line that are reported. */
const ENDS = 300;

/**
 * The lines of a stream of UTF-8, each as soon as it is whole, without its
 * line end (LF or CRLF) and without a BOM at the start. A character may arrive
 * in pieces. A last line without a line end is a line too.
 *
 * @param limit the longest line in UTF-16 units; longer ones are dropped
 * @param tooLong called when such a line has ended, with its first and last few
 *   hundred characters
 */
export async function* textLines(
  stream: AsyncIterable<Uint8Array>,
  limit = Infinity,
  tooLong: (ends: string) => void = () => {},
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // Pieces of the line that has not ended, joined once, so that a long line
  // costs its length and not its square.
  let pieces: string[] = [];
  let length = 0;
  const add = (piece: string) => {
    if (piece === "") return;
    length += piece.length;
    pieces.push(piece);
    if (length > limit) pieces = [ends(pieces)];
  };
  const take = (): string | undefined => {
    const line = length > limit ? undefined : withoutReturn(pieces.join(""));
    if (line === undefined) tooLong(ends(pieces));
    pieces = [];
    length = 0;
    return line;
  };
  for await (const bytes of stream) {
    const parts = decoder.decode(bytes, { stream: true }).split("\n");
    const unended = parts.pop()!; // split gives at least one part
    for (const part of parts) {
      add(part);
      const line = take();
      if (line !== undefined) yield line;
    }
    add(unended);
  }
  add(decoder.decode());
  if (length === 0) return;
  const last = take();
  if (last !== undefined) yield last;
}

/** The beginning and the end of the line that the pieces make up. */
function ends(pieces: readonly string[]): string {
  const first = pieces[0] ?? "", last = pieces.at(-1) ?? "";
  return pieces.length === 1 && last.length <= 2 * ENDS
    ? last
    : first.slice(0, ENDS) + last.slice(-ENDS);
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
