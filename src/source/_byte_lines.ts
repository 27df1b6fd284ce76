/** A line of a file, as bytes. */
export interface ByteLine {
  /** 1-based. */
  number: number;
  /** Without `\n` or `\r\n`; `undefined` for a line longer than the limit. */
  bytes: Uint8Array | undefined;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * Splits chunks of bytes into lines, holding one line at a time. A line that
 * spans many chunks is put together once, so the total cost stays linear. What
 * follows the last newline is a line unless it is empty.
 *
 * @param chunks The file in pieces of any size; a chunk's buffer must not be
 *   reused before the next line is asked for.
 * @param limit The longest line, in bytes, that is kept.
 */
export function* byteLines(
  chunks: Iterable<Uint8Array>,
  limit: number,
): Generator<ByteLine> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let number = 0;
  const add = (part: Uint8Array) => {
    length += part.length;
    if (length > limit) parts = [];
    else parts.push(part);
  };
  const take = (): ByteLine => {
    const bytes = length > limit ? undefined : withoutReturn(joined(parts));
    parts = [];
    length = 0;
    return { number: ++number, bytes };
  };
  for (const chunk of chunks) {
    let from = 0;
    for (let at; (at = chunk.indexOf(NEWLINE, from)) >= 0; from = at + 1) {
      add(chunk.subarray(from, at));
      yield take();
    }
    if (from < chunk.length) add(chunk.subarray(from));
  }
  if (length > 0) yield take();
}

function joined(parts: Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const whole = new Uint8Array(parts.reduce((sum, p) => sum + p.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const withoutReturn = (bytes: Uint8Array) =>
  bytes.at(-1) === RETURN ? bytes.subarray(0, -1) : bytes;
