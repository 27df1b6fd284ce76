import assert from "node:assert/strict";
import { httpPlan, parseAddress } from "../../src/http/http_plan.ts";
import { resolveSettings } from "../../src/config/settings.ts";
import { inTemporaryFolder } from "../config/_temporary_folder.ts";

const settings = (
  env: Record<string, string> = {},
  flags: Record<string, unknown> = {},
) => resolveSettings({ flags, env: { get: (name) => env[name] }, cwd: "/" });
const cwd = "/";

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
    httpPlan(address, settings(env), undefined, cwd);
  for (const address of ["0.0.0.0:80", "[::]:80", "docs.example:80"]) {
    assert.throws(() => plan(address), /there is no token/);
    assert.equal(plan(address, { DOCS_TOKEN: "t" }).token, "t");
    assert.equal(plan(address, { DOCS_NO_AUTH: "1" }).token, undefined);
  }
  for (const address of ["", "LOCALHOST:80", "127.0.0.2:80", "[::1]:80"]) {
    assert.equal(plan(address).token, undefined);
  }
  assert.deepEqual(
    plan("", { DOCS_ALLOWED_HOSTS: "a.test, b.test" }).hosts,
    ["127.0.0.1", "a.test", "b.test"],
  );
});

Deno.test("httpPlan() accepts the address itself as a Host, unless it stands for all", () => {
  const hosts = (address: string) =>
    httpPlan(address, settings({ DOCS_NO_AUTH: "1" }), undefined, cwd).hosts;
  assert.deepEqual(hosts("192.168.1.7:80"), ["192.168.1.7"]);
  assert.deepEqual(hosts("Docs.Example:80"), ["docs.example"]);
  assert.deepEqual(hosts("[FE80::0:1]:80"), ["[fe80::1]"]);
  assert.deepEqual(hosts("0.0.0.0:80"), []);
  assert.deepEqual(hosts("[::]:80"), []);
});

Deno.test("httpPlan() lets --no-auth win over a token that is set elsewhere, and says so", () => {
  const env = { DOCS_TOKEN: "s3cret" };
  const plan = (flags: Record<string, unknown>, tokenFile?: string) =>
    httpPlan("0.0.0.0:80", settings(env, flags), tokenFile, cwd);
  const { token, notice } = plan({ "no-auth": true });
  assert.equal(token, undefined);
  assert.match(notice!, /--no-auth wins: .*environment DOCS_TOKEN/);
  assert.equal(plan({}).token, "s3cret");
  assert.equal(plan({}).notice, undefined);
  // Two variables contradict each other: the safer one counts.
  const both = settings({ ...env, DOCS_NO_AUTH: "1" });
  assert.equal(httpPlan("0.0.0.0:80", both, undefined, cwd).token, "s3cret");
  assert.throws(() => plan({ "no-auth": true }, "token"), /Give one|--no-auth/);
});

Deno.test("httpPlan() refuses a token that no header could carry, without showing it", () => {
  for (const token of ["a b", "秘密", "naïve"]) {
    assert.throws(
      () => httpPlan("", settings({ DOCS_TOKEN: token }), undefined, cwd),
      (error: Error) =>
        error.message.includes("the token of environment DOCS_TOKEN has") &&
        !error.message.includes(token),
      token,
    );
  }
  const open = settings({ DOCS_TOKEN: "a b" }, { "no-auth": true });
  assert.equal(httpPlan("", open, undefined, cwd).token, undefined);
});

Deno.test("httpPlan() takes the token from the first line of --token-file", () =>
  inTemporaryFolder((folder) => {
    const token = (text: string) => {
      Deno.writeTextFileSync(`${folder}/token`, text);
      return httpPlan("", settings(), "token", folder).token;
    };
    assert.equal(token("abc\nanother line\n"), "abc");
    assert.equal(token("\ufeff abc==\t\r\nanother line\n"), "abc==");
    assert.throws(() => token("\n"), /first line of .* is empty/);
    for (const wrong of ["a b", "秘密", "a\u00a0b", "a\u200bb"]) {
      assert.throws(
        () => token(`${wrong}\n`),
        (error: Error) =>
          /has a character that a header cannot carry/.test(error.message) &&
          !error.message.includes(wrong),
        wrong,
      );
    }
    assert.throws(
      () => httpPlan("", settings(), "missing", folder),
      /there is no file/,
    );
  }));
