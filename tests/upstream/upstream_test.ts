import assert from "node:assert/strict";
import { TRUNCATED } from "../../src/upstream/cap_result.ts";
import { Upstream } from "../../src/upstream/upstream.ts";
import { keptLog } from "../mcp/_library.ts";
import { ALL, EMPTY, ONE } from "../fixtures/geospatial_server.ts";
import { fixture } from "../_fixture.ts";
import { configOf, lives, textOf, until, withUpstream } from "./_upstreams.ts";

const geo = fixture("geospatial_server.ts");
const faulty = (...faults: string[]) =>
  fixture("faulty_upstream_server.ts", ...faults);
const place = { lat: 35.68, lon: 139.76 };
const key = { env: { GEO_API_KEY: "k" } };
const whole = { ...key, maxResultChars: 0 };

Deno.test("a server of the article's kind asks back, and gives back megabytes, if nothing is adapted", () =>
  withUpstream(configOf(geo, whole), async (upstream) => {
    const call = (args: Record<string, unknown>) =>
      upstream.callTool({ name: "get_multi_api", arguments: args });
    const asked = await call({ ...place, target_apis: [1] });
    assert.match(textOf(asked), /need_confirmation.*ファイル保存しますか？/);
    assert.equal(asked.isError, false);
    const one = await call({ ...place, target_apis: [1], save_file: false });
    assert.equal(textOf(one).length, ONE);
    const apis = Array.from({ length: 30 }, (_, at) => at + 1);
    const all = await call({ ...place, target_apis: apis, save_file: false });
    assert.equal(textOf(all).length, ALL);
    const { results } = JSON.parse(textOf(all));
    const empty = apis.filter((api) => results[`api_${api}`].length === 0);
    assert.deepEqual(empty, EMPTY);
  }));

