import assert from "node:assert/strict";
import { configFileOf, withServer } from "../../src/mcp/client_config.ts";

const entry = { command: "/opt/docs", args: ["serve", "--stdio"] };

Deno.test("withServer() writes what each client reads", () => {
  const read = (client: Parameters<typeof withServer>[1]) =>
    JSON.parse(withServer("", client, "docs", entry, "x"));
  assert.deepEqual(read("claude-code"), {
    mcpServers: { docs: { type: "stdio", ...entry } },
  });
  assert.deepEqual(read("cursor"), read("claude-code"));
  assert.deepEqual(read("claude-desktop"), { mcpServers: { docs: entry } });
  assert.deepEqual(read("vscode"), {
    servers: { docs: { type: "stdio", ...entry } },
  });
});

Deno.test("withServer() leaves everything else as it is, comments and tabs included", () => {
  const text =
    '{\r\n\t// mine\r\n\t"servers": {\r\n\t\t"a": {"command": "b"}, // keep\r\n\t},\r\n\t"inputs": []\r\n}\r\n';
  const changed = withServer(text, "vscode", "ガイド", entry, "x");
  for (const line of text.split("\r\n")) assert.ok(changed.includes(line));
  assert.match(changed, /\r\n\t\t"ガイド": \{\r\n\t\t\t"type": "stdio"/);
  assert.equal(withServer(changed, "vscode", "ガイド", entry, "x"), changed);
});

Deno.test("withServer() brings its own entry up to date and keeps what was added to it", () => {
  const text =
    '{"mcpServers": {"docs": {"type": "stdio", "command": "/old", "args": ["serve", "--stdio"], "env": {"LOG_LEVEL": "DEBUG"}}}}';
  const { docs } = JSON.parse(
    withServer(text, "cursor", "docs", entry, "x"),
  ).mcpServers;
  assert.deepEqual(docs, {
    type: "stdio",
    ...entry,
    env: { LOG_LEVEL: "DEBUG" },
  });
});

Deno.test("withServer() refuses another server's name and files it cannot read", () => {
  const refused = (text: string, message: RegExp) =>
    assert.throws(
      () => withServer(text, "cursor", "docs", entry, "mcp.json"),
      message,
    );
  refused('{"mcpServers": {"docs": {"command": "other"}}}', /another server/);
  refused('{\n"mcpServers": {,}\n', /mcp\.json is not JSON: line 2/);
  const twice = (key: string, other: string) =>
    new RegExp(`mcp\\.json has "${key}" twice: line ${other}$`);
  refused(
    '{"mcpServers": {},\n\n"mcpServers": {}}',
    twice("mcpServers", "3"),
  );
  refused(
    '{"mcpServers": {"docs": {"args": ["serve", "--stdio"]},\n"docs": {"args": ["serve", "--stdio"]}}}',
    twice("docs", "2"),
  );
  refused("[]", /does not hold what it should: an object$/);
  refused('{"mcpServers": []}', /an object called mcpServers/);
});

Deno.test("configFileOf() knows where each client looks", () => {
  const at = (
    client: Parameters<typeof configFileOf>[0],
    os: typeof Deno.build.os = "linux",
    env: Record<string, string> = { HOME: "/home/me", APPDATA: "C:\\A" },
  ) => configFileOf(client, { cwd: "/project", os, env: (name) => env[name] });
  assert.equal(at("claude-code"), "/project/.mcp.json");
  assert.equal(at("cursor"), "/project/.cursor/mcp.json");
  assert.equal(at("vscode"), "/project/.vscode/mcp.json");
  const file = "Claude/claude_desktop_config.json";
  assert.equal(at("claude-desktop"), `/home/me/.config/${file}`);
  assert.equal(
    at("claude-desktop", "darwin"),
    `/home/me/Library/Application Support/${file}`,
  );
  assert.equal(at("claude-desktop", "windows"), `C:\\A/${file}`);
  assert.throws(() => at("claude-desktop", "linux", {}), /not known/);
});
