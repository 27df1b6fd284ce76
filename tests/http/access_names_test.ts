import assert from "node:assert/strict";
import fc from "fast-check";
import { hostNames, pageOrigins } from "../../src/http/access_names.ts";
import { UserError } from "../../src/user_error.ts";

const given = (...value: string[]) => ({
  value,
  level: "flag" as const,
  origin: "flag --allow-x",
});

Deno.test("hostNames() gives names as a URL has them, whatever port or case they came with", () => {
  const cases: [string, string][] = [
    ["docs.example.com", "docs.example.com"],
    ["Docs.Example.COM", "docs.example.com"],
    ["docs.example.com:8080", "docs.example.com"],
    ["docs.example.com.", "docs.example.com"],
    ["my_host", "my_host"],
    ["192.168.1.7:80", "192.168.1.7"],
    ["[FE80::1]:3000", "[fe80::1]"],
    ["fe80::0:1", "[fe80::1]"],
    ["::1", "[::1]"],
    ["日本語.jp", "xn--wgv71a119e.jp"],
  ];
  for (const [text, name] of cases) {
    assert.deepEqual(hostNames(given(text)), [name]);
  }
  assert.deepEqual(hostNames(given("a.test, b.test", "c.test")), [
    "a.test",
    "b.test",
    "c.test",
  ]);
});

Deno.test("hostNames() refuses what no Host could be, and says what was meant", () => {
  for (
    const text of [
      ...["https://docs.example.com", "docs.example.com/docs", "a b", "*"],
      ...["*.example.com", "me@docs.example.com", "a:b", "1:2:3:4", "[x]"],
      ...["a?b", "a#b", "a%20b", "http://", "docs.example.com:99999"],
    ]
  ) {
    assert.throws(
      () => hostNames(given(text)),
      (error) =>
        error instanceof UserError &&
        error.message.includes(`${JSON.stringify(text)} (flag --allow-x)`),
      text,
    );
  }
  assert.throws(
    () => hostNames(given("https://docs.example.com:8080/mcp")),
    { next: /such as docs\.example\.com;/ },
  );
});

Deno.test("pageOrigins() gives origins as browsers send them", () => {
  const cases: [string, string][] = [
    ["https://docs.example.com", "https://docs.example.com"],
    ["https://docs.example.com/", "https://docs.example.com"],
    ["HTTPS://Docs.Example.com:443/", "https://docs.example.com"],
    ["http://localhost:8080", "http://localhost:8080"],
    ["http://[::1]:80", "http://[::1]"],
    ["chrome-extension://AbCd/", "chrome-extension://abcd"],
  ];
  for (const [text, origin] of cases) {
    assert.deepEqual(pageOrigins(given(text)), [origin]);
  }
});

Deno.test("pageOrigins() refuses what no Origin could be, and says what was meant", () => {
  for (
    const text of [
      ...["https://docs.example.com/app", "https://docs.example.com/?a"],
      ...["docs.example.com", "docs.example.com:8080", "null", "*"],
      ...["https://*.example.com", "https://me@docs.example.com"],
      ...["file:///home", "https://", "https://a b", "ws://a.test"],
    ]
  ) {
    assert.throws(() => pageOrigins(given(text)), UserError, text);
  }
  assert.throws(
    () => pageOrigins(given("https://docs.example.com/app")),
    { next: /such as https:\/\/docs\.example\.com;/ },
  );
});

Deno.test("hostNames() and pageOrigins() give only what a URL would say of itself", () => {
  const part = fc.stringMatching(/^[a-zA-Z0-9._:/@?#*%\[\]-]{1,20}$/);
  fc.assert(fc.property(part, (text) => {
    let host: string, origin: string;
    try {
      [host] = hostNames(given(text));
      assert.equal(new URL(`http://${host}`).hostname, host);
    } catch (error) {
      assert.ok(error instanceof UserError, `${error}`);
    }
    try {
      [origin] = pageOrigins(given(`https://${text}`));
      assert.equal(new URL(origin).origin, origin);
    } catch (error) {
      assert.ok(error instanceof UserError, `${error}`);
    }
  }));
});
