import type { Region } from "../files/region.ts";

/** Header tables are read only when they are no larger than this, in bytes. */
const MAX_TABLE_BYTES = 32 * 1024;

const SECTION_WITHOUT_BYTES = 8; // SHT_NOBITS: memory only, nothing in the file

/**
 * Where the ELF image at the start of a file ends: the first byte that neither
 * the kernel's loader nor any section of the image needs. What follows belongs
 * to whoever put it there.
 *
 * Field offsets are those of the 64-bit little-endian form in the System V ABI
 * (gABI 4.1, chapters 4 and 5). At most 64 KB are read.
 *
 * @returns the offset in bytes, or undefined when the region is not a whole
 * 64-bit little-endian ELF file
 */
export function elfImageEnd(region: Region): number | undefined {
  if (region.size < 64) return undefined;
  const header = view(region, 0, 64);
  const isElf = header.getUint32(0) === 0x7f454c46; // 7f E L F, as written
  const is64Bit = header.getUint8(4) === 2;
  const isLittleEndian = header.getUint8(5) === 1;
  if (!isElf || !is64Bit || !isLittleEndian) return undefined;

  const segments = tableEnd(region, {
    start: u64(header, 0x20),
    rowSize: header.getUint16(0x36, true),
    count: header.getUint16(0x38, true),
    leastRowSize: 0x38,
    offsetAt: 0x08,
    lengthAt: 0x20,
  });
  const sections = tableEnd(region, {
    start: u64(header, 0x28),
    rowSize: header.getUint16(0x3a, true),
    count: header.getUint16(0x3c, true),
    leastRowSize: 0x40,
    offsetAt: 0x18,
    lengthAt: 0x20,
    withoutBytes: SECTION_WITHOUT_BYTES,
  });
  // Without segments nothing would be loaded: not a program.
  if (!segments || sections === undefined) return undefined;
  const end = Math.max(64, segments, sections);
  return end <= region.size ? end : undefined;
}

/** A table of headers in the file. */
interface Table {
  start: number;
  rowSize: number;
  count: number;
  leastRowSize: number;
  /** Where a row says where its bytes are in the file, and how many. */
  offsetAt: number;
  lengthAt: number;
  /** Rows of this type have no bytes in the file. */
  withoutBytes?: number;
}

/** The end of a table and of all that it names; undefined when impossible. */
function tableEnd(region: Region, table: Table): number | undefined {
  const { start, rowSize, count } = table;
  if (count === 0) return 0;
  const bytes = rowSize * count;
  if (rowSize < table.leastRowSize || bytes > MAX_TABLE_BYTES) return undefined;
  if (start + bytes > region.size) return undefined;
  const rows = view(region, start, bytes);
  let end = start + bytes;
  for (let row = 0; row < bytes; row += rowSize) {
    const kind = rows.getUint32(row + 4, true);
    if (kind === table.withoutBytes) continue;
    const offset = u64(rows, row + table.offsetAt);
    end = Math.max(end, offset + u64(rows, row + table.lengthAt));
  }
  return end;
}

/** Beyond 2^53 it is inexact, and larger than any file anyway. */
function u64(view: DataView, at: number): number {
  return view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
}

function view(region: Region, offset: number, length: number): DataView {
  return new DataView(region.read(offset, length).buffer);
}
