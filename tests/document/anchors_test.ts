import assert from "node:assert/strict";
import fc from "fast-check";
import GithubSlugger from "github-slugger";
import { Anchors } from "../../src/document/anchors.ts";

const anchorsOf = (...headings: [plain: string, explicit?: string][]) => {
  const anchors = new Anchors();
  return headings.map((heading) => anchors.anchor(...heading));
};

Deno.test("Anchors keeps the letters of every script", () => {
  assert.deepEqual(
    anchorsOf(["アプリケーション・ストリングの翻訳"], ["דוח יומי"], ["Ελλάδα"]),
    ["アプリケーションストリングの翻訳", "דוח-יומי", "ελλάδα"],
  );
});

Deno.test("Anchors numbers repeats", () => {
  assert.deepEqual(anchorsOf(["Usage"], ["usage"], ["USAGE"]), [
    "usage",
    "usage-1",
    "usage-2",
  ]);
});

Deno.test("Anchors takes an explicit id as written and counts it for repeats", () => {
  assert.deepEqual(
    anchorsOf(["使い方", "HowTo"], ["HowTo"], ["x", "howto"], ["y", "HowTo"]),
    ["HowTo", "howto", "howto-1", "HowTo-1"],
  );
});

Deno.test("Anchors gives headings without letters a name", () => {
  assert.deepEqual(anchorsOf([""], ["！？"], ["section"]), [
    "section",
    "section-1",
    "section-2",
  ]);
});

Deno.test("Anchors are distinct and never empty", () => {
  const heading = fc.tuple(
    fc.constantFrom("a", "a-1", "A", "", "日本", "-"),
    fc.option(fc.constantFrom("a", "a-1", "日本"), { nil: undefined }),
  );
  fc.assert(fc.property(fc.array(heading), (headings) => {
    const anchors = anchorsOf(...headings);
    assert.equal(new Set(anchors).size, anchors.length);
    assert.ok(anchors.every((anchor) => anchor !== ""));
  }));
});

Deno.test("Anchors agrees with github-slugger where no id is explicit", () => {
  const words = fc.array(
    fc.constantFrom("a", "a 1", "B!", "日本 語", "a-1", "x"),
  );
  fc.assert(fc.property(words, (headings) => {
    const slugger = new GithubSlugger();
    assert.deepEqual(
      anchorsOf(...headings.map((plain): [string] => [plain])),
      headings.map((plain) => slugger.slug(plain)),
    );
  }));
});
