import assert from "node:assert/strict";
import { TRUNCATED } from "../../src/upstream/cap_result.ts";
import { fixture } from "../_fixture.ts";
import { configOf, textOf, until } from "../upstream/_upstreams.ts";
import { ERAS, withProxy } from "./_proxied.ts";

const faulty = (...faults: string[]) =>
  fixture("faulty_upstream_server.ts", ...faults);
const text = (result: unknown) => textOf(result as never);

for (const era of ERAS) {
  Deno.test(`${era}: everything that a server offers passes`, () =>
    withProxy(configOf(faulty()), async ({ connect }) => {
      const client = await connect(era);
      assert.equal(client.getServerVersion()?.name, "fixture");
      assert.equal(client.getInstructions(), "指示: fixture");
      const { tools } = await client.listTools();
      assert.ok(tools.length > 10);
      const echo = { name: "echo", arguments: { text: "こんにちは🗾" } };
      assert.equal(text(await client.callTool(echo)), "こんにちは🗾");
      const { resources } = await client.listResources();
      assert.deepEqual(resources.map(({ uri }) => uri), ["test://one"]);
      const { resourceTemplates } = await client.listResourceTemplates();
      assert.equal(resourceTemplates[0].uriTemplate, "test://{x}");
      const { contents } = await client.readResource({ uri: "test://one" });
      assert.deepEqual(contents, [
        { uri: "test://one", text: "本文 test://one" },
      ]);
      const { prompts } = await client.listPrompts();
      assert.equal(prompts[0].name, "greet");
      const { messages } = await client.getPrompt({
        name: "greet",
        arguments: { who: "花子" },
      });
      assert.deepEqual(messages[0].content, {
        type: "text",
        text: "こんにちは 花子",
      });
      const { completion } = await client.complete({
        ref: { type: "ref/prompt", name: "greet" },
        argument: { name: "who", value: "花" },
      });
      assert.deepEqual(completion.values, ["花-done"]);
      await assert.rejects(
        client.callTool({ name: "nothing", arguments: {} }),
        /no tool nothing/,
      );
    }));

  Deno.test(`${era}: every step of progress passes, in order`, () =>
    withProxy(configOf(faulty()), async ({ connect }) => {
      const client = await connect(era);
      const steps: unknown[] = [];
      const call = { name: "progress", arguments: { steps: 20 } };
      const result = await client.callTool(call, {
        onprogress: ({ progress, message }) => steps.push([progress, message]),
      });
      assert.equal(text(result), "done");
      // The client itself loses those that come with the result.
      await new Promise((next) => setTimeout(next, 100));
      const all = Array.from(
        { length: 20 },
        (_, at) => [at + 1, `段階 ${at + 1}`],
      );
      assert.deepEqual(steps, all.slice(0, steps.length));
      assert.ok(steps.length >= 19, `${steps.length} steps`);
    }));

  Deno.test(`${era}: a call that is cancelled is cancelled in the server`, () =>
    withProxy(configOf(faulty()), async ({ connect }) => {
      const client = await connect(era);
      const giveUp = new AbortController();
      const call = client.callTool(
        { name: "wait", arguments: { ms: 60_000 } },
        {
          signal: giveUp.signal,
        },
      );
      setTimeout(() => giveUp.abort(), 200);
      await assert.rejects(call);
      const other = await connect(era);
      await untilCancelled(() => other.callTool({ name: "cancelled" }));
    }));

  Deno.test(`${era}: a client that goes away cancels its call in the server`, () =>
    withProxy(configOf(faulty()), async ({ base, connect, upstream }) => {
      const client = await connect(era);
      const giveUp = new AbortController();
      const params = { name: "wait", arguments: { ms: 60_000 } };
      const [body, headers] = rawCall(era, params, client);
      const gone = fetch(`${base}/mcp`, {
        method: "POST",
        body,
        headers,
        signal: giveUp.signal,
      });
      setTimeout(() => giveUp.abort(), 300);
      await assert.rejects(gone);
      await untilCancelled(() => client.callTool({ name: "cancelled" }));
      assert.equal(upstream.statistics.failures.cancelled, 1);
    }));

  Deno.test(`${era}: a client that can is asked what the server asks`, () =>
    withProxy(configOf(faulty()), async ({ connect }) => {
      const client = await connect(era, {
        elicitation: { form: {} },
        sampling: {},
      });
      client.setRequestHandler("elicitation/create", ({ params }) => {
        assert.equal(params.message, "お名前は？");
        return { action: "accept" as const, content: { 名前: "花子" } };
      });
      client.setRequestHandler("sampling/createMessage", ({ params }) => ({
        role: "assistant" as const,
        model: "test",
        content: {
          type: "text" as const,
          text: JSON.stringify(params.messages[0].content),
        },
      }));
      const told = await client.callTool({ name: "elicit" });
      assert.match(text(told), /"action":"accept".*花子/);
      const sampled = await client.callTool({
        name: "sample",
        arguments: { text: "問" },
      });
      assert.match(text(sampled), /assistant.*問/);
    }));

  Deno.test(`${era}: a client that cannot is not asked`, () =>
    withProxy(configOf(faulty()), async ({ connect }) => {
      const client = await connect(era);
      assert.match(text(await client.callTool({ name: "elicit" })), /-32601/);
    }));

  Deno.test(`${era}: changes and resources that are listened to are told`, () =>
    withProxy(configOf(faulty()), async ({ connect }) => {
      const client = await connect(era);
      const heard = new Set<string>();
      for (const kind of ["tools", "prompts", "resources"] as const) {
        const method = `notifications/${kind}/list_changed` as const;
        client.setNotificationHandler(method, () => void heard.add(kind));
      }
      client.setNotificationHandler(
        "notifications/resources/updated",
        ({ params }) => void heard.add(params.uri),
      );
      if (era === "2025-11-25") {
        await client.subscribeResource({ uri: "test://one" });
      } else {
        await client.listen({
          toolsListChanged: true,
          promptsListChanged: true,
          resourcesListChanged: true,
          resourceSubscriptions: ["test://one"],
        });
      }
      await until(() => client.transport !== undefined);
      await new Promise((next) => setTimeout(next, 200));
      await client.callTool({ name: "change" });
      await until(() => heard.size === 4);
    }));

  Deno.test(`${era}: arguments, results and errors are adapted`, () => {
    const config = configOf(fixture("geospatial_server.ts"), {
      env: { GEO_API_KEY: "k" },
      force: { save_file: false },
      drop: ["output_dir"],
      maxConcurrency: 1,
      errorWhen: [{ path: ["status"], equals: ["error"] }],
    });
    return withProxy(config, async ({ connect }) => {
      const client = await connect(era);
      const { tools } = await client.listTools();
      assert.equal("save_file" in tools[0].inputSchema.properties!, false);
      const call = (target_apis: number[]) =>
        client.callTool({
          name: "get_multi_api",
          arguments: { lat: 35, lon: 139, target_apis, save_file: true },
        });
      const cut = text(await call([1]));
      assert.equal(cut.indexOf(TRUNCATED), 15_001);
      const wrong = await call([]);
      assert.equal(wrong.isError, true);
    });
  });

  Deno.test(`${era}: a server that dies is an error at once, and there again`, () =>
    withProxy(configOf(faulty()), async ({ base, connect, upstream }) => {
      const client = await connect(era);
      await assert.rejects(
        client.callTool({ name: "die" }),
        /geo ended during this call: it ended with exit code 7/,
      );
      assert.equal(await status(`${base}/readyz`), 503);
      await until(() => upstream.status.state === "ready");
      assert.equal(await status(`${base}/readyz`), 200);
      const echo = { name: "echo", arguments: { text: "還" } };
      assert.equal(text(await client.callTool(echo)), "還");
    }));

  Deno.test(`${era}: fifty calls at once of five clients get their own answers`, () =>
    withProxy(configOf(faulty()), async ({ connect }) => {
      const clients = await Promise.all(
        Array.from({ length: 5 }, () => connect(era)),
      );
      await Promise.all(Array.from({ length: 50 }, async (_, at) => {
        const args = { text: `第${at}号`, ms: (at * 37) % 60 };
        const call = { name: "echo", arguments: args };
        assert.equal(text(await clients[at % 5].callTool(call)), args.text);
      }));
    }));
}

