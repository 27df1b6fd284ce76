import { deepEqual, equal, ok, throws } from "node:assert/strict";
import fc from "fast-check";
import { memoryRegion, type Region } from "../../src/files/region.ts";
import {
  coverage as covered,
  LateInteraction,
} from "../../src/embed/late_interaction.ts";
import { UnigramTokenizer } from "../../src/embed/unigram_tokenizer.ts";
import { UserError } from "../../src/user_error.ts";
import { asset } from "./_assets.ts";
import { PlainCosines } from "./_plain_cosines.ts";

const TABLE = "late-ja-en-96.bin";
/** What four bits and whole steps may take from a cosine of 1. */
const NOISE = 0.02;

function using<T>(region: Region, body: (region: Region) => T): T {
  try {
    return body(region);
  } finally {
    region.close();
  }
}

const tokenizer = using(
  asset("tokenizer-ja-en.bin"),
  (region) => new UnigramTokenizer(region),
);
const late = using(
  asset(TABLE),
  (region) => new LateInteraction(region, tokenizer),
);
const plain = using(
  asset(TABLE),
  (region) => new PlainCosines(region, tokenizer),
);

/** The cosines of each word of a query, each counting one. */
function cosines(query: string, text: string): number[] {
  late.setQuery(query, () => 1);
  return [...late.cosines(text)];
}

function coverage(query: string, text: string): number {
  const words = late.setQuery(query, ({ norm }) => norm);
  return covered(words, late.cosines(text));
}

function near(actual: number, expected: number, noise = NOISE): void {
  ok(Math.abs(actual - expected) <= noise, `${actual}, not ${expected}`);
}

function names(query: string): string[] {
  return late.setQuery(query, () => 1).map(({ text }) => text);
}

const written = fc.oneof(
  fc.stringMatching(/^[A-Za-z]{1,12}$/),
  fc.array(fc.integer({ min: 0x3041, max: 0x30fa }), { maxLength: 6 })
    .map((units) => String.fromCharCode(...units)),
  fc.array(fc.integer({ min: 0x4e00, max: 0x9fff }), { maxLength: 4 })
    .map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    "server",
    "証明書",
    "kubectl",
    "3000",
    "--",
    "。",
    "한국",
    "🚀",
  ),
);
const text = fc.array(written, { maxLength: 20 })
  .chain((words) =>
    fc.constantFrom("", " ", "\n").map((space) => words.join(space))
  );
const anyText = fc.oneof(text, fc.string({ unit: "binary", maxLength: 60 }));

Deno.test("LateInteraction gives a word a cosine of 1 with itself, wherever it stands", () => {
  for (const word of ["certificate", "証明書", "kubectl", "サーバー", "Vite"]) {
    near(cosines(word, word)[0], 1);
    near(cosines(word, `a table of ${word} and more`)[0], 1);
  }
});

Deno.test("LateInteraction finds 証明書 more similar to certificate than to button", () => {
  const [certificate] = cosines("証明書", "certificate");
  const [button] = cosines("証明書", "button");
  ok(certificate > 0.5 && button < 0.3, `${certificate}, ${button}`);
});

Deno.test("LateInteraction gives a text a coverage of 1 of itself", () => {
  fc.assert(fc.property(text, (text) => {
    const some = late.setQuery(text, ({ norm }) => norm)
      .some(({ weight }) => weight > 0.01);
    near(coverage(text, text), some ? 1 : 0, some ? NOISE : 0);
  }));
});

Deno.test("LateInteraction gives a coverage in 0..1 for any two texts", () => {
  fc.assert(fc.property(anyText, anyText, (query, text) => {
    const share = coverage(query, text);
    ok(share >= 0 && share <= 1 + 1e-3, `${share}`);
  }));
});

Deno.test("LateInteraction gives the cosines of a straightforward computation from the table", () => {
  fc.assert(fc.property(anyText, anyText, (query, text) => {
    const words = late.setQuery(query, () => 1);
    // Words of one spelling are one; of many, others may be kept.
    const asked = plain.words(query);
    fc.pre(asked.length <= 32 && asked.length === words.length);
    const expected = plain.cosines(asked, text);
    const actual = late.cosines(text);
    equal(actual.length, expected.length);
    expected.forEach((it, at) => near(actual[at], it, 0.002));
  }));
});

Deno.test("LateInteraction gives the same cosines for a text, whatever it compared before", () => {
  fc.assert(fc.property(
    anyText,
    fc.array(anyText, { minLength: 1, maxLength: 6 }),
    (query, texts) => {
      late.setQuery(query, () => 1);
      const forth = texts.map((it) => [...late.cosines(it)]);
      late.setQuery(query, () => 1);
      const back = texts.toReversed().map((it) => [...late.cosines(it)]);
      deepEqual(back.toReversed(), forth);
    },
  ));
});

Deno.test("LateInteraction never lowers a cosine when text is added", () => {
  fc.assert(fc.property(anyText, anyText, anyText, (query, text, more) => {
    const before = cosines(query, text);
    const after = cosines(query, `${text}\n${more}`);
    before.forEach((it, at) => ok(after[at] >= it - 1e-6));
  }));
});

