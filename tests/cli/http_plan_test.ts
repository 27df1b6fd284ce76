import assert from "node:assert/strict";
import { httpPlan, parseAddress } from "../../src/cli/http_plan.ts";
import { resolveSettings } from "../../src/config/settings.ts";
import { inTemporaryFolder } from "../config/_temporary_folder.ts";

const settings = (env: Record<string, string> = {}) =>
  resolveSettings({ flags: {}, env: { get: (name) => env[name] }, cwd: "/" });
const io = { cwd: () => "/" };

Deno.test("parseAddress() reads a host, a port, both or neither", () => {
  const parsed = (text: string) => Object.values(parseAddress(text));
  assert.deepEqual(parsed(""), ["127.0.0.1", 3000]);
  assert.deepEqual(parsed("8080"), ["127.0.0.1", 8080]);
  assert.deepEqual(parsed(":8080"), ["127.0.0.1", 8080]);
  assert.deepEqual(parsed("0.0.0.0"), ["0.0.0.0", 3000]);
  assert.deepEqual(parsed("0.0.0.0:0"), ["0.0.0.0", 0]);
  assert.deepEqual(parsed("docs-1.example:80"), ["docs-1.example", 80]);
  assert.deepEqual(parsed("[::1]:81"), ["::1", 81]);
  for (const text of ["a:b", "1:2:3", "http://x", "x:70000", "::1:80", "a b"]) {
    assert.throws(() => parseAddress(text), /no address to listen at/, text);
  }
});

Deno.test("httpPlan() wants a token beyond this machine, or to hear that none is meant", () => {
  const plan = (address: string, env?: Record<string, string>) =>
    httpPlan(address, settings(env), undefined, io);
  for (const address of ["0.0.0.0:80", "[::]:80", "docs.example:80"]) {
    assert.throws(() => plan(address), /there is no token/);
    assert.equal(plan(address, { DOCS_TOKEN: "t" }).token, "t");
    assert.equal(plan(address, { DOCS_NO_AUTH: "1" }).token, undefined);
  }
  for (const address of ["", "localhost:80", "127.0.0.2:80", "[::1]:80"]) {
    assert.equal(plan(address).token, undefined);
  }
  assert.deepEqual(
    plan("", { DOCS_ALLOWED_HOSTS: "a.test, b.test" }).hosts,
    ["a.test", "b.test"],
  );
});

Deno.test("httpPlan() takes the token from the first line of --token-file", () =>
  inTemporaryFolder((folder) => {
    const token = (text: string) => {
      Deno.writeTextFileSync(`${folder}/token`, text);
      return httpPlan("", settings(), "token", { cwd: () => folder }).token;
    };
    assert.equal(token("abc\nanother line\n"), "abc");
    assert.throws(() => token("\n"), /is no token/);
    assert.throws(() => token("a b\n"), /is no token/);
    assert.throws(
      () => httpPlan("", settings(), "missing", { cwd: () => folder }),
      /there is no file/,
    );
  }));
