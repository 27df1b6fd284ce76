/**
 * A small ELF file: one segment with the bytes of `code`, one section, and the
 * section table at the end, as `deno compile` has it.
 */
export function elf(code: Uint8Array): Uint8Array<ArrayBuffer> {
  const codeAt = 64 + 56;
  const tableAt = codeAt + code.length;
  const bytes = new Uint8Array(tableAt + 2 * 64);
  const fields = new DataView(bytes.buffer);
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  fields.setBigUint64(0x20, 64n, true); // segment table
  fields.setBigUint64(0x28, BigInt(tableAt), true); // section table
  fields.setUint16(0x36, 56, true);
  fields.setUint16(0x38, 1, true);
  fields.setUint16(0x3a, 64, true);
  fields.setUint16(0x3c, 2, true);
  fields.setBigUint64(64 + 0x08, 0n, true);
  fields.setBigUint64(64 + 0x20, BigInt(tableAt), true);
  bytes.set(code, codeAt);
  // Memory that is zero at start has a size and no bytes in the file.
  fields.setUint32(tableAt + 64 + 4, 8, true);
  fields.setBigUint64(tableAt + 64 + 0x18, BigInt(tableAt), true);
  fields.setBigUint64(tableAt + 64 + 0x20, 1n << 30n, true);
  return bytes;
}

export function concat(...pieces: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, p) => sum + p.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Runs with a new folder, which is removed afterwards. */
export async function withFolder(
  run: (folder: string) => void | Promise<void>,
  prefix = "docs test 日本 ' ",
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix });
  try {
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

export const bytesOf = (text: string) => new TextEncoder().encode(text);
