/**
 * The lines of a stream of UTF-8, each as soon as it is whole, without its
 * line end (LF or CRLF) and without a BOM at the start. A character may arrive
 * in pieces. A last line without a line end is a line too.
 *
 * @param limit the longest line in UTF-16 units; of a longer one nothing is kept
 * @param tooLong told when such a line has ended
 */
export async function* textLines(
  stream: AsyncIterable<Uint8Array>,
  limit = Infinity,
  tooLong: () => void = () => {},
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // Pieces of the line that has not ended, joined once, so that a long line
  // costs its length and not its square.
  let pieces: string[] = [];
  let length = 0;
  const add = (piece: string) => {
    length += piece.length;
    if (length > limit) pieces = [];
    else pieces.push(piece);
  };
  const take = (): string | undefined => {
    const line = length > limit ? undefined : withoutReturn(pieces.join(""));
    if (line === undefined) tooLong();
    pieces = [];
    length = 0;
    return line;
  };
  for await (const bytes of stream) {
    const parts = decoder.decode(bytes, { stream: true }).split("\n");
    for (const part of parts.slice(0, -1)) {
      add(part);
      const line = take();
      if (line !== undefined) yield line;
    }
    add(parts[parts.length - 1]);
  }
  add(decoder.decode());
  if (length === 0) return;
  const last = take();
  if (last !== undefined) yield last;
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