Deno.test("arguments are forced and dropped whatever a model says, and no schema tells of them", () => {
  const rules = { force: { save_file: false }, drop: ["output_dir"] };
  return withUpstream(configOf(geo, { ...key, ...rules }), async (upstream) => {
    const [tool] = await upstream.tools();
    const { properties, required } = tool.inputSchema;
    assert.deepEqual(
      Object.keys(properties!),
      ["lat", "lon", "target_apis", "distance"],
    );
    assert.deepEqual(required, ["lat", "lon", "target_apis"]);
    for (const save_file of [undefined, null, true]) {
      const result = await upstream.callTool({
        name: "get_multi_api",
        arguments: { ...place, target_apis: [1], save_file, output_dir: "/x" },
      });
      assert.match(textOf(result), /^\{"status":"success","lat"/);
    }
  });
});

Deno.test("a result is cut at 15,000 characters, and says so and how long it was", () => {
  const force = { save_file: false };
  return withUpstream(configOf(geo, { ...key, force }), async (upstream) => {
    const result = await upstream.callTool({
      name: "get_multi_api",
      arguments: { ...place, target_apis: [1] },
    });
    const [before, after] = textOf(result).split(`\n${TRUNCATED}`);
    assert.equal(before.length, 15_000);
    assert.equal(after, ` (15000 of ${ONE} characters are shown)`);
    assert.equal(upstream.statistics.truncations, 1);
  });
});

Deno.test("errorWhen makes an error of a failure that a server tells as text", () => {
  const errorWhen = [
    { path: ["status"], equals: ["error", "need_confirmation"] },
  ];
  return withUpstream(configOf(geo, { errorWhen }), async (upstream) => {
    const result = await upstream.callTool({
      name: "get_multi_api",
      arguments: { ...place, target_apis: [1], save_file: false },
    });
    assert.match(textOf(result), /401 Unauthorized/);
    assert.equal(result.isError, true);
    assert.equal(upstream.statistics.toolErrors, 1);
  });
});

Deno.test("a blocking server is called by one after the other, or by as many as it has sessions", async () => {
  const block = { ...key, GEO_BLOCK_MS: "200" };
  const took: Record<number, number> = {};
  for (const maxConcurrency of [1, 4]) {
    const env = { ...key.env, GEO_BLOCK_MS: block.GEO_BLOCK_MS };
    const force = { save_file: false };
    const config = configOf(geo, { env, force, maxConcurrency });
    await withUpstream(config, async (upstream) => {
      assert.equal(upstream.status.sessions, maxConcurrency);
      const started = performance.now();
      const results = await Promise.all(
        Array.from({ length: 8 }, () =>
          upstream.callTool({
            name: "get_multi_api",
            arguments: { ...place, target_apis: [7] },
          })),
      );
      took[maxConcurrency] = performance.now() - started;
      for (const result of results) assert.match(textOf(result), /api_7/);
    });
  }
  assert.ok(took[1] >= 1_590, `${took[1]} ms are too few for eight of 200 ms`);
  assert.ok(took[4] < took[1], `${took[4]} ms with four sessions`);
  console.log(`four sessions: ${(took[1] / took[4]).toFixed(1)} times as fast`);
});

Deno.test("each of 50 calls at once on one session gets its own answer", () =>
  withUpstream(configOf(faulty()), async (upstream) => {
    await Promise.all(Array.from({ length: 50 }, async (_, at) => {
      const result = await upstream.callTool({
        name: "echo",
        arguments: { text: `第${at}号`, ms: (at * 37) % 60 },
      });
      assert.equal(textOf(result), `第${at}号`);
    }));
  }));

Deno.test("bytes may come one by one, and lines that are no messages are dropped and told with the server's name", () =>
  withUpstream(configOf(faulty("split", "noise")), async (upstream, lines) => {
    const text = "設定🫢ファイル";
    const result = await upstream.callTool({
      name: "echo",
      arguments: { text },
    });
    assert.equal(textOf(result), text);
    assert.ok(lines.some((it) => /WARNING geo: a line.*Welcome! 🎉/.test(it)));
    assert.ok(lines.some((it) => /WARNING geo: a line.*\[INFO\]/.test(it)));
  }));

Deno.test("a result of 20 MB passes", () =>
  withUpstream(configOf(faulty(), { maxResultChars: 0 }), async (upstream) => {
    const result = await upstream.callTool({
      name: "big",
      arguments: { characters: 7_000_000 },
    });
    assert.equal(textOf(result).length, 7_000_000);
  }));

Deno.test("a result that is longer than any may be is refused at once", () =>
  withUpstream(configOf(faulty(), { maxResultChars: 0 }), async (upstream) => {
    await assert.rejects(
      upstream.callTool({ name: "big", arguments: { characters: 2 ** 26 } }),
      { failure: "refused", message: /has more than 67108864 characters/ },
    );
    const after = await upstream.callTool({
      name: "echo",
      arguments: { text: "還" },
    });
    assert.equal(textOf(after), "還");
  }));

Deno.test("calls under way fail at once when the server dies, and the next ones find it anew", () =>
  withUpstream(configOf(faulty()), async (upstream, lines) => {
    const lost = upstream.callTool({ name: "never" });
    const death = upstream.callTool({ name: "die" });
    for (const call of [lost, death]) {
      await assert.rejects(call, {
        failure: "crashed",
        message: "geo ended during this call: it ended with exit code 7",
      });
    }
    const { content } = await upstream.callTool({
      name: "echo",
      arguments: { text: "戻" },
    });
    assert.equal(content![0].text, "戻");
    assert.equal(upstream.status.restarts, 1);
    assert.ok(
      lines.some((it) => /geo: it ended with exit code 7; tried/.test(it)),
    );
  }));

Deno.test("a result that is none is a refusal, and no fault of ours", () =>
  withUpstream(configOf(faulty()), async (upstream) => {
    const wrong = [null, { content: "text" }, { content: [null] }, {
      content: [5],
    }];
    for (const result of wrong) {
      await assert.rejects(
        upstream.callTool({ name: "wrong", arguments: { result } }),
        { name: "UpstreamError", failure: "refused" },
      );
    }
    assert.equal(upstream.statistics.failures.crashed, 0);
  }));

Deno.test("tools that are none are left out", () =>
  withUpstream(configOf(faulty("tools")), async (upstream) => {
    assert.equal((await upstream.tools())[0].name, "wrong");
  }));

for (const fault of ["refuse", "noise"]) {
  Deno.test(`${fault}: a server that says its key does not have us say it on`, () =>
    withUpstream(
      configOf(faulty(fault), { env: { API_KEY: "hush-hush" } }),
      async (upstream, lines) => {
        await until(() => lines.some((it) => it.includes("***")));
        await upstream.callTool({ name: "die" }).catch(() => {});
        assert.doesNotMatch(lines.join("\n"), /hush/);
      },
    ));
}

Deno.test("the last words of a server that dies are those that it said last", () =>
  withUpstream(configOf(faulty("late")), async (upstream, lines) => {
    await assert.rejects(upstream.callTool({ name: "die" }), {
      failure: "crashed",
      message: "geo ended during this call: it ended with exit code 7",
    });
    assert.ok(lines.some((it) => /last words: fatal: no space/.test(it)));
  }));

Deno.test("a server that ends after each call is there again for the next one", () =>
  withUpstream(configOf(faulty("crash=1")), async (upstream) => {
    for (let turn = 0; turn < 3; turn++) {
      const call = () =>
        upstream.callTool({ name: "echo", arguments: { text: "一" } });
      assert.equal(textOf(await call()), "一");
      await assert.rejects(call(), { failure: "crashed" });
    }
    assert.equal(upstream.status.restarts, 2);
  }));

Deno.test("a server that cannot start is unavailable, says why, and stops nobody", () =>
  withUpstream(configOf(faulty("refuse")), async (upstream, lines) => {
    await until(() => lines.some((it) => /tried again in [3-9]/.test(it)));
    assert.equal(upstream.status.state, "down");
    await assert.rejects(upstream.callTool({ name: "echo" }), {
      failure: "unavailable",
      message: "geo is not available: it ended with exit code 3",
    });
    assert.ok(lines.some((it) => /last words: Traceback: no module/.test(it)));
  }));

Deno.test("a program that fails before anything is said to it is told by its exit code", () =>
  withUpstream(
    configOf({ command: "/bin/sh", args: ["-c", "exit 3"] }),
    (upstream) => {
      assert.equal(upstream.status.reason, "it ended with exit code 3");
      return Promise.resolve();
    },
  ));

Deno.test("a program that is not there is unavailable", () => {
  const config = configOf({ command: "no-such-program-1", args: [] });
  return withUpstream(config, async (upstream) => {
    await until(() => upstream.status.state === "down");
    assert.match(upstream.status.reason!, /there is no such program/);
  });
});

Deno.test("a call has its time, is cancelled in the server after it, and leaves the session in order", () =>
  withUpstream(configOf(faulty(), { timeoutMs: 300 }), async (upstream) => {
    await assert.rejects(
      upstream.callTool({ name: "wait", arguments: { ms: 60_000 } }),
      { failure: "timeout", message: "geo did not answer within 0.3 s" },
    );
    const { content } = await upstream.callTool({ name: "cancelled" });
    assert.equal(content![0].text, "1");
  }));

Deno.test("a caller that gives up is told at once, and the server is", () =>
  withUpstream(configOf(faulty(), { maxConcurrency: 1 }), async (upstream) => {
    const giveUp = new AbortController();
    const { signal } = giveUp;
    const call = upstream.callTool(
      { name: "wait", arguments: { ms: 60_000 } },
      {
        signal,
      },
    );
    const waiting = upstream.callTool({ name: "echo" }, { signal });
    setTimeout(() => giveUp.abort(), 50);
    await assert.rejects(call, { failure: "cancelled" });
    await assert.rejects(waiting, { failure: "cancelled" });
    const { content } = await upstream.callTool({ name: "cancelled" });
    assert.equal(content![0].text, "1");
  }));

Deno.test("a server that hangs in a call is started anew for the next one", () => {
  const env = { ...key.env, GEO_BLOCK_MS: "60000" };
  const config = configOf(geo, { env, maxConcurrency: 1, timeoutMs: 200 });
  return withUpstream(config, async (upstream) => {
    await assert.rejects(
      upstream.callTool({ name: "get_multi_api", arguments: place }),
      { failure: "timeout" },
    );
    await until(() => upstream.status.restarts === 1);
    assert.equal(upstream.status.reason, undefined);
  });
});

Deno.test("every step of progress arrives, in order, before the result", () =>
  withUpstream(configOf(faulty()), async (upstream) => {
    const steps: unknown[] = [];
    await upstream.callTool({ name: "progress", arguments: { steps: 100 } }, {
      onProgress: ({ progress }) => void steps.push(progress),
    });
    assert.deepEqual(steps, Array.from({ length: 100 }, (_, at) => at + 1));
  }));

Deno.test("only the sole call under way is asked what the server asks", () =>
  withUpstream(configOf(faulty()), async (upstream) => {
    const ask = () =>
      Promise.resolve({ action: "accept", content: { 名前: "花子" } });
    const alone = await upstream.callTool({ name: "elicit" }, { ask });
    assert.match(textOf(alone), /"名前":"花子"/);
    const other = upstream.callTool({
      name: "echo",
      arguments: { text: "", ms: 500 },
    });
    const beside = await upstream.callTool({ name: "elicit" }, { ask });
    assert.match(textOf(beside), /several calls are under way/);
    await other;
  }, true));

Deno.test("a server is not told that it could ask where nobody can answer", () =>
  withUpstream(configOf(faulty()), async (upstream) => {
    const result = await upstream.callTool({ name: "elicit" });
    assert.match(textOf(result), /-32601/);
  }));

Deno.test("tools of all pages are listed, as far as they are allowed", async () => {
  const lists = { allow: ["echo", "level", "die"], deny: ["die"] };
  await withUpstream(configOf(faulty(), lists), async (upstream) => {
    const tools = await upstream.tools();
    assert.deepEqual(tools.map(({ name }) => name), ["echo", "level"]);
    for (const name of ["die", "big"]) {
      await assert.rejects(upstream.callTool({ name }), {
        failure: "refused",
        code: -32602,
        message: `geo has no tool ${name}`,
      });
    }
  });
});

Deno.test("no promise of structured content is passed on that the cap may break", async () => {
  for (const [maxResultChars, promised] of [[100, false], [0, true]] as const) {
    await withUpstream(configOf(faulty(), { maxResultChars }), async (it) => {
      const tools = await it.tools();
      const tool = tools.find(({ name }) => name === "structured")!;
      assert.equal(tool.outputSchema !== undefined, promised);
    });
  }
});

Deno.test("a child gets the usual variables, those that are named, and no others", async () => {
  Deno.env.set("DOCS_TEST_SECRET", "s3cret");
  Deno.env.set("DOCS_TEST_NAMED", "named");
  try {
    const environmentWith = async (passEnvironment: true | string[]) => {
      let variables: Record<string, string> = {};
      const config = configOf(faulty(), {
        env: { EXTRA: "more" },
        passEnvironment,
        maxResultChars: 0,
      });
      await withUpstream(config, async (upstream) => {
        variables = JSON.parse(
          textOf(await upstream.callTool({ name: "environment" })),
        );
      });
      return variables;
    };
    const few = await environmentWith(["DOCS_TEST_NAMED"]);
    assert.equal(few.PATH, Deno.env.get("PATH"));
    assert.equal(few.EXTRA, "more");
    assert.equal(few.DOCS_TEST_NAMED, "named");
    assert.equal(few.DOCS_TEST_SECRET, undefined);
    const all = await environmentWith(true);
    assert.equal(all.DOCS_TEST_SECRET, "s3cret");
  } finally {
    Deno.env.delete("DOCS_TEST_SECRET");
    Deno.env.delete("DOCS_TEST_NAMED");
  }
});

Deno.test("what a server has started ends with it, though it does not listen", async () => {
  let pid = 0, own = 0;
  await withUpstream(configOf(faulty("deaf")), async (upstream) => {
    pid = Number(textOf(await upstream.callTool({ name: "spawn" })));
    [own] = upstream.pids;
    assert.ok(lives(pid) && lives(own));
  });
  await until(() => !lives(pid) && !lives(own));
});

Deno.test("a server that never greets is not waited for longer than a call", async () => {
  const { log } = keptLog();
  const program = { command: "/bin/sh", args: ["-c", "cat >&2"] };
  const upstream = new Upstream(configOf(program, { timeoutMs: 50 }), log);
  const started = upstream.start();
  await upstream.connected();
  assert.equal(upstream.about, undefined);
  await upstream.close();
  await started;
});

Deno.test("a server that never greets can be closed at once", async () => {
  const { log } = keptLog();
  const silent = configOf({ command: "/bin/sh", args: ["-c", "cat >&2"] });
  const upstream = new Upstream(silent, log);
  const started = upstream.start();
  await until(() => upstream.status.state === "starting");
  await upstream.close();
  await started;
  assert.equal(upstream.status.state, "closed");
  assert.deepEqual(upstream.pids, []);
});

Deno.test("the message of an error and the text of a resource are cut as results are", () =>
  withUpstream(
    configOf(faulty(), { maxResultChars: 100 }),
    async (upstream) => {
      await assert.rejects(
        upstream.callTool({ name: "x".repeat(1_000_000), arguments: {} }),
        ({ message }: Error) => {
          assert.ok(message.length < 300, `${message.length}`);
          assert.ok(message.includes(TRUNCATED));
          return true;
        },
      );
      const uri = `test://${"y".repeat(5_000)}`;
      const { contents } = await upstream.request({
        ...{ method: "resources/read", params: { uri } },
      }) as unknown as { contents: { text: string }[] };
      assert.ok(contents[0].text.length < 300);
      assert.ok(contents[0].text.includes(TRUNCATED));
    },
  ));
