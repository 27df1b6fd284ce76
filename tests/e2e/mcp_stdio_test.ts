import assert from "node:assert/strict";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { FakeEmbeddingsServer } from "../fixtures/fake_embeddings_server.ts";
import {
  assertRefused,
  CACHE,
  docs,
  spawnDocs,
  type Start,
  withFiles,
  withGuide,
} from "./program.ts";

interface Message {
  id?: number;
  // deno-lint-ignore no-explicit-any -- tests look into it.
  result?: any;
  error?: { code: number; message: string };
}

/** The program over stdio, spoken to in raw messages. */
function rawClient(args: string[], cwd?: string, start: Start = {}) {
  const child = spawnDocs(["serve", "--stdio", ...args], { cwd, ...start });
  const writer = child.stdin.getWriter();
  const encoder = new TextEncoder();
  const lines: string[] = [];
  const waiting = new Map<number, (message: Message) => void>();
  const read = (async () => {
    let rest = "";
    for await (
      const text of child.stdout.pipeThrough(new TextDecoderStream())
    ) {
      const parts = (rest + text).split("\n");
      rest = parts.pop()!;
      for (const line of parts) {
        lines.push(line);
        const message = JSON.parse(line) as Message;
        waiting.get(message.id!)?.(message);
      }
    }
  })();
  const stderr = new Response(child.stderr).text();
  return {
    lines,
    pid: child.pid,
    write: (text: string | Uint8Array) =>
      writer.write(typeof text === "string" ? encoder.encode(text) : text),
    /** Sends a request and waits for its answer. */
    ask(id: number, method: string, params: unknown = {}): Promise<Message> {
      const answer = new Promise<Message>((resolve) =>
        waiting.set(id, resolve)
      );
      const message = { jsonrpc: "2.0", id, method, params };
      writer.write(encoder.encode(JSON.stringify(message) + "\n"))
        .catch(() => {});
      return answer;
    },
    search(id: number, query: string): Promise<Message> {
      return this.ask(id, "tools/call", {
        name: "search_docs",
        arguments: { query },
      });
    },
    kill: (signal: Deno.Signal) => child.kill(signal),
    /** Closes both pipes at once, as a client does that dies. */
    async vanish() {
      await Promise.allSettled([writer.abort(), child.stdout.cancel()]);
      return await child.status;
    },
    /** Closes stdin and waits for the end. */
    async end() {
      await writer.close().catch(() => {});
      await read;
      return { status: await child.status, stderr: await stderr };
    },
  };
}

const hello = (protocolVersion = "2025-11-25") => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
});

for (const mode of ["legacy", "auto"] as const) {
  Deno.test(`a client that reads .mcp.json uses the program, opening in the ${mode} way`, () =>
    withGuide(async (folder) => {
      const env = {
        HOME: folder,
        DOCS_CACHE_DIR: CACHE,
        PATH: "/usr/bin:/bin",
      };
      const installed = await docs(
        ["install", "claude-code", "--index", "guide.index"],
        { cwd: folder },
      );
      assert.equal(installed.code, 0, installed.stderr);
      const config = JSON.parse(Deno.readTextFileSync(`${folder}/.mcp.json`));
      const [server] = Object.values(config.mcpServers) as {
        command: string;
        args: string[];
      }[];
      const client = new Client(
        { name: "test", version: "1" },
        { versionNegotiation: { mode } },
      );
      await client.connect(
        new StdioClientTransport({
          ...server,
          env,
          cwd: "/",
          stderr: "ignore",
        }),
      );
      try {
        const { tools } = await client.listTools();
        assert.equal(tools.length, 4);
        const found = await client.callTool({
          name: "search_docs",
          arguments: { query: "設定ファイルの場所" },
        });
        const data = found.structuredContent as { hits: { path: string }[] };
        assert.equal(data.hits[0].path, "setup.ja.md");
        const { resources } = await client.listResources();
        const read = await client.readResource({ uri: resources[0].uri });
        assert.equal(read.contents.length, 1);
      } finally {
        await client.close();
      }
    }));
}

Deno.test("what an executable registers is what it serves, whatever index lies where it is started", () =>
  withGuide(async (folder) => {
    const program = join(folder, "guide-docs");
    const made = await docs(["build", "guide", "--executable", program], {
      cwd: folder,
    });
    assert.equal(made.code, 0, made.stderr);
    await withFiles(
      { "pages/fish.md": "# Fishing\n\nA trout in the pool.\n" },
      async (other) => {
        const registered = async (args: string[]) => {
          const installed = await docs(["install", "claude-code", ...args], {
            cwd: other,
            program,
          });
          assert.equal(installed.code, 0, installed.stderr);
          const text = Deno.readTextFileSync(join(other, ".mcp.json"));
          const { args: written, command } =
            JSON.parse(text).mcpServers["guide-docs"];
          assert.equal(command, program);
          return { written, said: installed.stderr };
        };
        const own = await registered([]);
        assert.deepEqual(own.written, [
          "serve",
          "--stdio",
          "--index",
          "carried",
        ]);
        assert.match(own.said, /it serves the index that this program carries/);
        await docs(["build", "pages"], { cwd: other });
        const index = join(other, ".docs/index");
        assert.deepEqual((await registered([])).written, own.written);
        const named = await registered(["--index", index]);
        assert.equal(named.written.at(-1), index);
        const { written } = await registered(["--index", "carried"]);
        assert.deepEqual(written, own.written);
        const client = rawClient(written.slice(2), other, {
          program,
          env: { DOCS_INDEX: index },
        });
        const { result } = await client.search(1, "connection pool");
        assert.equal(result.structuredContent.hits[0].path, "pool.md");
        assert.equal(result.structuredContent.index.documents, 3);
        await client.end();
      },
    );
  }));

