import assert from "node:assert/strict";
import fc from "fast-check";
import { TextStore } from "../../src/index/text_store.ts";
import { TextStoreWriter } from "../../src/index/text_store_writer.ts";

function stored(texts: string[]): TextStore {
  const blocks: number[] = [];
  const writer = new TextStoreWriter((block) => blocks.push(...block));
  for (const text of texts) writer.add(text);
  const index = writer.finish();
  const bytes = Uint8Array.from(blocks);
  return new TextStore(
    index,
    (at, length) => bytes.subarray(at, at + length),
  );
}

/** The place, or the one after it where it is inside a surrogate pair. */
const boundary = (text: string, at: number) =>
  text.codePointAt(at - 1)! > 0xffff ? at + 1 : at;

Deno.test("TextStore returns every slice of every text unchanged", () => {
  const text = fc.string({ unit: "binary" }).map((it) => it.toWellFormed());
  fc.assert(fc.property(
    fc.array(text),
    fc.nat(),
    fc.nat(),
    (texts, a, b) => {
      const all = texts.join("");
      const start = boundary(all, all.length === 0 ? 0 : a % all.length);
      const end = boundary(all, start + b % (all.length - start + 1));
      assert.equal(
        stored(texts).slice(start, end),
        all.slice(start, end),
      );
    },
  ));
});

Deno.test("TextStore keeps BOM, CRLF and decomposed characters, and splits no surrogate pair between blocks", () => {
  const pairs = "\uFEFFか\u3099\r\n" + "😀".repeat(100_000) + "終";
  const store = stored(["x", pairs, "y"]);
  assert.equal(store.slice(1, 1 + pairs.length), pairs);
  for (let at = 32_760; at < 32_780; at += 2) {
    assert.equal(
      store.slice(at, at + 2),
      ("x" + pairs).slice(at, at + 2),
    );
  }
});

Deno.test("TextStore finds an offset for any distribution of multi-byte characters, at the first and at later reads", () => {
  for (const text of ["あ", "😀", "é", "a"]) {
    const all = text.repeat(20_000) + "xyz".repeat(15_000);
    const store = stored([all]);
    for (const start of [19_900, 40_000, 100, 19_900]) {
      for (const end of [start, start + 20, start + 2000]) {
        assert.equal(store.slice(start, end), all.slice(start, end));
        assert.equal(stored([all]).slice(start, end), all.slice(start, end));
      }
    }
  }
});
