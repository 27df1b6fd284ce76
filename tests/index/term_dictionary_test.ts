import assert from "node:assert/strict";
import fc from "fast-check";
import {
  TermDictionary,
  TermDictionaryWriter,
} from "../../src/index/term_dictionary.ts";

function dictionary(terms: string[]): TermDictionary {
  const writer = new TermDictionaryWriter();
  terms.forEach((term, i) =>
    writer.add(term, i % 5, i % 3, i % 5, 2 * (i % 3))
  );
  const { terms: blob, index } = writer.finish();
  return new TermDictionary(
    index.slice(),
    blob.length,
    (at, length) => blob.subarray(at, at + length),
  );
}

const sorted = (terms: string[]) =>
  [...new Set(terms.filter((it) => it !== ""))].sort();
const word = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.stringMatching(/^[ab]{1,8}$/),
  fc.constantFrom("😀", "😁", "😀😁", "𠮟る", "𠮟", "か", "かな", "が"),
);

Deno.test("TermDictionary finds every term with its entry, and no other term", () => {
  fc.assert(fc.property(
    fc.array(word, { maxLength: 300 }),
    word,
    (words, other) => {
      const terms = sorted(words), found = dictionary(terms);
      let offset = 0;
      terms.forEach((term, i) => {
        assert.deepEqual(found.find(term), {
          term,
          passages: i % 5,
          sections: i % 3,
          offset,
          passageBytes: i % 5,
          sectionBytes: 2 * (i % 3),
        });
        offset += i % 5 + 2 * (i % 3);
      });
      if (!terms.includes(other)) {
        assert.equal(found.find(other), undefined);
      }
    },
  ));
});

Deno.test("TermDictionary finds all terms that begin with a prefix, in order, up to the limit", () => {
  fc.assert(fc.property(
    fc.array(word, { maxLength: 300 }),
    fc.stringMatching(/^[ab]{1,3}$/),
    fc.integer({ min: 1, max: 9 }),
    (words, prefix, limit) => {
      const terms = sorted(words);
      assert.deepEqual(
        dictionary(terms).withPrefix(prefix, limit).map(({ term }) => term),
        terms.filter((term) => term.startsWith(prefix)).slice(0, limit),
      );
    },
  ));
});

Deno.test("an empty TermDictionary finds nothing", () => {
  assert.equal(dictionary([]).find("a"), undefined);
  assert.deepEqual(dictionary([]).withPrefix("a", 5), []);
});
