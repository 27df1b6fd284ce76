import assert from "node:assert/strict";
import { advice } from "../../src/probe/advice.ts";
import { plan } from "../../src/probe/plan.ts";
import { probe, uncapped } from "../../src/probe/probe.ts";
import { gaveData, report } from "../../src/probe/report.ts";
import { parseVary } from "../../src/probe/vary.ts";
import type { UpstreamConfig } from "../../src/upstream/config.ts";
import { EMPTY, ONE } from "../fixtures/geospatial_server.ts";
import { fixture } from "../_fixture.ts";
import {
  configOf,
  type Differences,
  withUpstream,
} from "../upstream/_upstreams.ts";

const POINT = { lat: 35.681, lon: 139.767, target_apis: [1] };

/** Probes a fixture and gives the report and the advice. */
async function probed(
  program: { command: string; args: string[] },
  differences: Differences,
  args: Record<string, Record<string, unknown>>,
  varies: string[] = [],
) {
  const config: UpstreamConfig = configOf(program, differences);
  let found: ReturnType<typeof report>;
  await withUpstream(uncapped(config), async (upstream) => {
    const planned = plan(await upstream.tools(), {
      tools: Object.keys(args),
      all: false,
      args: new Map(Object.entries(args).map(([name, it]) => [name, [it]])),
      varies: varies.map(parseVary),
    });
    const calls = await probe(upstream, planned, {
      maxResultChars: config.maxResultChars,
      signal: new AbortController().signal,
    });
    found = report(config.name, upstream.about, planned, calls, () => "");
  }, true);
  return { found: found!, lines: advice(found!, config) };
}

const geo = fixture("geospatial_server.ts");
const env = { GEO_API_KEY: "x" };
const fit = { env, force: { save_file: false }, drop: ["output_dir"] };

Deno.test("probe() finds which of thirty data sets have data at a point", async () => {
  const { found } = await probed(
    geo,
    { ...fit, maxResultChars: 0 },
    { get_multi_api: POINT },
    ["target_apis=1..30"],
  );
  const of = (wanted: string) =>
    found.calls.filter(({ outcome }) => outcome === wanted);
  const empty = of("empty").map(({ arguments: { target_apis } }) =>
    (target_apis as number[])[0]
  );
  assert.deepEqual(empty, EMPTY);
  assert.equal(found.counts.data, 26);
  assert.ok(of("data").every(({ chars }) => chars === ONE));
  assert.ok(of("data").every(({ items }) => items! > 300));
  assert.ok(of("empty").every(({ items }) => items === 0));
  assert.equal(gaveData(found), true);
});

Deno.test("probe() recognises each kind of problem of a geospatial server, and advice() says what to change", async () => {
  const args = { get_multi_api: POINT };
  const no401 = await probed(geo, {}, args);
  assert.equal(no401.found.counts.error, 1);
  assert.match(no401.found.calls[0].sample, /^401 Unauthorized/);
  assert.match(no401.lines.join("\n"), /--env NAME|--pass-environment/);
  assert.match(no401.lines.join("\n"), /"path":"status","equals":"error"/);

  const asks = await probed(geo, { env }, args);
  assert.equal(asks.found.counts["needs confirmation"], 1);
  assert.match(asks.found.calls[0].sample, /^ファイル保存しますか/);
  assert.match(asks.lines.join("\n"), /--force save_file=false/);
  assert.equal(gaveData(asks.found), false);

  const large = await probed(geo, fit, args);
  assert.equal(large.found.counts["too large"], 1);
  assert.equal(large.found.calls[0].chars, ONE);
  assert.match(large.lines.join("\n"), /first 15,000 characters/);
  assert.equal(gaveData(large.found), true);

  const slow = await probed(
    geo,
    { ...fit, env: { ...env, GEO_BLOCK_MS: "2000" }, timeoutMs: 100 },
    args,
  );
  assert.equal(slow.found.counts.timeout, 1);
  assert.match(slow.lines.join("\n"), /--timeout MS/);
});

Deno.test("probe() continues after a crash", async () => {
  const { found } = await probed(
    fixture("faulty_upstream_server.ts"),
    {},
    { die: {}, echo: { text: "こんにちは" } },
  );
  const [echo, die] = found.calls;
  assert.equal(echo.outcome, "data");
  assert.equal(die.outcome, "error");
  assert.match(die.sample, /ended during this call/);
});

for (const ms of [1_800, undefined]) {
  Deno.test(`probe() does not blame other tools for one that blocks for ${ms ?? "ever"}${ms ? " ms" : ""}`, async () => {
    const { found } = await probed(
      fixture("faulty_upstream_server.ts"),
      // Long enough for the innocent tool on a busy machine.
      { timeoutMs: 700 },
      { block: { ms }, echo: { text: "こんにちは" } },
    );
    assert.deepEqual(
      found.calls.map(({ tool, outcome }) => [tool, outcome]),
      [["echo", "data"], ["block", "timeout"]],
    );
  });
}

Deno.test("probe() declines elicitation requests, and reports them", async () => {
  const { found, lines } = await probed(
    fixture("faulty_upstream_server.ts"),
    {},
    { elicit: {} },
  );
  assert.equal(found.calls[0].outcome, "needs confirmation");
  assert.match(lines.join("\n"), /elicit asks the user/);
});
