/** First bytes that no text begins with, and what begins with them. */
const MAGIC: readonly (readonly [kind: string, bytes: readonly number[]])[] = [
  ["a PNG image", [0x89, 0x50, 0x4e, 0x47]],
  ["a JPEG image", [0xff, 0xd8, 0xff]],
  ["a GIF image", [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
  ["a GIF image", [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]],
  ["a PDF", [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ["a ZIP archive or Office document", [0x50, 0x4b, 0x03, 0x04]],
  ["an old Office document", [0xd0, 0xcf, 0x11, 0xe0]],
  ["a gzip archive", [0x1f, 0x8b]],
  ["an xz archive", [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ["a 7-Zip archive", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ["a Zstandard archive", [0x28, 0xb5, 0x2f, 0xfd]],
  ["an executable", [0x7f, 0x45, 0x4c, 0x46]],
  ["an executable", [0xcf, 0xfa, 0xed, 0xfe]],
  ["an executable", [0xca, 0xfe, 0xba, 0xbe]],
  ["a WebAssembly module", [0x00, 0x61, 0x73, 0x6d]],
];

/**
 * Tells a file that is no text whatever its name says: by its first bytes, or
 * by a NUL byte anywhere, which no text in an encoding that is read holds.
 *
 * @returns What it is, in words, or `undefined` for what may be text.
 */
export function binaryKind(bytes: Uint8Array): string | undefined {
  const known = MAGIC.find(([, magic]) =>
    magic.every((byte, i) => bytes[i] === byte)
  );
  if (known !== undefined) return known[0];
  const nul = bytes.indexOf(0);
  return nul < 0 ? undefined : `NUL at byte ${nul}`;
}
