import assert from "node:assert/strict";
import { commandLog } from "../../../src/cli/command_log.ts";
import { SkipReport } from "../../../src/cli/commands/skip_report.ts";
import { collector } from "../_fake_io.ts";

Deno.test("SkipReport names every skip but only the first 50 unsupported files", () => {
  const { writer, text } = collector();
  const report = new SkipReport(commandLog(writer, "INFO"));
  assert.equal(report.summary(), "");
  for (let i = 0; i < 60; i++) {
    report.add({
      path: `${i}.png`,
      reason: "unsupported: .png is not a format",
    });
  }
  report.add({ path: "a\nb.md", reason: "binary: a PDF" });
  report.finish();
  const lines = text().trim().split("\n");
  assert.equal(lines.length, 52);
  assert.equal(lines[50], "docs: skipped a\\u000ab.md: binary: a PDF");
  assert.equal(
    lines[51],
    "docs: skipped … and 10 more of unsupported formats, all in --json",
  );
  assert.equal(report.summary(), "61 skipped (60 unsupported, 1 binary)");
});
