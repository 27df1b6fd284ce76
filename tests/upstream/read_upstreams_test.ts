import assert from "node:assert/strict";
import { upstreamFlags } from "../../src/cli/shared_flags.ts";
import { describeMissing } from "../../src/upstream/config.ts";
import { expand } from "../../src/upstream/expand.ts";
import { loadUpstreams } from "../../src/upstream/load_upstreams.ts";
import { readUpstreams } from "../../src/upstream/read_upstreams.ts";
import { UserError } from "../../src/user_error.ts";
import { environment, inTemporaryFolder } from "../config/_temporary_folder.ts";

function read(said: unknown, variables: Record<string, string> = {}) {
  return readUpstreams(
    { geo: said },
    "f:1:1",
    "/home/me",
    (name) => variables[name],
  )[0];
}

Deno.test("expand() puts in variables, their defaults, and tells those that are missing", () => {
  const variables: Record<string, string> = { A: "1", EMPTY: "" };
  const put = (value: unknown) => expand(value, (name) => variables[name]);
  assert.deepEqual(
    put({ a: ["${A}", "x${A}y${B:-2}"], n: 3, e: "${EMPTY:-none}" }),
    { value: { a: ["1", "x1y2"], n: 3, e: "none" }, missing: [] },
  );
  assert.deepEqual(put(["${B}${C}${B}", "$${A}", "$A", "${B:-}"]), {
    value: ["", "${A}", "$A", ""],
    missing: ["B", "C"],
  });
});

Deno.test("an upstream of nothing but a command has the defaults", () => {
  const { config } = read({ command: "python", args: ["server.py"] });
  assert.deepEqual(config, {
    name: "geo",
    connection: {
      command: "python",
      args: ["server.py"],
      cwd: undefined,
      env: {},
      passEnvironment: [],
    },
    force: {},
    drop: [],
    maxResultChars: 15_000,
    maxBinaryChars: 1_000_000,
    maxConcurrency: undefined,
    timeoutMs: 60_000,
    allow: undefined,
    deny: [],
    prefix: undefined,
    errorWhen: [],
  });
});

Deno.test("everything about an upstream can be said, and paths are the file's", () => {
  const { config } = read({
    command: "./bin/server",
    cwd: "data",
    env: { KEY: "${SECRET}" },
    passEnvironment: ["HTTP_PROXY"],
    force: { save_file: false },
    drop: ["output_dir"],
    maxResultChars: "${CAP:-100}",
    maxConcurrency: 4,
    timeoutMs: 1_000,
    tools: { allow: ["a"], deny: ["b"] },
    prefix: "geo_",
    errorWhen: { path: "data.status", equals: ["error", 3] },
    enabled: "${ON:-true}",
    requires: ["SECRET"],
  }, { SECRET: "s" });
  assert.deepEqual(config!.connection, {
    command: "/home/me/bin/server",
    args: [],
    cwd: "/home/me/data",
    env: { KEY: "s" },
    passEnvironment: ["HTTP_PROXY"],
  });
  assert.equal(config!.maxResultChars, 100);
  assert.deepEqual(config!.errorWhen, [
    { path: ["data", "status"], equals: ["error", 3] },
  ]);
  const { config: far } = read({
    url: "https://x.test/mcp",
    headers: { authorization: "Bearer ${SECRET}" },
  }, { SECRET: "s" });
  assert.deepEqual(far!.connection, {
    url: "https://x.test/mcp",
    headers: { authorization: "Bearer s" },
  });
});

Deno.test("an upstream is active only with enabled, a command or url, and every variable", () => {
  const whole = {
    command: "python",
    enabled: "${GEO_ENABLED:-false}",
    requires: ["GEO_KEY"],
    env: { URL: "${GEO_URL}" },
  };
  const variables = { GEO_ENABLED: "true", GEO_KEY: "k", GEO_URL: "u" };
  const lacks = (said: unknown, variables: Record<string, string>) =>
    describeMissing(read(said, variables).missing ?? []);
  assert.equal(lacks(whole, variables), "");
  assert.equal(
    lacks(whole, { ...variables, GEO_ENABLED: "" }),
    '"enabled" is false',
  );
  assert.equal(
    lacks({ ...whole, command: undefined }, variables),
    'no "command" or "url"',
  );
  for (const name of ["GEO_KEY", "GEO_URL"]) {
    assert.equal(
      lacks(whole, { ...variables, [name]: "" }),
      `not set: ${name}`,
    );
  }
  assert.equal(
    lacks({ requires: ["A"], enabled: false }, {}),
    '"enabled" is false; no "command" or "url"; not set: A',
  );
});

