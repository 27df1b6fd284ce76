import assert from "node:assert/strict";
import fc from "fast-check";
import { checkCitations } from "../../../src/answer/citations/check_citations.ts";
import type { SentSection } from "../../../src/answer/citations/checked_answer.ts";

function section(
  number: number,
  path: string,
  anchor: string,
  heading: string,
  text: string,
): SentSection {
  const id = `${path}#${anchor}`;
  return {
    ...{ number, id, path, anchor, title: heading, headingPath: [heading] },
    url: `https://docs.acme.dev/${id}`,
    startLine: 10,
    endLine: 9 + text.split("\n").length,
    text,
  };
}

const SENT = [
  section(
    1,
    "pool.md",
    "pool",
    "Connection pool",
    "## Connection pool\n\nA pool keeps connections open. At most 20 connections are kept, set by\n`pool.max`. Idle connections are closed after 30 seconds.\n\nThe pool is not shared between processes.\n\n```js\nconst pool = createPool({ max: 20 });\npool.drain();\n```\n\nThe protocol is described at https://wire.acme.dev/spec.",
  ),
  section(
    2,
    "log.md",
    "log",
    "Logging",
    "## Logging\n\nMessages go to stderr. `LOG_LEVEL` chooses how many; the default is `INFO`.\n\n| level   | shows             |\n| ------- | ----------------- |\n| `DEBUG` | queries and plans |\n| `ERROR` | failures alone    |",
  ),
  section(
    3,
    "ja/pool.md",
    "pool",
    "接続プール",
    "## 接続プール\n\nプールは接続を開いたまま保持します。保持する接続は最大20本で、`pool.max`で変えられます。使われない接続は30秒後に閉じられます。\n\nプールはプロセスの間で共有されません。",
  ),
];

function check(answer: string, language: "ja" | "en" = "en") {
  return checkCitations(answer, SENT, language);
}

Deno.test("a claim is cited with the slice of the section that says it, and its lines", () => {
  const { answer, claims, cited, warnings } = check(
    "By default the pool keeps up to 20 connections [1].",
  );
  assert.equal(answer, "By default the pool keeps up to 20 connections [1].");
  assert.deepEqual(cited, [1]);
  assert.deepEqual(warnings, []);
  assert.equal(claims.length, 1);
  const [{ text, supported, citations: [citation] }] = claims;
  assert.equal(text, "By default the pool keeps up to 20 connections.");
  assert.equal(supported, true);
  assert.equal(citation.id, "pool.md#pool");
  assert.ok(SENT[0].text.includes(citation.quote));
  assert.match(citation.quote, /At most 20 connections/);
  assert.deepEqual([citation.start_line, citation.end_line], [12, 13]);
});

Deno.test("what the sections do not say is marked, in the answer's language, and loses its citation", () => {
  for (
    const [wrong, marked] of [
      [
        "The pool keeps at most 50 connections [1].",
        "The pool keeps at most 50 connections (unverified).",
      ],
      [
        "Idle connections are closed after 30 minutes [1].",
        "Idle connections are closed after 30 minutes (unverified).",
      ],
      [
        "The limit is set by `pool.size` [1].",
        "The limit is set by `pool.size` (unverified).",
      ],
      [
        "The pool is shared between processes [1].",
        "The pool is shared between processes (unverified).",
      ],
      [
        "Messages go to stdout [2].",
        "Messages go to stdout (unverified).",
      ],
      [
        "Idle connections are not closed after 30 seconds. [1]",
        "Idle connections are not closed after 30 seconds (unverified).",
      ],
    ]
  ) {
    const { answer, claims, cited } = check(wrong);
    assert.equal(answer, marked);
    assert.equal(claims[0].supported, false);
    assert.deepEqual(cited, []);
  }
  const { answer } = check("保持する接続は最大50本です[3]。", "ja");
  assert.equal(answer, "保持する接続は最大50本です（未確認）。");
});

Deno.test("a false citation is taken out and no other put in its place", () => {
  const { answer, claims, cited, warnings } = check(
    "Idle connections are closed after 30 seconds [2]. Messages go to stderr [2].",
  );
  assert.equal(
    answer,
    "Idle connections are closed after 30 seconds. Messages go to stderr [2].",
  );
  assert.deepEqual(claims.map((it) => it.supported), [true, true]);
  assert.deepEqual(claims[0].citations, []);
  assert.deepEqual(cited, [2]);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0], /^\[2\] does not say this/);
});

Deno.test("numbers that were not sent are taken out, in all forms of citing", () => {
  const said = "Messages go to stderr";
  for (
    const [form, left] of [
      [" [9]", ""],
      ["[9]", ""],
      [" [2][9]", " [2]"],
      [" [2, 9]", " [2]"],
      [" [2-4]", " [2]"],
      ["［２］", "［２］"],
      ["【2】", "【2】"],
      [" (参考情報 [2])", " (参考情報 [2])"],
      [" (参考情報 [9])", ""],
      [" (see [9], [8])", ""],
      [" [Source 2]", " [Source 2]"],
    ]
  ) {
    const { answer, cited } = check(`${said}${form}.`);
    assert.equal(answer, `${said}${left}.`, form);
    assert.deepEqual(cited, left === "" ? [] : [2], form);
  }
});

