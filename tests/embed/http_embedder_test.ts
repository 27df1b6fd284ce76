import assert from "node:assert/strict";
import { HttpEmbedder } from "../../src/embed/http_embedder.ts";
import { UserError } from "../../src/user_error.ts";
import {
  FakeEmbeddingsServer,
  type Fault,
  vectorOf,
} from "../fixtures/fake_embeddings_server.ts";

const QUICK = { retries: 2, firstPause: 10, answerTime: 2000 };

function embedder(
  server: FakeEmbeddingsServer,
  options: Partial<ConstructorParameters<typeof HttpEmbedder>[0]> = {},
): HttpEmbedder {
  const model = options.model ?? "m";
  return new HttpEmbedder({
    id: `${server.url}#${model}`,
    url: new URL(server.url),
    model,
    patience: QUICK,
    ...options,
  });
}

function isUnit(vector: Float32Array): boolean {
  return Math.abs(Math.hypot(...vector) - 1) < 1e-5;
}

Deno.test("HttpEmbedder gives unit vectors in the order of the texts, whatever the order of the answer", async () => {
  await using server = new FakeEmbeddingsServer();
  const texts = Array.from({ length: 70 }, (_, i) => `text number ${i}`);
  const vectors = await embedder(server).embedPassages(texts);
  assert.deepEqual(server.seen.map(({ input }) => input.length), [32, 32, 6]);
  assert.equal(server.seen[0].path, "/v1/embeddings");
  vectors.forEach((vector, i) => {
    const plain = vectorOf(texts[i], 256);
    const length = Math.hypot(...plain);
    assert.ok(isUnit(vector));
    vector.forEach((value, k) =>
      assert.ok(Math.abs(value - plain[k] / length) < 1e-6)
    );
  });
});

Deno.test("HttpEmbedder puts the prefixes of the model's family before query and passage", async () => {
  await using server = new FakeEmbeddingsServer();
  const e5 = embedder(server, { model: "intfloat/multilingual-e5-large" });
  await e5.embedQuery("q");
  await e5.embedPassages(["p", " "]);
  assert.deepEqual(server.texts, ["query: q", "passage: p", "passage: -"]);
});

Deno.test("HttpEmbedder says once what is sent to which host, before it is sent", async () => {
  await using server = new FakeEmbeddingsServer();
  const said: [string, number][] = [];
  const it = embedder(server, {
    say: (sentence) => void said.push([sentence, server.seen.length]),
  });
  await it.embedPassages(["a"]);
  await it.embedPassages(["b"]);
  const { host } = new URL(server.url);
  assert.deepEqual(said, [[
    `sending passages to ${host}, to be embedded by m`,
    0,
  ]]);
});

Deno.test("HttpEmbedder retries after a rate limit, a server error, a lost connection and a timeout", async () => {
  const faults: Fault[] = [
    { status: 429 },
    { status: 500 },
    { status: 503 },
    "drop",
    "hang",
  ];
  for (const fault of faults) {
    await using server = new FakeEmbeddingsServer();
    server.faults.push(fault);
    const said: string[] = [];
    const it = embedder(server, {
      patience: { ...QUICK, answerTime: 300 },
      say: (sentence) => void said.push(sentence),
    });
    assert.ok(isUnit(await it.embedQuery("hello")), JSON.stringify(fault));
    assert.equal(server.seen.length, 2, JSON.stringify(fault));
    server.faults.push({ status: 429 });
    await it.embedQuery("hello again");
    assert.equal(said.length, 2, said.join("\n"));
    assert.match(said[1], /trying again/);
  }
});

Deno.test("HttpEmbedder waits as long as Retry-After says", async () => {
  await using server = new FakeEmbeddingsServer();
  server.faults.push({ status: 429, retryAfter: 1 });
  await embedder(server).embedQuery("hello");
  const [first, second] = server.seen;
  assert.ok(second.at - first.at > 950, `${second.at - first.at} ms`);
});

Deno.test("HttpEmbedder says in words what went wrong, and what to do", async () => {
  const cases: [Fault, RegExp, RegExp][] = [
    [
      { status: 401, message: "bad key" },
      /answered 401: bad key/,
      /EMBEDDING_API_KEY/,
    ],
    [
      { status: 404, message: "no m" },
      /answered 404: no m/,
      /name of the model/,
    ],
    [{ status: 413 }, /answered 413/, /--passage-size/],
    [
      { status: 400, message: "\u001b[31mtoo\nlong" },
      /answered 400: \[31mtoo long/,
      /embedding model/,
    ],
    ["too few", /0 vectors for 1 texts/, /OpenAI-compatible/],
    ["not json", /did not answer with JSON: <html>/, /OpenAI-compatible/],
    ["no vectors", /no list of vectors/, /OpenAI-compatible/],
  ];
  for (const [fault, what, next] of cases) {
    await using server = new FakeEmbeddingsServer();
    server.faults.push(fault);
    await assert.rejects(embedder(server).embedQuery("hello"), (error) => {
      assert.ok(error instanceof UserError);
      assert.match(error.message, what);
      assert.match(error.next!, next);
      return true;
    });
    assert.equal(server.seen.length, 1, "such a thing is not tried again");
  }
});

Deno.test("HttpEmbedder fails after its last retry, and when there is no server", async () => {
  await using server = new FakeEmbeddingsServer();
  for (let i = 0; i < 3; i++) server.faults.push({ status: 429 });
  const it = embedder(server);
  await assert.rejects(it.embedQuery("hello"), /answered 429/);
  assert.equal(server.seen.length, 3);
  const nobody = new HttpEmbedder({
    id: "http://127.0.0.1:9/v1#m",
    url: new URL("http://127.0.0.1:9/v1"),
    model: "m",
    patience: QUICK,
  });
  await assert.rejects(nobody.embedQuery("hello"), /cannot be reached/);
});

Deno.test("HttpEmbedder never shows the key, even when the server does", async () => {
  await using server = new FakeEmbeddingsServer({ key: "right" });
  const it = embedder(server, { key: "wr0ng-key" });
  await assert.rejects(it.embedQuery("hello"), (error) => {
    assert.ok(error instanceof UserError);
    assert.match(error.message, /401: no such key: Bearer …/);
    assert.ok(!`${error.message} ${error.next}`.includes("wr0ng-key"));
    return true;
  });
});

Deno.test("HttpEmbedder refuses vectors of another length than those of the index", async () => {
  await using server = new FakeEmbeddingsServer();
  const it = embedder(server, { dimensions: 1024 });
  await assert.rejects(
    it.embedQuery("hello"),
    /length 256; before, they had 1024/,
  );
});

Deno.test("HttpEmbedder stops at once when its signal is aborted", async () => {
  await using server = new FakeEmbeddingsServer();
  server.faults.push("hang");
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error("enough")), 100);
  const started = performance.now();
  await assert.rejects(
    embedder(server).embedPassages(["a"], stop.signal),
    /enough/,
  );
  assert.ok(performance.now() - started < 1500);
});

Deno.test("HttpEmbedder does not follow a redirect: what is sent goes to the named server or nowhere", async () => {
  await using other = new FakeEmbeddingsServer();
  await using server = new FakeEmbeddingsServer();
  for (let i = 0; i < 3; i++) {
    server.faults.push({ status: 307, location: `${other.url}/embeddings` });
  }
  await assert.rejects(
    embedder(server, { key: "secret" }).embedQuery("hello"),
    /cannot be reached: .*redirect/i,
  );
  assert.equal(other.seen.length, 0);
});