Deno.test("a session hears of the log what it wants, and the server is told", () =>
  withProxy(configOf(faulty()), async ({ connect }) => {
    const [loud, quiet] = [await connect(ERAS[0]), await connect(ERAS[0])];
    const heard: string[] = [];
    for (const [client, name] of [[loud, "loud"], [quiet, "quiet"]] as const) {
      client.setNotificationHandler(
        "notifications/message",
        ({ params }) => void heard.push(`${name} ${params.data}`),
      );
    }
    await quiet.setLoggingLevel("error");
    await loud.setLoggingLevel("info");
    assert.equal(text(await loud.callTool({ name: "level" })), "info");
    await new Promise((next) => setTimeout(next, 200));
    await loud.callTool({ name: "change" });
    await until(() => heard.length > 0);
    assert.deepEqual(heard, ["loud 変わりました"]);
  }));

Deno.test("a server that was started anew is told again who listens to what", () =>
  withProxy(configOf(faulty()), async ({ connect, upstream }) => {
    const client = await connect(ERAS[0]);
    let heard = 0;
    client.setNotificationHandler(
      "notifications/resources/updated",
      () => void heard++,
    );
    await client.subscribeResource({ uri: "test://one" });
    await client.setLoggingLevel("notice");
    await assert.rejects(client.callTool({ name: "die" }));
    await until(() => upstream.status.state === "ready");
    await new Promise((next) => setTimeout(next, 200));
    assert.equal(text(await client.callTool({ name: "level" })), "notice");
    await client.callTool({ name: "change" });
    await until(() => heard === 1);
  }));

