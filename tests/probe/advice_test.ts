import assert from "node:assert/strict";
import { advice } from "../../src/probe/advice.ts";
import type { Report } from "../../src/probe/report.ts";
import type { UpstreamConfig } from "../../src/upstream/config.ts";

/** The advice after one call that asked a question. */
function adviceFor(
  properties: Record<string, unknown>,
  sample: string,
  args: Record<string, unknown> = {},
): string {
  const inputSchema = { type: "object", properties };
  const report = {
    calls: [{
      ...{ tool: "t", outcome: "needs confirmation", sample, arguments: args },
    }],
    tools: [{ name: "t", inputSchema }],
  } as unknown as Report;
  return advice(report, { connection: {} } as UpstreamConfig).join("\n");
}

Deno.test("advice() proposes the value that answers, by the schema's own words", () => {
  const boolean = (description?: string) => ({ type: "boolean", description });
  for (
    const [properties, expected] of [
      [{ save_file: boolean("保存する場合はtrue") }, "--force save_file=false"],
      [{ confirmed: boolean() }, "--force confirmed=true"],
      [{ skip_confirmation: boolean() }, "--force skip_confirmation=true"],
      [
        { quiet: boolean("If true, run without asking") },
        "--force quiet=true",
      ],
      [
        { direct: boolean("trueの場合は確認せずに実行します") },
        "--force direct=true",
      ],
      [
        { save: { anyOf: [{ type: "null" }, boolean()] } },
        "--force save=false",
      ],
    ] as const
  ) {
    const said = adviceFor(properties, "Shall I?");
    assert.ok(said.includes(`such as ${expected}.`), said);
  }
});

Deno.test("advice() names the argument that the question names, and none that was given", () => {
  const properties = {
    verbose: { type: "boolean" },
    overwrite: { type: "boolean" },
  };
  const named = adviceFor(properties, "Set overwrite to go on?");
  assert.match(named, /such as --force overwrite=false\./);
  const given = adviceFor(properties, "Go on?", { verbose: true });
  assert.match(given, /such as --force overwrite=false\./);
});
