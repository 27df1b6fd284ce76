import assert from "node:assert/strict";
import fc from "fast-check";
import { questionIn } from "../../src/probe/question_in.ts";
import { failureIn } from "../../src/probe/failure_in.ts";
import { judge, OUTCOMES } from "../../src/probe/judge.ts";
import type { UpstreamToolResult } from "../../src/upstream/tool_result.ts";

/** A result of one text. */
function said(value: unknown, isError = false): UpstreamToolResult {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return { content: [{ type: "text", text }], isError };
}

/** The kind of a result of one text. */
function kind(value: unknown, isError = false): string {
  return judge(said(value, isError), {}, 100).outcome;
}

Deno.test("questionIn() recognises questions to the user, as a status or a sentence", () => {
  for (
    const [value, question] of [
      [
        { status: "need_confirmation", message: "ファイル保存しますか？" },
        "ファイル保存しますか？",
      ],
      [{ status: "needs_input", data: {} }, "needs_input"],
      [
        { requires_confirmation: true, message: "Delete 3 files" },
        "Delete 3 files",
      ],
      [{ code: "CONFIRMATION_REQUIRED" }, "CONFIRMATION_REQUIRED"],
      [{ message: "保存してもよろしいですか？" }, "保存してもよろしいですか？"],
      [
        "取得結果のファイルは保存しますか？",
        "取得結果のファイルは保存しますか？",
      ],
      [
        "Are you sure you want to delete it?",
        "Are you sure you want to delete it?",
      ],
      ["Please confirm the deletion.", "Please confirm the deletion."],
    ] as const
  ) {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    assert.equal(questionIn(text), question);
  }
});

Deno.test("questionIn() finds no question in answers", () => {
  for (
    const value of [
      "Tokyo",
      "The order was confirmed on 1 May.",
      { status: "confirmed", id: 3 },
      { confirmed: true },
      { needs_confirmation: false, data: [1] },
      { results: [{ a: 1 }], message: "続けますか？" },
      `${"a".repeat(500)} do you want more?`,
      ["need_confirmation"],
    ]
  ) {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    assert.equal(questionIn(text), undefined, text);
  }
});

Deno.test("failureIn() finds failures that are reported as text, and the errorWhen rule for them", () => {
  const rule = (value: unknown) => failureIn(JSON.stringify(value));
  assert.deepEqual(rule({ status: "error", message: "401 Unauthorized" }), {
    message: "401 Unauthorized",
    path: "status",
    equals: "error",
  });
  assert.deepEqual(rule({ success: false, error: { message: "no" } }), {
    message: "no",
    path: "success",
    equals: false,
  });
  assert.deepEqual(rule({ statusCode: 503, detail: "busy" }), {
    message: "busy",
    path: "statusCode",
    equals: 503,
  });
  assert.deepEqual(rule({ error: "quota exceeded" }), {
    message: "quota exceeded",
  });
  for (
    const text of [
      "Error: Operation failed",
      "401 Unauthorized",
      "HTTP 500 Internal Server Error",
      "Failed to fetch the page",
      "Traceback (most recent call last):",
      "requests.exceptions.ConnectionError: refused",
      "エラー: 通信できません",
    ]
  ) assert.equal(failureIn(text)?.message, text);
});

Deno.test("failureIn() finds no failure in answers, also in those about errors", () => {
  for (
    const text of [
      "The manual has a chapter on errors.",
      "500 yen",
      "404 is the room number",
      '{"status":"success","error":null}',
      '{"results":[{"status":"error"}]}',
      '{"errors":[],"data":1}',
      '{"error":""}',
      "",
    ]
  ) assert.equal(failureIn(text), undefined, text);
});

