import assert from "node:assert/strict";
import { ProgressLine } from "../../../src/cli/terminal/progress.ts";
import { collector } from "../_fake_io.ts";

Deno.test("ProgressLine is silent where there is no terminal", () => {
  const { writer, text } = collector(false);
  const line = new ProgressLine(writer);
  line.update(() => "1 file");
  line.clear();
  assert.equal(text(), "");
});

Deno.test("ProgressLine draws over itself, not too often, and takes itself away", () => {
  const { writer, text } = collector(true);
  let now = 0;
  const line = new ProgressLine(writer, () => now);
  line.update(() => "12345");
  line.update(() => "too soon");
  now = 200;
  line.update(() => "日");
  line.clear();
  line.clear();
  assert.equal(text(), "\r12345\r日   \r  \r");
});