Deno.test("LateInteraction returns each word once, Latin words whole, and no digits or punctuation", () => {
  deepEqual(names("kubectl kubectl 証明書 3000 --"), ["kubectl", "証明書"]);
  deepEqual(names("resolve.alias?"), ["resolve", "alias"]);
});

Deno.test("LateInteraction returns a word without preceding characters that are in no piece", () => {
  for (const before of ["한국어", "настроить", "🚀", "\ud800"]) {
    deepEqual(names(`${before} vite`), ["vite"], before);
  }
});

Deno.test("LateInteraction gives meaningful words a greater norm, and rare words a greater surprise", () => {
  const [certificate, the] = late.setQuery("the certificate", (it) => it.norm);
  ok(the.norm < certificate.norm);
  ok(the.surprise < certificate.surprise);
});

Deno.test("LateInteraction keeps the 32 words of greatest weight, the greatest first", () => {
  const many = Array.from(
    { length: 60 },
    (_, at) => String.fromCharCode(97 + at % 26, 97 + Math.floor(at / 26)),
  );
  const weigh = ({ text }: { text: string }) => many.indexOf(text);
  const words = late.setQuery(many.join(" "), weigh);
  deepEqual(words.map(({ text }) => text), many.toReversed().slice(0, 32));
  deepEqual(words.map(({ weight }) => weight), words.map(weigh));
  const found = late.cosines(many.at(-1)!);
  equal(found.length, 32);
  near(found[0], 1);
});

Deno.test("coverage counts a word by its weight", () => {
  const words = [{ weight: 1 }, { weight: 3 }];
  near(covered(words, new Float32Array([0, 1])), 0.75, 1e-6);
  near(covered(words, new Float32Array([1, 0])), 0.25, 1e-6);
  near(covered(words, new Float32Array([0.1, 0.05])), 0, 1e-6);
  equal(covered([{ weight: 0 }], new Float32Array([1])), 0);
});

Deno.test("LateInteraction distinguishes common words from rare ones", () => {
  equal(late.isCommon("delivery"), true);
  equal(late.isCommon("kubectl"), false);
  equal(late.isCommon(""), false);
});

Deno.test("LateInteraction finds no words in an empty query, and cosines of 0 in an empty text", () => {
  for (const query of ["", "   ", "。、!?", "3000"]) {
    deepEqual(late.setQuery(query, () => 1), []);
    equal(late.cosines("certificate").length, 0);
    equal(coverage(query, "certificate"), 0);
  }
  deepEqual(cosines("certificate 証明書", ""), [0, 0]);
  equal(coverage("certificate", "  \n"), 0);
});

Deno.test("LateInteraction finds a word at the end of a very long text", () => {
  const long = "設定ファイルを読み込みます。 Run the server.\n".repeat(20_000);
  ok(cosines("kubectl", long)[0] < 0.6);
  near(cosines("kubectl", long + "kubectl")[0], 1);
});

Deno.test("LateInteraction gives the same cosines when its cache of pieces is full", () => {
  const query = "certificate 証明書";
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const three = letters.flatMap((a) =>
    letters.flatMap((b) => letters.map((c) => a + b + c))
  );
  const kana = Array.from(
    { length: 0x30fb - 0x30a1 },
    (_, at) => String.fromCharCode(0x30a1 + at),
  );
  const many = [
    ...Array.from(
      { length: 0x9fff - 0x4e00 },
      (_, at) => String.fromCharCode(0x4e00 + at),
    ),
    ...three,
    ...three.map((it) => it.toUpperCase()),
    ...three.map((it) => it[0].toUpperCase() + it.slice(1)),
    ...kana.flatMap((a) => kana.map((b) => a + b)),
  ].join("\n");
  const alone = cosines(query, "button 鍵 認証");
  const seen = new Set(
    plain.words(many).filter((it) => it.length === 1)
      .flat(),
  );
  ok(seen.size > 8192, `${seen.size}`);
  late.setQuery(query, () => 1);
  late.cosines(many);
  deepEqual([...late.cosines("button 鍵 認証")], alone);
  near(late.cosines(query)[0], 1);
});

Deno.test("LateInteraction accepts unpaired surrogates", () => {
  near(cosines("\ud800 certificate \udc00", "\udc00 certificate \ud83d")[0], 1);
});

Deno.test("LateInteraction refuses a damaged table and one of another tokenizer", () => {
  const bytes = using(asset(TABLE), (file) => file.read(0, file.size));
  const refused = (message: RegExp, bytes: Uint8Array) =>
    throws(
      () => new LateInteraction(memoryRegion(bytes), tokenizer),
      (error) => error instanceof UserError && message.test(error.message),
    );
  const changed = (at: number, value: number) => {
    const copy = bytes.slice();
    new DataView(copy.buffer).setUint32(at, value, true);
    return copy;
  };
  refused(/too short/, bytes.slice(0, 10));
  refused(/not an SJL1 file/, changed(0, 0x304c4a53));
  refused(/not an SJL1 file of version 1/, changed(4, 2));
  refused(/does not belong/, changed(8, tokenizer.size - 1));
  refused(/bytes, not/, bytes.slice(0, -1));
  refused(/bytes, not/, changed(12, 48));
});
