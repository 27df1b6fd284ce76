import assert from "node:assert/strict";
import { join } from "node:path";
import { shellLine } from "../../src/cli/shell_words.ts";
import { fixture } from "../_fixture.ts";
import { childrenOf } from "../soak/_children.ts";
import { McpCaller } from "../soak/_mcp_caller.ts";
import { assertRefused, docs, spawnDocs, type Start } from "./program.ts";
import { type Listening, listening } from "./serving.ts";

const faultyProgram = fixture("faulty_upstream_server.ts");
const geoProgram = fixture("geospatial_server.ts");
/** The same as command lines. */
const faulty = [faultyProgram.command, ...faultyProgram.args];
const geo = [geoProgram.command, ...geoProgram.args];
const place = { lat: 35.68, lon: 139.76, target_apis: [1] };

/** Runs a test on `docs proxy`, ready or not. */
async function withProxy(
  args: string[],
  start: Start,
  run: (server: Listening) => Promise<void>,
): Promise<void> {
  await using server = await listening(spawnDocs(["proxy", ...args], start));
  await run(server);
}

async function inFolder(run: (folder: string) => Promise<void>) {
  const folder = Deno.makeTempDirSync({ prefix: "docs-proxy-" });
  try {
    await run(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

async function called(
  url: string,
  name: string,
  args: Record<string, unknown>,
  modern = false,
) {
  const caller = new McpCaller(url, modern);
  try {
    await caller.begin();
    return await caller.call(name, args);
  } finally {
    await caller.close();
  }
}

Deno.test("docs proxy runs as the article's Dockerfile runs mcp-proxy", async () => {
  await inFolder(async (folder) => {
    const python = join(folder, "python");
    Deno.writeTextFileSync(python, `#!/bin/sh\nexec ${shellLine(geo)}\n`);
    Deno.chmodSync(python, 0o755);
    const path = `${folder}:${Deno.env.get("PATH")}`;
    const command = [
      ...["--transport", "streamablehttp", "--port", "0", "--host", "0.0.0.0"],
      ...["--pass-environment", "--", "python", "server.py"],
    ];
    const refused = await docs(["proxy", ...command], { env: { PATH: path } });
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /DOCS_NO_AUTH=1/);
    assert.match(refused.stderr, /DOCS_ALLOWED_HOSTS/);
    const variables = {
      PATH: path,
      DOCS_NO_AUTH: "1",
      DOCS_ALLOWED_HOSTS: "geo.internal",
      GEO_API_KEY: "k",
    };
    await withProxy(command, { env: variables }, async ({ url }) => {
      // By the name of the service, as in docker-compose.
      for (const [host, status] of [["geo.internal", 200], ["evil", 403]]) {
        assert.equal(await statusAs(String(host), url), status);
      }
      const { content, isError } = await called(url, "get_multi_api", {
        ...place,
        save_file: false,
      });
      assert.equal(isError, false);
      assert.match(content[0].text, /^\{"status":"success"/);
    });
    // Without --pass-environment the key does not arrive.
    const without = command.filter((it) => it !== "--pass-environment");
    await withProxy(without, { env: variables }, async ({ url }) => {
      const args = { ...place, save_file: false };
      const { content } = await called(url, "get_multi_api", args);
      assert.match(content[0].text, /401/);
    });
  });
});

Deno.test("docs proxy adapts arguments and results by its flags", () =>
  withProxy(
    [
      ...["--port", "0", "--env", "GEO_API_KEY=k", "--max-concurrency", "1"],
      ...["--force", "save_file=false", "--drop", "output_dir"],
      ...["--max-result-chars", "1000", "--", ...geo],
    ],
    {},
    async ({ url }) => {
      for (const modern of [false, true]) {
        const { content } = await called(
          url,
          "get_multi_api",
          { ...place, save_file: null, output_dir: "/" },
          modern,
        );
        assert.match(
          content[0].text,
          /\n__truncated_by_char_limit__ \(1000 of 62827 characters are shown\)$/,
        );
      }
    },
  ));

Deno.test("docs proxy serves all active servers of a configuration, each at its path", () =>
  inFolder(async (folder) => {
    const upstreams = {
      geo: {
        ...geoProgram,
        env: { GEO_API_KEY: "${GEO_KEY}" },
        force: { save_file: false },
        enabled: "${GEO_ENABLED:-true}",
        errorWhen: { path: "status", equals: ["error", "need_confirmation"] },
      },
      more: faultyProgram,
      lacking: { command: "x", requires: ["NO_SUCH_VARIABLE"] },
      broken: { command: "no-such-program-1", enabled: "${BROKEN:-false}" },
    };
    const file = join(folder, "docs.config.json");
    Deno.writeTextFileSync(file, JSON.stringify({ upstreams }));
    const args = ["--port", "0", "--config", file];
    const variables = { GEO_KEY: "k" };
    await withProxy(args, { env: variables }, async ({ url, said }) => {
      const base = url.slice(0, url.indexOf("/servers/"));
      await untilReady(base);
      const { content } = await called(
        `${base}/servers/geo/mcp`,
        "get_multi_api",
        place,
      );
      assert.match(content[0].text, /^\{"status":"success"/);
      const echo = await called(`${base}/servers/more/mcp`, "echo", {
        text: "多",
      });
      assert.equal(echo.content[0].text, "多");
      assert.match(said(), /lacking is not active: not set: NO_SUCH_VARIABLE/);
      const { status } = await fetch(`${base}/servers/lacking/mcp`);
      assert.equal(status, 404);
    });
    const off = { ...variables, GEO_ENABLED: "false", BROKEN: "true" };
    await withProxy(args, { env: off }, async ({ url, said }) => {
      const base = url.slice(0, url.indexOf("/servers/"));
      assert.match(said(), /geo is not active: "enabled" is false/);
      const echo = await called(`${base}/servers/more/mcp`, "echo", {
        text: "立",
      });
      assert.equal(echo.content[0].text, "立");
      const ready = await fetch(`${base}/readyz`);
      assert.equal(ready.status, 503);
      assert.match(
        await ready.text(),
        /broken is \w+: there is no such program/,
      );
    });
  }));

Deno.test("a docs.config.json of the current folder starts nothing", () =>
  inFolder(async (folder) => {
    const upstreams = { geo: { command: "touch", args: ["started"] } };
    for (const name of ["docs.config.json", "docs.json"]) {
      Deno.writeTextFileSync(join(folder, name), JSON.stringify({ upstreams }));
    }
    const { code, stderr } = await docs(["proxy"], { cwd: folder });
    assert.equal(code, 2);
    assert.match(stderr, /no COMMAND, and no server is configured/);
    assert.deepEqual(
      [...Deno.readDirSync(folder)].map(({ name }) => name).sort(),
      ["docs.config.json", "docs.json"],
    );
  }));

Deno.test("docs proxy asks for its token, tells figures, and ends with its children", () =>
  withProxy(
    ["--port", "0", "--host", "0.0.0.0", "--", ...faulty],
    { env: { DOCS_TOKEN: "tok" } },
    async ({ url, stop }) => {
      const base = new URL(url).origin;
      await untilReady(base);
      const status = async (path: string, token?: string) => {
        const headers = token
          ? { authorization: `Bearer ${token}` }
          : undefined;
        const reply = await fetch(base + path, { headers });
        await reply.body?.cancel();
        return reply.status;
      };
      assert.equal(await status("/healthz"), 200);
      assert.equal(await status("/readyz"), 200);
      assert.equal(await status("/metrics"), 401);
      assert.equal(await status("/metrics", "tok"), 200);
      assert.equal(await status("/mcp"), 401);
      const { code } = await stop();
      assert.equal(code, 0);
    },
  ));

Deno.test("docs proxy is found at the path that it was given, however that is written", async () => {
  for (const path of ["/地理/mcp", "/a/../geo/mcp", "/a%20b/mcp"]) {
    await withProxy(
      ["--port", "0", "--path", path, "--", ...faulty],
      {},
      async ({ said }) => {
        const [told] = /http:\S+/.exec(said())!;
        for (const url of [told, new URL(path, told).href]) {
          const { content } = await called(url, "echo", { text: "着" });
          assert.equal(content[0].text, "着");
        }
      },
    );
  }
  for (const path of ["/a/../readyz", "geo", "/a?b", "/a b"]) {
    const refused = await docs(["proxy", "--path", path, "--", ...faulty]);
    assertRefused(refused, /--path must begin with \//);
  }
});

Deno.test("docs proxy ends well with its children though a call hangs", () =>
  withProxy(["--port", "0", "--", ...faulty, "deaf"], {}, async (server) => {
    const { url, pid, said, stop } = server;
    await untilReady(new URL(url).origin);
    const { content: [{ text: spawned }] } = await called(url, "spawn", {});
    const children = [...childrenOf(pid), Number(spawned)];
    const before = await calls(url);
    const hanging = called(url, "never", {}, true).catch((error) => error);
    while (await calls(url) === before) await delay();
    const { code } = await stop();
    assert.equal(code, 0, said());
    assert.doesNotMatch(said(), /error|Uncaught/i);
    assert.match((await hanging).message, /docs proxy is stopping/);
    assert.deepEqual(children.filter(lives), []);
  }));

Deno.test("the server ends when docs proxy is killed outright", () =>
  withProxy(["--port", "0", "--", ...faulty], {}, async (server) => {
    await untilReady(new URL(server.url).origin);
    const children = childrenOf(server.pid);
    assert.ok(children.length >= 1);
    await server.stop("SIGKILL");
    for (let tries = 0; children.some(lives); tries++) {
      assert.ok(tries < 200, "it goes on");
      await new Promise((next) => setTimeout(next, 50));
    }
  }));

/** Requests that its server was sent so far. */
async function calls(url: string): Promise<number> {
  const reply = await fetch(new URL("/metrics", url));
  return Number(/calls_total\{.*\} (\d+)/.exec(await reply.text())![1]);
}

const delay = () => new Promise((next) => setTimeout(next, 20));

async function untilReady(base: string): Promise<void> {
  for (let tries = 0;; tries++) {
    const reply = await fetch(`${base}/readyz`);
    const said = await reply.text();
    if (reply.ok) return;
    assert.ok(tries < 200, said);
    await new Promise((next) => setTimeout(next, 50));
  }
}

/** `fetch` names the host itself. */
async function statusAs(host: string, url: string): Promise<number> {
  const { hostname, port } = new URL(url);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  const head = `GET /metrics HTTP/1.1\r\nhost: ${host}\r\n` +
    "connection: close\r\n\r\n";
  await connection.write(new TextEncoder().encode(head));
  const reply = await new Response(connection.readable).text();
  return Number(reply.split(" ")[1]);
}

function lives(pid: number): boolean {
  try {
    return !/\) Z /.test(Deno.readTextFileSync(`/proc/${pid}/stat`));
  } catch {
    return false;
  }
}
