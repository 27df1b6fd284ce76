/**
 * `docs probe` on the server of the protocol's authors that has everything. It
 * comes from npm when this is run, so it is not among the ordinary tests:
 *
 *     deno test -A tests/conformance/everything_probe.ts
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Report } from "../../src/probe/report.ts";
import { docs } from "../e2e/program.ts";

const PACKAGE = "npm:@modelcontextprotocol/server-everything@2026.8.31";
const PROGRAM = [Deno.execPath(), "run", "-A", "--no-config", "--no-lock"];

/** Whether npm has it for us; it is then kept. */
const isThere = (await new Deno.Command(PROGRAM[0], {
  args: ["cache", "--no-config", "--no-lock", PACKAGE],
  stderr: "null",
}).output()).success;
if (!isThere) console.log(`${PACKAGE} cannot be had from npm: skipped`);

/** Probes it; gives the kinds of answer by tool. */
async function outcomes(...flags: string[]) {
  const { code, stdout, stderr } = await docs([
    ...["probe", "--json", "--pass-environment", ...flags],
    ...["--", ...PROGRAM, PACKAGE],
  ], { env: Deno.env.toObject() });
  assert.equal(code, 0, stderr);
  const { tools, calls } = JSON.parse(stdout) as Report;
  return {
    tools,
    kinds: Object.fromEntries(
      calls.map(({ tool, outcome }) => [tool, outcome]),
    ),
  };
}

Deno.test({
  name: "docs probe calls the tools that only read, with arguments made up",
  ignore: !isThere,
  async fn() {
    const { tools, kinds } = await outcomes("--vary", "duration=1");
    assert.deepEqual(kinds, {
      echo: "data",
      "get-env": "data",
      "get-resource-links": "data",
      "get-resource-reference": "data",
      "get-structured-content": "data",
      "get-sum": "data",
      "get-tiny-image": "data",
      "trigger-long-running-operation": "data",
      // The first of its kinds of message is a message of an error.
      "get-annotated-message": "error",
    });
    const others = tools.filter(({ called }) => !called);
    assert.ok(others.length >= 4);
    assert.ok(others.every(({ readOnly }) => !readOnly));
  },
});

Deno.test({
  name: "docs probe tells what asks the user from what fails and what is slow",
  ignore: !isThere,
  async fn() {
    const { kinds } = await outcomes("--all", "--timeout", "3000");
    assert.equal(kinds["trigger-elicitation-request"], "needs confirmation");
    assert.equal(kinds["trigger-sampling-request"], "error");
    assert.equal(kinds["trigger-long-running-operation"], "timeout");
    assert.equal(kinds["get-sum"], "data");
  },
});
