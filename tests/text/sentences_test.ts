import assert from "node:assert/strict";
import fc from "fast-check";
import { sentences } from "../../src/text/sentences.ts";

function split(text: string, from = 0, to = text.length): string[] {
  return sentences(text, from, to).map(([start, end]) =>
    text.slice(start, end)
  );
}

/** Checks that sentences joined by spaces are split into these again. */
function splits(...parts: string[]): void {
  assert.deepEqual(split(parts.join(" ")), parts);
}

Deno.test("a sentence ends with . ! ? before white space, and goes over line ends", () => {
  splits("One is\nhere.", "Two is!", "Is it three?!", "Four");
});

Deno.test("a sentence ends with a full-width mark, whatever follows", () => {
  for (const mark of "。．！？") {
    assert.deepEqual(split(`文${mark}次${mark}`), [`文${mark}`, `次${mark}`]);
  }
  assert.deepEqual(split("本当！？はい。"), ["本当！？", "はい。"]);
});

Deno.test("Japanese after an ASCII mark begins a sentence without white space", () => {
  assert.deepEqual(split("Use docs.次に使う。"), ["Use docs.", "次に使う。"]);
});

Deno.test("closing quotes, brackets and emphasis belong to the sentence before them", () => {
  splits('He said "Stop."', "Then he left.");
  splits("It is “done.”", "Next.");
  splits("**Never do this.**", "Do that.");
  splits("(See the guide.)");
});

Deno.test("what stands in brackets is not split, and its end ends nothing", () => {
  assert.deepEqual(split("彼は「はい。そうです。」と言った。次。"), [
    "彼は「はい。そうです。」と言った。",
    "次。",
  ]);
  splits("It may fail (see A. Or B! Then C?) at times.", "Next.");
});

Deno.test("a bracket that is not closed, or not opened, splits as if it were not there", () => {
  splits("A sad one :-( is here.", "Next.");
  splits("1) One is here.", "2) Two is here.");
  assert.deepEqual(split("彼は「はい。次の文。"), ["彼は「はい。", "次の文。"]);
  splits("An open ( and (a closed. One) here.", "Next.");
});

Deno.test("decimal points, versions, file names and URLs end no sentence", () => {
  splits(
    "It takes 1.5 s in v1.0.21 of app.toml.",
    "See https://docs.example.net/a.html?b=c.d!e.",
    "Done",
  );
  assert.deepEqual(split("値は３．５です．次．"), ["値は３．５です．", "次．"]);
});

Deno.test("abbreviations end no sentence, words that look like them do", () => {
  splits("Some (e.g. This), i.e. That, etc. As Dr. No said in Fig. 3, p. 5.");
  splits(
    "E.g. React does.",
    "It waits 5 ms.",
    "The answer is no.",
    "Then it ends.",
  );
});

Deno.test("a full stop before a lower-case word ends no sentence", () => {
  splits("The approx. value and the incl. tax are shown.", "Next.");
});

Deno.test("the number of a list ends no sentence", () => {
  splits("1. First.", "2. Second.");
  assert.deepEqual(split("1.次に使う。"), ["1.次に使う。"]);
});

Deno.test("references behind a full stop belong to its sentence", () => {
  splits("One. [1]", "Two. [2, 3][4].", "Three. ([5])", "Four.");
  assert.deepEqual(split("一つ。[1]二です。（参考情報 [2]）三。"), [
    "一つ。[1]",
    "二です。（参考情報 [2]）",
    "三。",
  ]);
});

Deno.test("references that a sentence begins with are its own", () => {
  splits("One.", "[2] says two.");
  assert.deepEqual(split("一つ。[2]によると二。"), [
    "一つ。",
    "[2]によると二。",
  ]);
});

Deno.test("only the given stretch is split, and an empty one has no sentence", () => {
  assert.deepEqual(split("A. B. C.", 3, 5), ["B."]);
  assert.deepEqual(split(" \n ", 0, 3), []);
  assert.deepEqual(split("", 0, 0), []);
});

const text = fc.array(
  fc.constantFrom(
    ...'a B 1 . ! ? 。 ！ ． 文 と 「 」 （ ） ( ) [1] [ ] " * ` e.g.'.split(
      " ",
    ),
    " ",
    "\n",
  ),
).map((parts) => parts.join(""));

Deno.test("sentences are in order and leave out nothing but white space, whatever the text", () => {
  fc.assert(fc.property(text, fc.nat(9), fc.nat(9), (text, before, after) => {
    const from = Math.min(before, text.length);
    const to = Math.max(from, text.length - after);
    let at = from;
    for (const [start, end] of sentences(text, from, to)) {
      assert.ok(at <= start && start < end && end <= to);
      assert.match(text.slice(at, start), /^\s*$/);
      assert.equal(text.slice(start, end).trim(), text.slice(start, end));
      at = end;
    }
    assert.match(text.slice(at, to), /^\s*$/);
  }));
});

Deno.test("splitting a sentence finds no further one", () => {
  const plain = text.map((it) => it.replace(/[[\]]/g, ""));
  fc.assert(fc.property(plain, (text) => {
    for (const one of split(text)) assert.deepEqual(split(one), [one]);
  }));
});

Deno.test("the time is linear in the text", () => {
  const time = (text: string) => {
    const start = performance.now();
    sentences(text, 0, text.length);
    return performance.now() - start;
  };
  for (const part of ["(", ")", "。", ". ", ".)", "[1", "。[1", "a ", "「。"]) {
    assert.ok(time(part.repeat(100_000)) < 2000, part);
  }
});
