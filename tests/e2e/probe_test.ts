import assert from "node:assert/strict";
import type { Report } from "../../src/probe/report.ts";
import { fixture } from "../_fixture.ts";
import { ALL, EMPTY, ONE } from "../fixtures/geospatial_server.ts";
import {
  assertRefused,
  docs,
  docsJson,
  spawnDocs,
  withFiles,
} from "./program.ts";

/** Deno with the geospatial server, as the program starts it. */
const { command, args } = fixture("geospatial_server.ts");
const GEO = ["--", command, ...args];
/** The second article's adaptations. */
const FIT = ["--force", "save_file=false", "--drop", "output_dir"];
const KEY = ["--env", "GEO_API_KEY=sesame"];
const TOOL = ["--tool", "get_multi_api"];

const POINT = JSON.stringify({
  get_multi_api: { lat: 35.681, lon: 139.767 },
});

/** Numbers of the data sets whose calls ended so. */
function apis({ calls }: Report, wanted: string): number[] {
  return calls.filter(({ outcome }) => outcome === wanted)
    .map(({ arguments: args }) => (args.target_apis as number[])[0]);
}

Deno.test("the thirty data sets of the article are tried at one point", () =>
  withFiles({ "point.json": POINT }, async (cwd) => {
    const report = await docsJson<Report>([
      ...["probe", ...TOOL, ...KEY, ...FIT, "--args", "point.json"],
      ...["--vary", "target_apis=1..30", "--max-result-chars", "0", "--json"],
      ...GEO,
    ], { cwd });
    assert.deepEqual(apis(report, "empty"), EMPTY);
    assert.equal(apis(report, "data").length, 30 - EMPTY.length);
    assert.ok(
      report.calls.every(({ outcome, chars, items, ms, sample }) =>
        ms >= 0 && sample.startsWith('{"status":"success"') &&
        (outcome === "data" ? chars === ONE && items! > 0 : items === 0)
      ),
    );
    const [tool] = report.tools;
    assert.equal(tool.called, true);
    assert.deepEqual(Object.keys(tool.inputSchema.properties!), [
      "lat",
      "lon",
      "target_apis",
      "distance",
    ]);
  }));

Deno.test("the table for people has a row a call, the data first", () =>
  withFiles({ "point.json": POINT }, async (cwd) => {
    const { code, stdout, stderr } = await docs([
      ...["probe", ...TOOL, ...KEY, ...FIT, "--args", "point.json"],
      ...["--vary", "target_apis=6..8", ...GEO],
    ], { cwd });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^ {2}each with lat=35\.681 lon=139\.767$/m);
    assert.match(
      stdout,
      /^ {2}too large +\d+ +62,827 +\d+ +target_apis=\[6\] .*\n {2}too large .*\n {2}empty +0 /m,
    );
    assert.match(stdout, /^3 calls: 2 too large, 1 empty$/m);
    assert.doesNotMatch(stdout + stderr, /sesame/);
  }));

Deno.test("all thirty at once are 1.4 million characters, and too large", () =>
  withFiles({
    "point.json": JSON.stringify({
      get_multi_api: {
        lat: 35.681,
        lon: 139.767,
        target_apis: Array.from({ length: 30 }, (_, at) => at + 1),
      },
    }),
  }, async (cwd) => {
    const { calls: [call] } = await docsJson<Report>([
      ...["probe", ...TOOL, ...KEY, ...FIT, "--args", "point.json", "--json"],
      ...GEO,
    ], { cwd });
    assert.equal(call.outcome, "too large");
    assert.equal(call.chars, ALL);
  }));

Deno.test("without the forced argument the server asks back, and exit code 1 says so", async () => {
  const { code, stdout } = await docs(["probe", ...TOOL, ...KEY, ...GEO]);
  assert.equal(code, 1);
  assert.match(stdout, /^ {2}needs confirmation .*ファイル保存しますか/m);
  assert.match(stdout, /--force save_file=false/);
});

Deno.test("without the environment the server answers 401; with it passed on, data", async () => {
  const env = { GEO_API_KEY: "sesame", HOME: Deno.env.get("HOME") };
  const without = await docs(["probe", ...TOOL, ...FIT, ...GEO], { env });
  assert.equal(without.code, 1);
  assert.match(without.stdout, /^ {2}error .*401 Unauthorized/m);
  assert.match(without.stdout, /--env NAME, or all with --pass-environment/);
  for (const pass of [["--pass-environment"], ["--env", "GEO_API_KEY"]]) {
    const passed = await docs(["probe", ...TOOL, ...FIT, ...pass, ...GEO], {
      env,
    });
    assert.equal(passed.code, 0, passed.stdout + passed.stderr);
    assert.match(passed.stdout, /^1 call: 1 too large$/m);
  }
});

Deno.test("a call that takes too long is a timeout", async () => {
  const { code, stdout } = await docs([
    ...["probe", ...TOOL, ...KEY, ...FIT, "--env", "GEO_BLOCK_MS=20000"],
    ...["--timeout", "300", ...GEO],
  ]);
  assert.equal(code, 1);
  assert.match(stdout, /^1 call: 1 timeout$/m);
});

Deno.test("what may write is not called, and the line that is shown calls it", async () => {
  const shown = await docs(["probe", ...KEY, ...FIT, ...GEO]);
  assert.equal(shown.code, 1);
  const [, line] = /^ {4}(docs probe .*)$/m.exec(shown.stdout)!;
  assert.doesNotMatch(line, /sesame/);
  if (Deno.build.os === "windows") return;
  const { shell } = await import("./program.ts");
  const ran = await shell(line.replace(/^docs/, '"$DOCS"'), {
    env: { GEO_API_KEY: "sesame" },
  });
  assert.equal(ran.code, 0, ran.stderr);
  assert.match(ran.stdout, /^1 call: 1 too large$/m);
});

Deno.test("a server behind docs proxy is tried by its address", async () => {
  const proxy = spawnDocs(["proxy", "--port", "0", ...KEY, ...FIT, ...GEO]);
  try {
    const url = await addressOf(proxy.stderr);
    const { calls: [call] } = await docsJson<Report>([
      ...["probe", "--url", url, ...TOOL, "--max-result-chars", "0"],
    ]);
    // The proxy has cut it, which its marker tells.
    assert.equal(call.outcome, "too large");
    assert.ok(call.chars > 15_000 && call.chars < 15_100);
  } finally {
    proxy.kill("SIGTERM");
    await proxy.stdin.close();
    await proxy.stdout.cancel();
    await proxy.status;
  }
});

Deno.test("wrong use ends with exit code 2 and a hint", async () => {
  assertRefused(await docs(["probe"]), /docs probe needs a server/);
  assertRefused(await docs(["probe", "geo"]), /there is no upstream "geo"/);
  assertRefused(
    await docs(["probe", "--", "/nonexistent/server"]),
    /server cannot be used: there is no such program/,
  );
  assertRefused(
    await docs(["probe", "--vary", "id=1..9999", ...GEO]),
    /9,999 calls of a tool are too many/,
  );
});

/** Reads the address that the proxy says, and drops the rest of its log. */
async function addressOf(stderr: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stderr.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    assert.ok(!done, text);
    text += value;
    const url = /serving (http:\S+)/.exec(text)?.[1];
    if (url === undefined) continue;
    void (async () => {
      while (!(await reader.read()).done);
    })();
    return url;
  }
}
