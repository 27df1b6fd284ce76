/**
 * The lines of a stream of UTF-8, each as soon as it is whole, without its
 * line end (LF or CRLF) and without a BOM at the start. A character may arrive
 * in pieces. A last line without a line end is a line too.
 */
export async function* textLines(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // Pieces of the line that has not ended, joined once, so that a long line
  // costs its length and not its square.
  let pieces: string[] = [];
  for await (const bytes of stream) {
    const lines = decoder.decode(bytes, { stream: true }).split("\n");
    for (const line of lines.slice(0, -1)) {
      yield withoutReturn(pieces.join("") + line);
      pieces = [];
    }
    pieces.push(lines[lines.length - 1]);
  }
  const last = pieces.join("") + decoder.decode();
  if (last !== "") yield withoutReturn(last);
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
