/** The numbers that a row holds, -7 to 7. */
export function unpackRow(row: Uint8Array, dimensions: number): Int8Array {
  return Int8Array.from({ length: dimensions }, (_, i) => {
    const byte = row[(i >> 5) * 16 + (i & 15)];
    return ((byte >> ((i & 16) >> 2)) & 15) - 8;
  });
}
