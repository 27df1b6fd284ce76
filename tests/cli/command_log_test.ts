import assert from "node:assert/strict";
import { commandLog } from "../../src/cli/command_log.ts";
import { collector } from "./_fake_io.ts";

Deno.test("commandLog() says as much as LOG_LEVEL asks for", () => {
  const said = (level: "DEBUG" | "INFO" | "WARNING" | "ERROR") => {
    const { writer, text } = collector();
    const log = commandLog(writer, level);
    log.debug("d");
    log.info("i");
    log.warning("w");
    return text();
  };
  assert.equal(said("DEBUG"), "docs: d\ndocs: i\ndocs: w\n");
  assert.equal(said("INFO"), "docs: i\ndocs: w\n");
  assert.equal(said("WARNING"), "docs: w\n");
  assert.equal(said("ERROR"), "");
});

Deno.test("commandLog() lets nothing that a document says move the cursor", () => {
  const { writer, text } = collector();
  commandLog(writer, "INFO").warning("a\nb\u001b[2J.md: no title");
  assert.equal(text(), "docs: a\\u000ab\\u001b[2J.md: no title\n");
});