Deno.test("judge() classifies results", () => {
  assert.equal(kind("Tokyo is sunny"), "data");
  assert.equal(kind("[]"), "empty");
  assert.equal(kind({ count: 0 }), "empty");
  assert.equal(kind("x".repeat(101)), "too large");
  assert.equal(kind("x\n__truncated_by_char_limit__ (1 of 9)"), "too large");
  assert.equal(kind({ status: "error", message: "no" }), "error");
  assert.equal(kind("no", true), "error");
  // A rule of errorWhen may have marked a question as an error.
  assert.equal(
    kind({ status: "need_confirmation", message: "?" }, true),
    "needs confirmation",
  );
  assert.equal(judge({ content: [] }, {}, 0).outcome, "empty");
  assert.equal(judge({}, {}, 0).outcome, "empty");
});

Deno.test("judge() uses structured content first, and handles content that is not text", () => {
  assert.equal(
    judge(
      {
        content: [{ type: "text", text: "Found the following:" }],
        structuredContent: { result: [] },
      },
      {},
      0,
    ).outcome,
    "empty",
  );
  const image = judge(
    { content: [{ type: "image", mimeType: "image/png", data: "AA==" }] },
    {},
    0,
  );
  assert.equal(image.outcome, "data");
  assert.equal(image.sample, "[image image/png]");
  assert.equal(
    judge(
      { content: [{ type: "resource", resource: { uri: "a:b", text: "[]" } }] },
      {},
      0,
    ).outcome,
    "empty",
  );
});

Deno.test("judge() recognises a result that requires input (2026-07-28)", () => {
  const { outcome, sample } = judge(
    {
      resultType: "input_required",
      inputRequests: {
        a: { method: "elicitation/create", params: { message: "Save it?" } },
      },
    },
    {},
    0,
  );
  assert.equal(outcome, "needs confirmation");
  assert.equal(sample, "Save it?");
});

Deno.test("judge() measures complete results and shows their beginning", () => {
  const records = Array.from({ length: 40 }, (_, id) => ({ id, 名: "地点🗾" }));
  const text = JSON.stringify({ features: records });
  const judged = judge(said(text), {}, 100);
  assert.equal(judged.outcome, "too large");
  assert.equal(judged.chars, text.length);
  assert.equal(judged.items, 40);
  assert.ok(text.startsWith(judged.sample));
});

Deno.test("judge() classifies any result, with a well-formed sample", () => {
  const texts = fc.oneof(fc.string({ unit: "binary" }), fc.json());
  fc.assert(
    fc.property(
      fc.array(texts, { maxLength: 3 }),
      fc.option(fc.object(), { nil: undefined }),
      fc.boolean(),
      fc.nat({ max: 50 }),
      (parts, structuredContent, isError, most) => {
        const content = parts.map((text) => ({ type: "text", text }));
        const judged = judge({ content, structuredContent, isError }, {}, most);
        assert.ok(OUTCOMES.includes(judged.outcome));
        assert.ok(judged.sample.length <= 200);
        assert.ok(judged.sample.isWellFormed());
        if (isError) {
          assert.ok(["error", "needs confirmation"].includes(judged.outcome));
        }
      },
    ),
  );
});

Deno.test("questions and failures inside a wrapper are seen, with the path for a rule", () => {
  for (
    const value of [
      {
        status: "success",
        data: { status: "need_confirmation", message: "保存しますか？" },
      },
      { ok: true, result: { requires_confirmation: true, message: "Delete?" } },
      { data: { response: { status: "input_required" } } },
      {
        success: true,
        payload: { message: "ファイルを保存してもよろしいですか？" },
      },
    ]
  ) assert.equal(kind(value), "needs confirmation", JSON.stringify(value));
  const failed = judge(
    said({
      status: "success",
      data: { status: "error", message: "no such id" },
    }),
    {},
    1_000,
  );
  assert.equal(failed.outcome, "error");
  assert.deepEqual(failed.errorWhen, { path: "data.status", equals: "error" });
  for (
    const value of [
      { data: { id: 7, status: "failed", name: "nightly", started: "10:00" } },
      { data: { message: "Would you like more?", items: [1, 2] } },
      { status: "success", data: { status: "ok", rows: [1] } },
      { results: [{ status: "need_confirmation" }] },
    ]
  ) assert.equal(kind(value), "data", JSON.stringify(value));
});
