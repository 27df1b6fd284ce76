import type { Region } from "../files/region.ts";

/** Larger header tables, in bytes, are refused. */
const MAX_TABLE_BYTES = 32 * 1024;

const SHT_NOBITS = 8; // a section with memory but no bytes in the file

/**
 * Where the ELF image at the start of a file ends: the first byte after the header
 * tables and all segments and sections. Bytes from there on are not part of it.
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
    minRowSize: 0x38,
    offsetAt: 0x08,
    lengthAt: 0x20,
  });
  const sections = tableEnd(region, {
    start: u64(header, 0x28),
    rowSize: header.getUint16(0x3a, true),
    count: header.getUint16(0x3c, true),
    minRowSize: 0x40,
    offsetAt: 0x18,
    lengthAt: 0x20,
    typeWithoutBytes: SHT_NOBITS,
  });
  // Without segments the kernel would load nothing: not a program.
  if (!segments || sections === undefined) return undefined;
  const end = Math.max(64, segments, sections);
  return end <= region.size ? end : undefined;
}

/** A table of segment (program) or section headers. */
interface Table {
  /** Byte offset in the file. */
  start: number;
  /** Bytes. */
  rowSize: number;
  count: number;
  minRowSize: number;
  /** Byte positions, in a row, of the file offset and of the length in the file. */
  offsetAt: number;
  lengthAt: number;
  /** Rows of this type occupy no bytes in the file. */
  typeWithoutBytes?: number;
}

/** The end of a table and of everything its rows refer to; undefined when invalid. */
function tableEnd(region: Region, table: Table): number | undefined {
  const { start, rowSize, count } = table;
  if (count === 0) return 0;
  const bytes = rowSize * count;
  if (rowSize < table.minRowSize || bytes > MAX_TABLE_BYTES) return undefined;
  if (start + bytes > region.size) return undefined;
  const rows = view(region, start, bytes);
  let end = start + bytes;
  for (let row = 0; row < bytes; row += rowSize) {
    const type = rows.getUint32(row + 4, true);
    if (type === table.typeWithoutBytes) continue;
    const offset = u64(rows, row + table.offsetAt);
    end = Math.max(end, offset + u64(rows, row + table.lengthAt));
  }
  return end;
}

/** Reads a u64. Above 2^53 it is inexact, but then larger than any file. */
function u64(view: DataView, at: number): number {
  return view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
}

function view(region: Region, offset: number, length: number): DataView {
  return new DataView(region.read(offset, length).buffer);
}