Deno.test("stdout of docs serve --stdio carries the protocol alone, and stderr nothing", () =>
  withGuide(async (folder) => {
    const client = rawClient(["--index", "guide.index"], folder);
    const { result } = await client.ask(1, "initialize", hello());
    assert.match(result.instructions, /holds 3 documents/);
    await client.ask(2, "tools/list");
    await client.search(3, "connection pool");
    await client.ask(4, "no/such/method");
    const { status, stderr } = await client.end();
    assert.equal(status.code, 0);
    assert.equal(stderr, "");
    assert.equal(client.lines.length, 4);
    for (const line of client.lines) {
      assert.equal(JSON.parse(line).jsonrpc, "2.0");
    }
  }));

Deno.test("docs serve --stdio ends within a second when stdin is closed", async () => {
  await docs(["version"]); // Unpacked by now.
  const started = performance.now();
  const { code, stdout } = await docs(["serve", "--stdio"], { stdin: "" });
  assert.equal(code, 0);
  assert.equal(stdout, "");
  assert.ok(performance.now() - started < 1_000);
});

Deno.test("docs serve --stdio answers what is under way when stdin is closed", () =>
  withGuide(async (folder) => {
    const client = rawClient(["--index", "guide.index"], folder);
    const answers = [
      client.ask(1, "initialize", hello()),
      ...[2, 3, 4].map((id) => client.search(id, `pool ${id}`)),
    ];
    const { status } = await client.end();
    assert.equal(status.code, 0);
    assert.equal((await Promise.all(answers)).length, 4);
  }));

Deno.test("docs serve --stdio speaks the version that is asked for, or its own", async () => {
  const known = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
  for (const version of [...known, "2024-10-07", "1999-01-01", "2099-01-01"]) {
    const client = rawClient([]);
    const { result } = await client.ask(1, "initialize", hello(version));
    assert.equal(
      result.protocolVersion,
      known.includes(version) ? version : "2025-11-25",
    );
    await client.end();
  }
});

Deno.test("docs serve --stdio answers calls before initialize, garbage and bytes one by one", () =>
  withGuide(async (folder) => {
    const client = rawClient(["--index", "guide.index"], folder);
    const early = await client.search(1, "pool");
    assert.equal(early.result.isError, undefined);
    await client.write("garbage\n\u0000\n{}\n[]\n");
    const request = new TextEncoder().encode(
      `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search_docs","arguments":{"query":"設定ファイル"}}}\n`,
    );
    const answer = client.ask(3, "ping");
    for (const byte of request) await client.write(Uint8Array.of(byte));
    await answer;
    while (!client.lines.some((line) => line.includes('"id":2'))) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const line = client.lines.find((line) => line.includes('"id":2'))!;
    assert.match(line, /## 検索結果/);
    assert.ok(!line.includes("\ufffd"));
    await client.end();
  }));

Deno.test("docs serve --stdio gives each of 200 calls at once its own answer", () =>
  withGuide(async (folder) => {
    const client = rawClient(["--index", "guide.index"], folder);
    await client.ask(1, "initialize", hello());
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => client.search(i + 2, `pool ${i}`)),
    );
    answers.forEach(({ result }, i) =>
      assert.equal(result.structuredContent.query, `pool ${i}`)
    );
    await client.end();
  }));

Deno.test("docs serve --stdio answers a query of 10 MB with an error", () =>
  withGuide(async (folder) => {
    const client = rawClient(["--index", "guide.index"], folder);
    const { result } = await client.search(1, "x".repeat(10 * 1024 * 1024));
    assert.ok(result.isError);
    assert.match(result.content[0].text, /more than 2000/);
    assert.ok((await client.ask(2, "ping")).result);
    await client.end();
  }));

Deno.test("docs serve --stdio ends when its client is gone or a signal comes in mid-call", () =>
  withGuide(async (folder) => {
    const busy = async () => {
      const client = rawClient(["--index", "guide.index"], folder);
      await client.ask(1, "initialize", hello());
      for (let i = 2; i < 100; i++) void client.search(i, `pool ${i}`);
      return client;
    };
    let started = performance.now();
    await (await busy()).vanish();
    assert.ok(performance.now() - started < 3_000);
    const client = await busy();
    started = performance.now();
    client.kill("SIGTERM");
    const { status } = await client.end();
    assert.equal(status.code, 0);
    assert.ok(performance.now() - started < 2_000);
  }));

