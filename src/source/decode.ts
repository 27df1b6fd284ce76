import { binaryKind } from "./_binary_kind.ts";
import { firstInvalidByte } from "./_first_invalid_byte.ts";

/** The text of a file, or the reason why it has none. */
export type Decoded = { text: string } | { reason: string };

const ESCAPE = 0x1b;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Decodes a file: UTF-8 with or without a byte order mark, UTF-16 with one.
 * Nothing is guessed and nothing is repaired, so that what is indexed is what
 * the file says: line ends and Unicode normal forms stay as they are, and a
 * byte order mark stays in the text as U+FEFF.
 *
 * @param bytes The whole file.
 * @returns Well-formed text; else a reason that begins with `encoding: ` (and
 *   names the byte offset of what is wrong) or `binary: `.
 */
export function decode(bytes: Uint8Array): Decoded {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return decodeUtf16(bytes, utf16);
  const kind = binaryKind(bytes);
  if (kind !== undefined) return { reason: `binary: ${kind}` };
  const escape = iso2022Escape(bytes);
  if (escape >= 0) {
    return { reason: `encoding: ISO-2022-JP escape at byte ${escape}` };
  }
  try {
    return { text: utf8.decode(bytes) };
  } catch {
    return { reason: notUtf8(bytes) };
  }
}

/**
 * The reason for bytes that are not UTF-8: `encoding: not valid UTF-8 at byte
 * 12 (0x8e)`.
 */
export function notUtf8(bytes: Uint8Array): string {
  const at = firstInvalidByte(bytes);
  if (at >= bytes.length) return "encoding: UTF-8 that is cut short at its end";
  const hex = bytes[at]!.toString(16).padStart(2, "0");
  return `encoding: not valid UTF-8 at byte ${at} (0x${hex})`;
}

/** Which UTF-16 or UTF-32 a byte order mark announces, if one does. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
}

function decodeUtf16(bytes: Uint8Array, label: string): Decoded {
  if (label === "utf-16le" && bytes.length >= 4 && !bytes[2] && !bytes[3]) {
    return { reason: "encoding: UTF-32" };
  }
  const name = label.toUpperCase();
  if (bytes.length % 2 === 1) {
    return {
      reason: `encoding: ${name} that is cut short at byte ${bytes.length - 1}`,
    };
  }
  const text = new TextDecoder(label, { ignoreBOM: true }).decode(bytes);
  const nul = text.indexOf("\0");
  if (nul >= 0) return { reason: `binary: NUL at byte ${2 * nul}` };
  // The decoder puts U+FFFD, one unit, where a lone surrogate was.
  for (let i = text.indexOf("\ufffd"); i >= 0; i = text.indexOf("\ufffd", i)) {
    const a = bytes[2 * i]!, b = bytes[2 * i + 1]!;
    const unit = label === "utf-16le" ? b << 8 | a : a << 8 | b;
    if (unit !== 0xfffd) {
      return { reason: `encoding: not valid ${name} at byte ${2 * i}` };
    }
    i++;
  }
  return { text };
}

/**
 * Where ISO-2022-JP, whose bytes are all ASCII, switches to a two-byte set; -1
 * if it never does. Colour codes of terminals begin `ESC [` and do not count.
 */
function iso2022Escape(bytes: Uint8Array): number {
  let at = bytes.indexOf(ESCAPE);
  while (at >= 0) {
    // ESC $ @, ESC $ B, ESC $ ( D
    if (bytes[at + 1] === 0x24 && [0x40, 0x42, 0x28].includes(bytes[at + 2]!)) {
      return at;
    }
    at = bytes.indexOf(ESCAPE, at + 1);
  }
  return -1;
}
