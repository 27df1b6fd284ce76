import assert from "node:assert/strict";
import fc from "fast-check";
import {
  readDocumentRecord,
  readPassageRecords,
  readSectionRecord,
  type StoredSection,
  writeDocumentRecord,
  writeSectionRecord,
} from "../../src/index/records.ts";
import { ByteReader, ByteWriter } from "../../src/index/varint.ts";

const text = fc.string({ unit: "grapheme" });
const hash = fc.uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => bytes.toHex());

Deno.test("readDocumentRecord reads what was written, with source lines", () => {
  const documents = fc.record({
    path: text.filter((it) => it !== ""),
    file: text.filter((it) => it !== ""),
    title: text,
    lang: text,
    url: text,
    format: text,
    hash,
    lines: fc.option(
      fc.array(fc.nat({ max: 50 }), { minLength: 1 })
        .map((lines) => Uint32Array.from(lines)),
      { nil: undefined },
    ),
  });
  fc.assert(fc.property(documents, (document) => {
    const writer = new ByteWriter();
    writeDocumentRecord(writer, document);
    const { runs, ...rest } = readDocumentRecord(new ByteReader(writer.view()));
    const { lines, ...stored } = document;
    assert.deepEqual(rest, stored);
    const expanded = runs.flatMap(([count, line]) => Array(count).fill(line));
    assert.deepEqual(expanded, [...lines ?? []]);
  }));
});

Deno.test("readSectionRecord and readPassageRecords read what was written", () => {
  const passage = fc.record({
    skip: fc.nat({ max: 500 }),
    length: fc.nat({ max: 900 }),
    line: fc.integer({ min: -3, max: 40 }),
    lines: fc.nat({ max: 30 }),
    deeper: fc.array(text, { maxLength: 4 }),
    hidden: fc.array(fc.tuple(fc.nat(400), fc.nat(400)), { maxLength: 2 }),
    fences: fc.array(
      fc.record({
        from: fc.integer({ min: -70_000, max: 900 }),
        length: fc.nat({ max: 80_000 }),
        closed: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
  });
  fc.assert(fc.property(
    text,
    text,
    fc.nat({ max: 9 }),
    fc.nat({ max: 100_000 }),
    fc.array(passage),
    (anchor, heading, parent, start, parts) => {
      let at = start, line = 100;
      const passages = parts.map((it) => {
        at += it.skip, line += it.line;
        return {
          start: at,
          end: at + it.length,
          startLine: line,
          endLine: line + it.lines,
          deeper: it.deeper,
          hidden: it.hidden.map(([from, length]): [number, number] => [
            at + from,
            at + from + length,
          ]),
          fences: it.fences.map(({ from, length, closed }) => ({
            start: at + from,
            end: at + from + length,
            closed,
          })),
        };
      });
      const section: StoredSection = {
        anchor,
        heading,
        parent,
        start,
        end: start + 5000,
        startLine: 100,
        endLine: 170,
        passages,
      };
      const writer = new ByteWriter();
      writeSectionRecord(writer, section);
      const reader = new ByteReader(writer.view());
      const read = readSectionRecord(reader);
      assert.deepEqual(
        {
          ...read,
          passages: readPassageRecords(reader, read, passages.length, true),
        },
        section,
      );
    },
  ));
});