Deno.test("a missing index is a tool error that says which command mends it, and then works", () =>
  withFiles({ "guide/a.md": "# A\n\nConnection pool.\n" }, async (folder) => {
    const index = join(folder, "my.index");
    const client = rawClient(["--index", index], folder);
    const { result } = await client.ask(1, "initialize", hello());
    assert.match(result.instructions, /cannot now: no index at/);
    const missing = await client.search(2, "pool");
    assert.ok(missing.result.isError);
    assert.match(
      missing.result.content[0].text,
      /no index at .*my\.index[^]*Build one: docs build FOLDER -o .*my\.index/,
    );
    Deno.writeTextFileSync(index, "this is no index, though it is there");
    const damaged = await client.search(3, "pool");
    assert.ok(damaged.result.isError);
    const build = () => docs(["build", "guide", "-o", index], { cwd: folder });
    assert.equal((await build()).code, 0);
    const found = await client.search(4, "pool");
    assert.equal(found.result.structuredContent.hits.length, 1);
    await client.end();
  }));

Deno.test("an index that is replaced and deleted under load is answered from throughout", () =>
  withGuide(async (folder) => {
    const index = join(folder, "guide.index");
    const client = rawClient(["--index", index], folder);
    await client.ask(1, "initialize", hello());
    let id = 2, over = false, documents = new Set<number>();
    const load = async () => {
      while (!over) {
        const { result } = await client.search(id++, "pool");
        assert.ok(!result.isError, JSON.stringify(result));
        documents = documents.add(result.structuredContent.index.documents);
      }
    };
    const loads = [load(), load(), load(), load()];
    for (let i = 0; i < 3; i++) {
      Deno.writeTextFileSync(join(folder, `guide/new-${i}.md`), `# New ${i}\n`);
      const built = await docs(
        ["build", "guide", "-o", index],
        { cwd: folder },
      );
      assert.equal(built.code, 0, built.stderr);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    Deno.removeSync(index);
    await new Promise((resolve) => setTimeout(resolve, 50));
    over = true;
    await Promise.all(loads);
    assert.deepEqual([...documents], [3, 4, 5, 6]);
    await client.end();
  }));

Deno.test("messages of docs serve go to --log-file when there is one", () =>
  withGuide(async (folder) => {
    const args = ["--index", "guide.index", "--log-file", "docs.log"];
    const client = rawClient(args, folder);
    await client.search(1, "a secret question");
    const { stderr } = await client.end();
    assert.equal(stderr, "");
    const log = Deno.readTextFileSync(join(folder, "docs.log"));
    assert.match(log, /INFO opened .*guide\.index: 3 documents/);
    assert.ok(!log.includes("secret"));
  }));

Deno.test("that queries go to a server is said in the log, before they go", () =>
  withGuide(async (folder) => {
    await using server = new FakeEmbeddingsServer();
    const env = { EMBEDDING_MODEL: `${server.url}#m` };
    const built = await docs(["build", "guide", "-o", "far.index"], {
      cwd: folder,
      env,
    });
    assert.equal(built.code, 0, built.stderr);
    const { host } = new URL(server.url);
    const said = new RegExp(`WARNING sending the query to ${host}, to be`);
    const index = ["--index", "far.index"];
    const plain = rawClient(index, folder, { env });
    await plain.search(1, "pool");
    assert.match((await plain.end()).stderr, said);
    const logged = rawClient([...index, "--log-file", "l"], folder, { env });
    await logged.search(1, "pool");
    assert.equal((await logged.end()).stderr, "");
    assert.match(Deno.readTextFileSync(join(folder, "l")), said);
  }));

Deno.test("a cancelled call over stdio is answered no more, and its request is given up", () =>
  withGuide(async (folder) => {
    await using server = new FakeEmbeddingsServer();
    const env = { EMBEDDING_MODEL: `${server.url}#m` };
    await docs(["build", "guide", "-o", "far.index"], { cwd: folder, env });
    const sent = server.seen.length;
    server.faults.push("hang");
    const client = rawClient(["--index", "far.index"], folder, { env });
    await client.ask(1, "initialize", hello());
    void client.search(2, "pool");
    const until = async (isSo: () => boolean) => {
      const started = performance.now();
      while (!isSo()) {
        assert.ok(performance.now() - started < 30_000, "it never came");
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    await until(() => server.seen.length > sent);
    await client.write(
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}\n',
    );
    await until(() => server.abandoned === 1);
    await client.search(3, "pool");
    const ids = client.lines.map((line) => JSON.parse(line).id);
    assert.deepEqual(ids, [1, 3]);
    await client.end();
  }));

Deno.test("a log file that cannot be written is told of by its flag", async () => {
  const ended = await docs(["serve", "--stdio", "--log-file", "/nope/l"]);
  assertRefused(
    ended,
    /cannot write the log to \/nope\/l \(--log-file\): .*\n.*Name a file in a folder that is there/,
  );
});
