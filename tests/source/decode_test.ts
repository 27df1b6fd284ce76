import assert from "node:assert/strict";
import fc from "fast-check";
import { firstInvalidByte } from "../../src/source/_first_invalid_byte.ts";
import { decode } from "../../src/source/decode.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const bytes = (...values: number[]) => Uint8Array.from(values);

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let i = 0; i < text.length; i++) {
    view.setUint16(2 * i, text.charCodeAt(i), littleEndian);
  }
  return new Uint8Array(view.buffer);
}

Deno.test("decode() gives back UTF-8 unit for unit, byte order mark included", () => {
  const text = "\ufeff# 題\r\n\r\nか\u3099 😀 e\u0301\r\n";
  assert.deepEqual(decode(utf8(text)), { text });
});

Deno.test("decode() gives back every well-formed text without NUL", () => {
  const text = fc.string({ unit: "binary" })
    .filter((text) => !text.includes("\0") && !text.includes("\x1b"));
  fc.assert(fc.property(text, (text) => {
    assert.deepEqual(decode(utf8("x" + text)), { text: "x" + text });
    const marked = "\ufeff" + text;
    assert.deepEqual(decode(utf16(marked, true)), { text: marked });
    assert.deepEqual(decode(utf16(marked, false)), { text: marked });
  }));
});

Deno.test("decode() names the first byte that is not UTF-8", () => {
  const sjis = bytes(0x23, 0x20, 0x8e, 0xd0, 0x93, 0xe0);
  assert.deepEqual(decode(sjis), {
    reason: "encoding: not valid UTF-8 at byte 2 (0x8e)",
  });
  const cut = utf8("あい").subarray(0, 5);
  assert.deepEqual(decode(cut), {
    reason: "encoding: UTF-8 that is cut short at its end",
  });
});

Deno.test("firstInvalidByte() agrees with the platform's decoder", () => {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const isValid = (part: Uint8Array) => {
    try {
      decoder.decode(part);
      return true;
    } catch {
      return false;
    }
  };
  // Bytes near the borders of the table are where a mistake would be.
  const byte = fc.oneof(
    fc.constantFrom(0x41, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2),
    fc.constantFrom(0xdf, 0xe0, 0xe1, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf4, 0xf5),
    fc.integer({ min: 0, max: 255 }),
  );
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 12 }), (values) => {
      const part = Uint8Array.from(values);
      const at = firstInvalidByte(part);
      assert.equal(isValid(part) ? at : part.length, part.length);
      if (at === part.length) return;
      assert.ok(isValid(part.subarray(0, at)));
      assert.ok(!isValid(part));
    }),
    { numRuns: 2000 },
  );
});

Deno.test("decode() does not repair UTF-16", () => {
  assert.deepEqual(decode(utf16("\ufeffa\ud800b", true)), {
    reason: "encoding: not valid UTF-16LE at byte 4",
  });
  assert.deepEqual(decode(bytes(0xfe, 0xff, 0x00)), {
    reason: "encoding: UTF-16BE that is cut short at byte 2",
  });
  const kept = "\ufeffa\ufffdb";
  assert.deepEqual(decode(utf16(kept, false)), { text: kept });
});

Deno.test("decode() refuses UTF-32 and ISO-2022-JP rather than garble them", () => {
  assert.deepEqual(decode(bytes(0xff, 0xfe, 0, 0, 0x41, 0, 0, 0)), {
    reason: "encoding: UTF-32",
  });
  assert.deepEqual(decode(utf8("a \x1b$B4A;z\x1b(B")), {
    reason: "encoding: ISO-2022-JP escape at byte 2",
  });
  assert.deepEqual(decode(utf8("\x1b[31mred\x1b[0m")), {
    text: "\x1b[31mred\x1b[0m",
  });
});

Deno.test("decode() calls a binary a binary", () => {
  assert.deepEqual(decode(bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a)), {
    reason: "binary: a PNG image",
  });
  assert.deepEqual(decode(utf8("text, then\0")), {
    reason: "binary: NUL at byte 10",
  });
  assert.deepEqual(decode(utf16("\ufeffa\0", true)), {
    reason: "binary: NUL at byte 4",
  });
});

Deno.test("decode() takes no bytes for an empty text", () => {
  assert.deepEqual(decode(bytes()), { text: "" });
});
