import assert from "node:assert/strict";
import { join } from "node:path";
import { fixture } from "../../_fixture.ts";
import { runCli, type World } from "../_fake_io.ts";

const { command, args } = fixture("geospatial_server.ts");
const GEO = ["--", command, ...args];
const DATA = [
  ...["--env", "GEO_API_KEY=sesame", "--force", "save_file=false"],
  ...["--drop", "output_dir", "--tool", "get_multi_api"],
];

async function withFiles(
  files: Record<string, unknown>,
  run: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "docs-probe-" });
  try {
    for (const [name, value] of Object.entries(files)) {
      await Deno.writeTextFile(join(folder, name), JSON.stringify(value));
    }
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function refused(argv: string[], message: RegExp, world: World = {}) {
  const { code, stdout, stderr } = await runCli(["probe", ...argv], world);
  assert.equal(code, 2, stdout);
  assert.match(stderr, message);
  assert.doesNotMatch(stderr, /internal error/);
}

Deno.test("docs probe calls a configured upstream, and flags go over its configuration", () =>
  withFiles({
    "docs.config.json": {
      upstreams: {
        geo: {
          command,
          args,
          env: { GEO_API_KEY: "${KEY}" },
          force: { save_file: false },
          drop: ["output_dir"],
        },
      },
    },
  }, async (cwd) => {
    const probe = (...flags: string[]) =>
      runCli([
        "probe",
        "geo",
        "--all",
        "--json",
        "--config",
        "docs.config.json",
        ...flags,
      ], {
        cwd,
        env: { KEY: "sesame" },
      });
    const kinds = async (...flags: string[]) => {
      const { code, stdout, stderr } = await probe(...flags);
      assert.equal(code, 0, stderr);
      assert.doesNotMatch(stdout + stderr, /sesame/);
      // deno-lint-ignore no-explicit-any -- of the report.
      return JSON.parse(stdout).calls.map((it: any) => it.outcome);
    };
    assert.deepEqual(await kinds(), ["too large"]);
    assert.deepEqual(await kinds("--max-result-chars", "0"), ["data"]);
  }));

Deno.test("docs probe says which upstreams there are, and what one lacks", () =>
  withFiles({
    "c.json": {
      upstreams: {
        geo: { command: "x", requires: ["GEO_KEY_THAT_IS_NOT_SET"] },
      },
    },
  }, async (cwd) => {
    const config = ["--config", "c.json"];
    await refused(["geo", ...config], /not set: GEO_KEY_THAT_IS_NOT_SET/, {
      cwd,
    });
    await refused(["gio", ...config], /Did you mean geo/, { cwd });
    await refused(["nonsense", ...config], /Configured are geo/, { cwd });
    await refused(["nonsense"], /None is configured/);
  }));

Deno.test("docs probe refuses no server, two servers and a command without --", async () => {
  await refused([], /needs a server/);
  await refused(["--url", "http://x/", "--", "y"], /more than one is named/);
  await refused(["geo", "--", "y"], /more than one is named/);
  await refused(["python", "server.py"], /docs probe -- python server\.py/);
  await refused(["--url", "nonsense"], /--url must be an address/);
  await refused(
    ["--url", "http://127.0.0.1:1/mcp", "--env", "A=b"],
    /--env is for a server that is started/,
  );
});

Deno.test("docs probe refuses arguments that are none, with the place", () =>
  withFiles(
    { "a.json": { find: "Tokyo" }, "b.json": { nix: {} } },
    async (cwd) => {
      const world = { cwd };
      await refused(
        ["--args", "a.json", "--", "x"],
        /a\.json:1:2: "find" must be an object of arguments/,
        world,
      );
      await refused(["--args", "c.json", "--", "x"], /there is no file/, world);
      await refused(
        ["--args", "b.json", ...GEO],
        /--args: there is no tool "nix"/,
        world,
      );
      await refused(["--vary", "x", ...GEO], /--vary must be NAME=VALUES/);
      await refused(["--tool", "get_multi", ...GEO], /get_multi_api/);
    },
  ));

Deno.test("docs probe says why a server cannot be used", async () => {
  await refused(
    ["--", "/nonexistent/program"],
    /^docs: program cannot be used: there is no such program/m,
  );
  const bad = fixture("faulty_upstream_server.ts", "refuse");
  await refused(["--", bad.command, ...bad.args], /no module named nothing/);
});

Deno.test("docs probe calls nothing that may write, and says how it is called", async () => {
  const { code, stdout } = await runCli([
    "probe",
    "--env",
    "GEO_API_KEY=sesame",
    ...GEO,
  ]);
  assert.equal(code, 1);
  assert.match(stdout, /^Nothing was called\.$/m);
  assert.match(
    stdout,
    /^ {4}docs probe --env GEO_API_KEY --tool get_multi_api -- \S+ run -A /m,
  );
  assert.doesNotMatch(stdout, /sesame/);
});

Deno.test("docs probe ends with the signal's exit code, and its server with it", async () => {
  let stop = (_code: number) => {};
  const ran = runCli(
    ["probe", ...DATA, "--env", "GEO_BLOCK_MS=60000", ...GEO],
    {
      interrupt: (it) => stop = it,
    },
  );
  await new Promise((next) => setTimeout(next, 500));
  stop(130);
  assert.equal((await ran).code, 130);
});
