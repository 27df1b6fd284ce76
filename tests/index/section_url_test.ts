import assert from "node:assert/strict";
import { sectionUrl } from "../../src/index/section_url.ts";

Deno.test("sectionUrl prefers the document's own URL", () => {
  assert.equal(
    sectionUrl("a.md", "b", "https://own.example/a", "https://x.example"),
    "https://own.example/a",
  );
});

Deno.test("sectionUrl joins base, path and anchor with one slash, letters of every script kept", () => {
  for (const base of ["https://x.example/docs", "https://x.example/docs/"]) {
    assert.equal(
      sectionUrl("案内/入門.md", "保存先", "", base),
      "https://x.example/docs/案内/入門.md#保存先",
    );
  }
  assert.equal(
    sectionUrl("my guide (v2)?.md", "", "", "https://x.example"),
    "https://x.example/my%20guide%20(v2)%3F.md",
  );
});

Deno.test("sectionUrl is path#anchor where there is no base, the path alone before the first heading", () => {
  assert.equal(sectionUrl("a.md", "b", ""), "a.md#b");
  assert.equal(sectionUrl("a.md", "", ""), "a.md");
});
