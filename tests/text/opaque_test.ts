import assert from "node:assert/strict";
import fc from "fast-check";
import { withoutOpaqueRuns } from "../../src/text/opaque.ts";

const base64 =
  "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4+f/7PwAI";

Deno.test("withoutOpaqueRuns() blanks base64, hashes and long addresses, and nothing else", () => {
  const cases: [string, string][] = [
    [
      `see ![a](data:image/png;base64,${base64}) here`,
      "see ![a](data:image/png;base64,",
    ],
    [`sha512-${"a1B2".repeat(20)}== ok`, ""],
    [
      "read https://example.com/very/long/path/to/some/page?x=1&utm_source=abcdefgh now",
      "read ",
    ],
  ];
  for (const [text, before] of cases) {
    const shown = withoutOpaqueRuns(text);
    assert.equal(shown.length, text.length);
    assert.ok(shown.startsWith(before), shown);
    assert.ok(/\s{40,}/.test(shown), shown);
  }
  for (
    const text of [
      "experimental_prefetchInRenderDuringServerSideGeneration",
      "https://vite.dev/config/server-options.html",
      "とても長い日本語の文".repeat(20),
      "packages/some-package/src/components/Button/index.ts",
      "0123456789abcdef0123456789abcdef01234567",
    ]
  ) assert.equal(withoutOpaqueRuns(text), text);
});

Deno.test("withoutOpaqueRuns() keeps the length of any text", () => {
  const unit = fc.constantFrom(
    "a",
    "B9",
    "/",
    " ",
    "https://",
    "\n",
    "語",
    "=",
  );
  fc.assert(fc.property(fc.string({ unit, maxLength: 300 }), (text) => {
    const shown = withoutOpaqueRuns(text);
    assert.equal(shown.length, text.length);
    assert.equal(withoutOpaqueRuns(shown), shown);
  }));
});