Deno.test("figures are told as Prometheus reads them", () =>
  withProxy(configOf(faulty(), { maxResultChars: 100 }), async (it) => {
    const client = await it.connect(ERAS[0]);
    await client.callTool({ name: "big", arguments: { characters: 101 } });
    await assert.rejects(client.callTool({ name: "die" }));
    await until(() => it.upstream.status.restarts === 1);
    const text = await (await fetch(`${it.base}/metrics`)).text();
    const value = (name: string) =>
      Number(
        text.split("\n").find((line) => line.startsWith(`docs_proxy_${name} `))
          ?.split(" ").at(-1),
      );
    assert.equal(value('truncations_total{upstream="geo"}'), 1);
    assert.equal(value('restarts_total{upstream="geo"}'), 1);
    assert.equal(value('errors_total{upstream="geo",reason="crashed"}'), 1);
    assert.equal(value('up{upstream="geo"}'), 1);
    const count = value('call_duration_seconds_count{upstream="geo"}');
    const last = 'call_duration_seconds_bucket{upstream="geo",le="+Inf"}';
    assert.equal(value(last), count);
    for (const line of text.trim().split("\n")) {
      assert.match(
        line,
        /^# (?:HELP|TYPE) |^docs_proxy_\w+\{[^}]*\} [\d.e+-]+$/,
      );
    }
  }));

function rawCall(
  era: string,
  params: Record<string, unknown>,
  client: { transport?: { sessionId?: string } },
): [string, Record<string, string>] {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": era,
  };
  if (era === "2025-11-25") {
    headers["mcp-session-id"] = client.transport!.sessionId!;
  } else {
    headers["mcp-method"] = "tools/call";
    headers["mcp-name"] = String(params.name);
    params = {
      ...params,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": era,
        "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    };
  }
  const message = { jsonrpc: "2.0", id: 1_000, method: "tools/call", params };
  return [JSON.stringify(message), headers];
}

async function untilCancelled(ask: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; text(await ask()) !== "1"; tries++) {
    assert.ok(tries < 100, "the server was not told");
    await new Promise((next) => setTimeout(next, 20));
  }
}

async function status(url: string): Promise<number> {
  const reply = await fetch(url);
  await reply.body?.cancel();
  return reply.status;
}
