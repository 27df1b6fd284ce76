import assert from "node:assert/strict";
import { Logger } from "../../src/cli/logger.ts";
import { collector } from "./_fake_io.ts";

Deno.test("Logger says as much as LOG_LEVEL asks for", () => {
  const said = (level: "DEBUG" | "INFO" | "WARNING" | "ERROR") => {
    const { writer, text } = collector();
    const logger = new Logger(writer, level);
    logger.info("i");
    logger.warning("w");
    return text();
  };
  assert.equal(said("DEBUG"), "docs: i\ndocs: w\n");
  assert.equal(said("INFO"), "docs: i\ndocs: w\n");
  assert.equal(said("WARNING"), "docs: w\n");
  assert.equal(said("ERROR"), "");
});