Deno.test("one file serves staging and production", () => {
  const said = {
    url: "https://${STAGE:-staging}.example.com/mcp",
    enabled: "${GEO:-true}",
    requires: ["GEO_KEY"],
    maxConcurrency: "${GEO_POOL:-1}",
  };
  const staging = read(said, { GEO_KEY: "k" }).config!;
  const production = read(said, {
    GEO_KEY: "k",
    STAGE: "www",
    GEO_POOL: "4",
  }).config!;
  assert.deepEqual(
    [staging, production].map(({ connection, maxConcurrency }) => [
      (connection as { url: string }).url,
      maxConcurrency,
    ]),
    [
      ["https://staging.example.com/mcp", 1],
      ["https://www.example.com/mcp", 4],
    ],
  );
});

Deno.test("what is wrong is told with its key, and never with a value of a variable", () => {
  const wrong: [unknown, RegExp][] = [
    [
      { command: "x", maxResultChars: -1 },
      /geo\.maxResultChars must be a whole/,
    ],
    [{ command: "x", comand: 1 }, /geo\.comand is not known/],
    [{ command: "x", url: "https://x" }, /both "command" and "url"/],
    [{ url: "ftp://${SECRET}" }, /geo\.url must be an address/],
    [{ command: "x", timeoutMs: "${SECRET}" }, /geo\.timeoutMs must be/],
    [{ command: "x", args: [1] }, /geo\.args must be a list of texts/],
    [{ command: "x", env: { A: 1 } }, /geo\.env must be/],
    [{ command: "x", errorWhen: { path: "a" } }, /errorWhen must have/],
    [{ command: "x", tools: { only: [] } }, /tools\.only is not known/],
    [{ command: "x", requires: ["${SECRET}"] }, /requires must be .* names/],
    [{ command: "x", requires: "${SECRET}" }, /requires must be .* names/],
    [{ command: "x", env: { "A=B": "${SECRET}" } }, /env: "A=B" has a char/],
    [{ command: "x", env: { A: "\0${SECRET}" } }, /env: "A" has a character/],
    [{ url: "http://x", headers: { x: "a\n${SECRET}" } }, /headers: "x" has/],
    [{ url: "http://x", headers: { x: "鍵${SECRET}" } }, /headers: "x" has/],
    [{ url: "http://x", headers: { "a b": "${SECRET}" } }, /"a b" has a char/],
    [{ command: "x", enabled: "perhaps" }, /enabled must be true or false/],
    [3, /must be an object/],
  ];
  for (const [said, message] of wrong) {
    assert.throws(() => read(said, { SECRET: "hush" }), (error: UserError) => {
      assert.match(error.message, message);
      assert.doesNotMatch(error.message + error.next, /hush/);
      return true;
    });
  }
  assert.throws(() => readUpstreams([], "f:1:1", "/", () => ""), UserError);
  assert.throws(
    () => readUpstreams({ "a/b": {} }, "f:1:1", "/", () => ""),
    /no name for a server/,
  );
});

Deno.test("commands are taken from --config or the user's folder, never from the current folder", async () => {
  await inTemporaryFolder((folder) => {
    const text = '{"upstreams": {"geo": {"command": "python"}}, "topK": 3}';
    Deno.writeTextFileSync(`${folder}/docs.config.json`, text);
    const names = (flags: Record<string, string>, home: string) =>
      loadUpstreams({
        flags,
        cwd: folder,
        env: { ...environment({ HOME: home }), set() {} },
      }).map(({ name }) => name);
    assert.deepEqual(names({}, "/nowhere"), []);
    assert.deepEqual(
      names({ config: "docs.config.json" }, "/nowhere"),
      ["geo"],
    );
    Deno.mkdirSync(`${folder}/.config/docs`, { recursive: true });
    Deno.writeTextFileSync(`${folder}/.config/docs/docs.config.json`, text);
    assert.deepEqual(names({}, folder), ["geo"]);
  });
});

Deno.test("numbers have the limits that their flags have", () => {
  const keys = {
    "max-result-chars": "maxResultChars",
    "max-concurrency": "maxConcurrency",
    timeout: "timeoutMs",
  } as const;
  for (const flag of upstreamFlags) {
    if (flag.kind !== "integer") continue;
    const { name, min, max } = flag;
    const key = keys[name];
    for (const value of [min, max]) {
      const { config } = read({ command: "x", [key]: value });
      assert.equal(config![key], value);
    }
    for (const value of [min - 1, max + 1]) {
      assert.throws(() => read({ command: "x", [key]: value }), UserError);
    }
  }
});