Deno.test("addresses of sent sections are citations, others are taken out unless a section has them", () => {
  const url = "https://docs.acme.dev/log.md#log";
  assert.deepEqual(check(`Messages go to stderr (${url}).`).cited, [2]);
  assert.deepEqual(
    check("Messages go to stderr ([log](https://docs.acme.dev/log.md)).").cited,
    [2],
  );
  assert.deepEqual(check(`Messages go to stderr <${url}>.`).cited, [2]);
  for (
    const [made, left] of [
      ["See [the guide](https://acme.dev/guide).", "See the guide."],
      [
        "Read https://acme.dev/guide for more about it.",
        "Read (link removed) for more about it.",
      ],
      [
        "The protocol is described at https://wire.acme.dev/spec [1].",
        "The protocol is described at https://wire.acme.dev/spec [1].",
      ],
      [
        "Open http://localhost:8080/ then.",
        "Open http://localhost:8080/ then.",
      ],
    ]
  ) assert.equal(check(made).answer.replace(" (unverified)", ""), left);
});

Deno.test("an address is taken out in whatever form it comes, and its words stay", () => {
  const kept = "At most 20 connections are kept [1].";
  for (
    const [before, after] of [
      ["At most 20 connections are kept [1](https://evil.dev/x).", kept],
      ["[At most 20](https://evil.dev) connections are kept [1].", kept],
      ["[At most 20](javascript:alert(1)) connections are kept [1].", kept],
      [`![pool](https://evil.dev/x.png)\n\n${kept}`, `pool\n\n${kept}`],
      [`${kept}\n\nSee www.evil.dev/page.`, `${kept}\n\nSee (link removed).`],
    ]
  ) {
    const { answer, warnings } = check(before);
    assert.equal(answer, after);
    assert.match(
      warnings[0],
      /(?:evil\.dev|javascript).* is not among the sources/,
    );
  }
});

Deno.test("days and other ordinal numbers are compared like numbers", () => {
  const text = "Expenses are paid on the 25th. Choose the second form.";
  const sent = [section(1, "a.md", "a", "Expenses", text)];
  const supported = (answer: string) =>
    checkCitations(answer, sent, "en").claims[0].supported;
  assert.equal(supported("Expenses are paid on the 25th [1]."), true);
  assert.equal(supported("Expenses are paid on the 15th [1]."), false);
  assert.equal(supported("Expenses are paid on the 22nd [1]."), false);
  assert.equal(supported("Choose the 2nd form [1]."), true);
});

Deno.test("the closing list of sources is taken off, whatever it looks like", () => {
  const said = "Messages go to stderr [2].";
  for (
    const list of [
      "Sources:\n- [2] log.md",
      "**Sources:**\n\n1. [2] Logging - https://docs.acme.dev/log.md#log",
      "## References\n\n- log.md",
      "---\n\nSources: [2]",
      "参考:\n[2] log.md",
      "出典：[2]",
      "**参考情報**\n- [2] https://docs.acme.dev/log.md#log",
    ]
  ) assert.equal(check(`${said}\n\n${list}`).answer, said, list);
  const { cited } = check("Messages go to stderr.\n\nSources:\n- [2] log.md");
  assert.deepEqual(cited, [2], "it cites for an answer that does not");
  const prose = "Sources: the folders that are read.\n\nMore of them.";
  assert.match(check(prose).answer, /^Sources: the folders/);
});

Deno.test("code is a claim whose names must stand in a section", () => {
  const right =
    "Drain it [1]:\n\n```js\nconst mine = createPool({ max: 5 });\nmine.drain();\n```";
  assert.equal(check(right).answer, right);
  assert.equal(check(right).claims.at(-1)!.supported, true);
  const wrong = right.replace("mine.drain()", "mine.flushAll()");
  assert.equal(check(wrong).answer, `${wrong}\n\n(unverified)`);
});

Deno.test("a value that stands in code serves the sentence beside it", () => {
  const sent = [
    section(
      1,
      "a.md",
      "a",
      "Pool",
      "## Pool\n\nThe pool opens at most `maxConnections`.\n\n```toml\nmaxConnections = 20\n```",
    ),
  ];
  const text = "The pool opens at most 20 connections [1].";
  assert.equal(checkCitations(text, sent, "en").answer, text);
});

Deno.test("what looks like a citation in code, a link, a task or an array is none", () => {
  for (
    const text of [
      "`arr[9]` is left",
      "```\narr[9] = [8];\n```",
      "- [ ] open\n- [x] done",
      "the interval [0, 9] of them",
      "arr[0] and arr[9].name",
    ]
  ) {
    const { answer } = check(text);
    assert.equal(answer.replace(/\s*\(unverified\)/g, ""), text);
  }
});

