import assert from "node:assert/strict";
import { singleUpstream } from "../../../src/cli/single_upstream.ts";
import {
  environment,
  inTemporaryFolder,
} from "../../config/_temporary_folder.ts";
import { runCli } from "../_fake_io.ts";

const single = (flags: Parameters<typeof singleUpstream>[1]) =>
  singleUpstream(
    ["/usr/bin/python3.11", "server.py"],
    flags,
    environment({ NAMED: "n" }),
  );

Deno.test("singleUpstream() is what the flags say", () => {
  const config = single({
    "pass-environment": true,
    env: ["A=1=2", "NAMED"],
    force: ["save_file=false", "n=3", "mode=fast", "list=[1]"],
    drop: ["output_dir"],
    "max-result-chars": 0,
    "max-concurrency": 2,
    timeout: 5,
  });
  assert.equal(config.name, "python3");
  assert.deepEqual(config.connection, {
    command: "/usr/bin/python3.11",
    args: ["server.py"],
    env: { A: "1=2", NAMED: "n" },
    passEnvironment: true,
  });
  assert.deepEqual(config.force, {
    save_file: false,
    n: 3,
    mode: "fast",
    list: [1],
  });
  assert.deepEqual(
    [config.maxResultChars, config.maxConcurrency, config.timeoutMs],
    [0, 2, 5],
  );
  const { maxResultChars, timeoutMs, maxConcurrency } = single({});
  assert.deepEqual(
    [maxResultChars, timeoutMs, maxConcurrency],
    [15_000, 60_000, undefined],
  );
});

Deno.test("singleUpstream() refuses flags that are no pairs, without telling a value", () => {
  assert.throws(() => single({ force: ["save_file"] }), /must be NAME=JSON/);
  assert.throws(() => single({ env: ["=hush"] }), /^((?!hush)[^])*$/);
  assert.throws(() => single({ env: ["UNSET"] }), /a variable that is set/);
});

Deno.test("docs proxy says what is wrong before it starts anything", async () => {
  const wrong: [string[], RegExp][] = [
    [[], /no COMMAND, and no server is configured/],
    [["--force", "a=1"], /--force goes with a COMMAND/],
    [["--path", "/x"], /--path goes with a COMMAND/],
    [["--transport", "sse", "--", "x"], /serves streamablehttp and not "sse"/],
    [["--path", "mcp", "--", "x"], /--path must begin with \//],
    [["--path", "/metrics", "--", "x"], /--path must begin with \//],
    [["--host", "0.0.0.0", "--", "x"], /DOCS_NO_AUTH[^]*DOCS_ALLOWED_HOSTS/],
    [["--force", "a", "--", "x"], /--force must be NAME=JSON/],
  ];
  for (const [args, message] of wrong) {
    const { code, stderr } = await runCli(["proxy", ...args], {});
    assert.equal(code, 2, args.join(" "));
    assert.match(stderr, message);
  }
});

Deno.test("docs proxy says of each configured server what it lacks", () =>
  inTemporaryFolder(async (folder) => {
    const upstreams = {
      off: { command: "x", enabled: false },
      nothing: {},
      key: { command: "x", requires: ["KEY"] },
    };
    const file = `${folder}/docs.config.json`;
    Deno.writeTextFileSync(file, JSON.stringify({ upstreams }));
    const { code, stderr } = await runCli(["proxy", "--config", file], {});
    assert.equal(code, 2);
    assert.match(stderr, /off is not active: "enabled" is false/);
    assert.match(stderr, /nothing is not active: no "command" or "url"/);
    assert.match(stderr, /key is not active: not set: KEY/);
  }));
