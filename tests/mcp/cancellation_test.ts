import assert from "node:assert/strict";
import { FakeEmbeddingsServer } from "../fixtures/fake_embeddings_server.ts";
import { rawServer, withLibrary } from "./_library.ts";

/** Waits until something is so; half a minute is for ever. */
async function until(isSo: () => boolean): Promise<void> {
  const started = performance.now();
  while (!isSo()) {
    assert.ok(performance.now() - started < 30_000, "it never came");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

for (
  const [method, params] of [
    ["tools/call", { name: "search_docs", arguments: { query: "a pool" } }],
    [
      "prompts/get",
      { name: "answer_with_citations", arguments: { question: "a pool" } },
    ],
  ] as const
) {
  Deno.test(`a cancelled ${method} ends the request to a slow embedder, and nothing more is told`, async () => {
    await using slow = new FakeEmbeddingsServer();
    await withLibrary(
      async ({ live }) => {
        const sent = slow.seen.length;
        slow.faults.push("hang");
        await using server = await rawServer(live);
        void server.ask(1, method, { ...params, _meta: { progressToken: 9 } });
        await until(() => slow.seen.length > sent);
        const before = server.messages.length;
        await server.notify("notifications/cancelled", { requestId: 1 });
        await until(() => slow.abandoned === 1);
        // Whatever the call still had to say would come before this.
        await server.ask(2, "tools/list");
        assert.deepEqual(server.messages.slice(before).map(({ id }) => id), [
          2,
        ]);
        // The next one is answered.
        const { result } = await server.ask(3, method, params);
        assert.ok(!result.isError, JSON.stringify(result));
      },
      undefined,
      `${slow.url}#m`,
    );
  });
}