Deno.test("headings, questions, guesses, pointers and words of silence are no claims", () => {
  const text =
    "# Pools of 99\n\nHow many are kept? This is probably about 99 or so. The documents do not mention a limit of 99. Here is how:\n\n推測ですが、99本でしょう。参考情報には99本という記載がありません。";
  const { answer, claims } = check(text);
  assert.equal(answer, text);
  assert.deepEqual(claims, []);
});

Deno.test("a citation at the end of a paragraph serves the sentences before it", () => {
  const { claims } = check(
    "A pool keeps connections open. Idle ones are closed after 30 seconds [1].",
  );
  assert.deepEqual(claims.map((it) => it.citations.length), [1, 1]);
});

Deno.test("a supported claim that cites nothing gets nothing", () => {
  const { answer, claims, cited } = check("Messages go to stderr.");
  assert.equal(answer, "Messages go to stderr.");
  assert.deepEqual(claims[0].citations, []);
  assert.equal(claims[0].supported, true);
  assert.deepEqual(cited, []);
});

Deno.test("rows of tables are claims, marked in their last cell", () => {
  const { answer } = check(
    "| level | shows |\n| --- | --- |\n| `ERROR` | failures alone [2] |\n| `TRACE` | everything [2] |",
  );
  assert.match(answer, /\| `ERROR` \| failures alone \[2\] \|\n/);
  assert.match(answer, /\| `TRACE` \| everything \(unverified\) \|$/);
});

Deno.test("an answer in another language is judged by names and numbers", () => {
  assert.equal(
    check("接続は最大20本で、`pool.max` で変えられます[1]。", "ja").claims[0]
      .supported,
    true,
  );
  assert.equal(
    check("接続は最大70本で、`pool.max` で変えられます[1]。", "ja").answer,
    "接続は最大70本で、`pool.max` で変えられます（未確認）。",
  );
});

/** Pieces of what answers are made of, and of what breaks readers of Markdown. */
const PIECES = [
  ..."a。.![]()`~|#*-_>\\\n\t「」［】¹é🙂\ud800,:;/?=<",
  ..."```|~~~|`x`|[1]|[9]|[a](|https://|http://x.y/z|not |is |ません|する|20|30 s|--flag|1. |- || a |\n\n|Sources:|出典:|"
    .split("|").filter((it) => it !== ""),
  "| --- |\n",
];
const hostile = fc.array(fc.constantFrom(...PIECES), { maxLength: 80 })
  .map((parts) => parts.join(""));

/** The fenced blocks and spans of code of a text, as `checkCitations` has to leave them. */
function codeOf(text: string): string[] {
  return text.match(/^```[^`]*?^```$|`[^`\n]+`/gm) ?? [];
}

Deno.test("checkCitations() never throws, and its quotes are slices", () => {
  fc.assert(fc.property(hostile, hostile, (answer, text) => {
    const sent = [...SENT, section(4, "x.md", "x", text.slice(0, 9), text)];
    for (const language of ["ja", "en"] as const) {
      const checked = checkCitations(answer, sent, language);
      for (const { citations } of checked.claims) {
        for (const { id, quote } of citations) {
          assert.ok(sent.find((it) => it.id === id)!.text.includes(quote));
        }
      }
      assert.ok(checked.cited.every((it) => it >= 1 && it <= 4));
    }
    checkCitations(answer, [], "en");
  }));
});

Deno.test("an answer without citations and addresses comes back as it was, but for marks", () => {
  fc.assert(fc.property(hostile, (text) => {
    // Without blocks of code too, whose marks stand on lines of their own.
    const plain = text.replace(/[\[［【]|https?|Sources|出典|```|~~~|\t/g, "");
    const { answer } = checkCitations(plain, SENT, "en");
    assert.equal(answer.replaceAll(" (unverified)", ""), plain);
  }));
});

Deno.test("code survives byte for byte", () => {
  const code = fc.constantFrom(
    "```\na[1] = [9];\n```",
    "```js\nx[9] // https://nowhere.acme.dev\n\n[2]\n```",
    "`a[9]`",
    "`[2]`",
  );
  const prose = fc.constantFrom(
    "Messages go to stderr [2].",
    "Nothing of this is true [1][9].",
    "| a | b [1] |",
    "- 99 of them [3]",
  );
  fc.assert(fc.property(fc.array(fc.oneof(code, prose)), (parts) => {
    const text = parts.join("\n\n");
    const { answer } = checkCitations(text, SENT, "en");
    assert.deepEqual(codeOf(answer), codeOf(text));
  }));
});

Deno.test("long answers of one sign over and over come back", () => {
  // A step that grows with the square of these would take minutes.
  for (const piece of PIECES) {
    const text = piece.repeat(Math.ceil(30_000 / piece.length));
    checkCitations(text, SENT, "en");
    checkCitations("Messages go to stderr [4].", [
      ...SENT,
      section(4, "x.md", "x", "X", text),
    ], "en");
  }
});
