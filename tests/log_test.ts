import assert from "node:assert/strict";
import { Log } from "../src/log.ts";

Deno.test("Log writes one line per message, from its level on, without control characters", () => {
  const lines: string[] = [];
  const log = new Log((line) => lines.push(line), "INFO");
  log.debug("not shown");
  log.info("two\nlines\u001b[2J");
  log.warning("検索");
  log.stack(new Error("not shown"));
  assert.equal(lines.length, 2);
  assert.match(
    lines[0],
    /^\d{4}-\d\d-\d\dT[\d:.]+Z INFO two\\u000alines\\u001b\[2J$/,
  );
  assert.match(lines[1], / WARNING 検索$/);
});
