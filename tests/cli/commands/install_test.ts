import assert from "node:assert/strict";
import { inTemporaryFolder } from "../../config/_temporary_folder.ts";
import { runCli } from "../_fake_io.ts";
import { withIndex } from "../_with_index.ts";

Deno.test("docs install enters the index that is found from here, and says so once", () =>
  withIndex(async (folder, cli) => {
    const first = await cli(["install", "claude-code"]);
    assert.equal(first.code, 0, first.stderr);
    assert.equal(first.stdout, "");
    assert.match(
      first.stderr,
      /entered the server docs in .*\.mcp\.json; it serves .*\.docs\/index\n$/,
    );
    const { mcpServers } = JSON.parse(
      Deno.readTextFileSync(`${folder}/.mcp.json`),
    );
    assert.deepEqual(mcpServers.docs, {
      type: "stdio",
      command: "docs",
      args: ["serve", "--stdio", "--index", `${folder}/.docs/index`],
    });
    const again = await cli(["install", "claude-code"]);
    assert.match(again.stderr, /has the server docs already/);
    assert.ok(
      ![...Deno.readDirSync(folder)].some(({ name }) => /backup/.test(name)),
    );
  }));

Deno.test("docs install --print prints and writes nothing", () =>
  inTemporaryFolder(async (cwd) => {
    const { stdout, code } = await runCli(
      ["install", "vscode", "--print", "--name", "手引き"],
      { cwd },
    );
    assert.equal(code, 0);
    assert.ok(stdout.endsWith("}\n"));
    assert.deepEqual(Object.keys(JSON.parse(stdout).servers), ["手引き"]);
    assert.deepEqual([...Deno.readDirSync(cwd)], []);
  }));

Deno.test("docs install keeps the file as it was beside it, each time under a new name", () =>
  inTemporaryFolder(async (cwd) => {
    const path = `${cwd}/.cursor/mcp.json`;
    Deno.mkdirSync(`${cwd}/.cursor`);
    const old = '{ // mine\n  "mcpServers": {}\n}\n';
    Deno.writeTextFileSync(path, old);
    for (const name of ["a", "b"]) {
      const { code } = await runCli(["install", "cursor", "--name", name], {
        cwd,
      });
      assert.equal(code, 0);
    }
    assert.equal(Deno.readTextFileSync(`${path}.backup`), old);
    assert.match(Deno.readTextFileSync(`${path}.backup-2`), /"a"/);
    const now = Deno.readTextFileSync(path);
    assert.match(now, /\{ \/\/ mine\n/);
    assert.match(now, /"b"[^]*"a"/);
  }));

Deno.test("docs install writes nothing where it would lose something", () =>
  inTemporaryFolder(async (cwd) => {
    for (
      const text of ['{"mcpServers": {"docs": {"command": "x"}}}', "{broken"]
    ) {
      Deno.writeTextFileSync(`${cwd}/.mcp.json`, text);
      const { code, stderr } = await runCli(["install", "claude-code"], {
        cwd,
      });
      assert.equal(code, 2);
      assert.match(stderr, /--name NAME|Mend it/);
      assert.equal(Deno.readTextFileSync(`${cwd}/.mcp.json`), text);
    }
    assert.equal([...Deno.readDirSync(cwd)].length, 1);
  }));

Deno.test("docs install --index carried is refused by a program that carries none", () =>
  inTemporaryFolder(async (cwd) => {
    const { code, stderr } = await runCli(
      ["install", "claude-code", "--index", "carried"],
      { cwd },
    );
    assert.equal(code, 2);
    assert.match(stderr, /this program carries no index \(flag --index\)/);
    assert.deepEqual([...Deno.readDirSync(cwd)], []);
  }));

Deno.test("docs install replaces no read-only file", {
  ignore: Deno.build.os === "windows",
}, () =>
  inTemporaryFolder(async (cwd) => {
    const path = `${cwd}/.mcp.json`;
    Deno.writeTextFileSync(path, "{}");
    Deno.chmodSync(path, 0o444);
    const { code, stderr } = await runCli(["install", "claude-code"], { cwd });
    assert.equal(code, 2);
    assert.match(stderr, /\.mcp\.json cannot be written: it is read-only/);
    assert.equal(Deno.readTextFileSync(path), "{}");
    assert.equal([...Deno.readDirSync(cwd)].length, 1);
  }));

Deno.test(
  "docs install writes through a link, and refuses one that leads nowhere",
  {
    ignore: Deno.build.os === "windows",
  },
  () =>
    inTemporaryFolder(async (cwd) => {
      const path = `${cwd}/.mcp.json`;
      Deno.symlinkSync(`${cwd}/elsewhere.json`, path);
      const refused = await runCli(["install", "claude-code"], { cwd });
      assert.equal(refused.code, 2);
      assert.match(
        refused.stderr,
        /\.mcp\.json is a link to .*elsewhere\.json, which is not there/,
      );
      assert.ok(Deno.lstatSync(path).isSymlink);
      Deno.writeTextFileSync(`${cwd}/elsewhere.json`, "{}");
      const entered = await runCli(["install", "claude-code"], { cwd });
      assert.equal(entered.code, 0, entered.stderr);
      assert.ok(Deno.lstatSync(path).isSymlink);
      assert.match(
        Deno.readTextFileSync(`${cwd}/elsewhere.json`),
        /mcpServers/,
      );
    }),
);
