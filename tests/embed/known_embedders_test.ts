import { equal, match, ok, rejects } from "node:assert/strict";
import {
  openEmbedder,
  openRecordedEmbedder,
} from "../../src/embed/known_embedders.ts";
import { isLoopback } from "../../src/is_loopback.ts";
import type { Region } from "../../src/files/region.ts";
import { UserError } from "../../src/user_error.ts";
import { FakeEmbeddingsServer } from "../fixtures/fake_embeddings_server.ts";
import { asset } from "./_assets.ts";

const noAsset = () => {
  throw new Error("nothing of the program's own is needed");
};

const environment = (variables: Record<string, string>) => ({
  get: (name: string) => variables[name],
});

Deno.test("openEmbedder opens the bundled table", async () => {
  const opened: Region[] = [];
  const embedder = await openEmbedder("static-ja-en", (file) => {
    opened.push(asset(file));
    return opened[opened.length - 1];
  });
  equal(embedder.id, "static-ja-en-256.2");
  equal((await embedder.embedQuery("hello")).length, 256);
  opened.forEach((region) => region.close());
});

Deno.test("an index of an earlier edition of the bundled table is refused, since its vectors are others", async () => {
  await rejects(
    openRecordedEmbedder(
      { id: "static-ja-en-256", dimensions: 256 },
      asset,
      { env: environment({}), cwd: "/", offline: true, say() {} },
    ),
    (error) => {
      ok(error instanceof UserError);
      match(
        error.message,
        /static-ja-en-256, this program has static-ja-en-256\.2/,
      );
      match(error.next!, /docs build/);
      return true;
    },
  );
});

Deno.test("openEmbedder refuses a server elsewhere when offline, and takes one on this machine", async () => {
  const offline = { offline: true };
  await rejects(
    openEmbedder("https://models.example/v1#m", noAsset, offline),
    (error) => {
      ok(error instanceof UserError);
      match(error.message, /offline is set.*models\.example/);
      return true;
    },
  );
  await using server = new FakeEmbeddingsServer();
  const embedder = await openEmbedder(`${server.url}#m`, noAsset, offline);
  equal((await embedder.embedQuery("hello")).length, 256);
});

Deno.test("isLoopback takes only names of this machine", () => {
  const hosts: [string, boolean][] = [
    ["http://localhost:11434/v1", true],
    ["http://127.0.0.1/v1", true],
    ["http://127.9.9.9/v1", true],
    ["http://[::1]:80/v1", true],
    ["http://0x7f.1/v1", true], // which is 127.0.0.1
    ["http://localhost.example/v1", false],
    ["http://127.0.0.1.example/v1", false],
    ["http://10.0.0.1/v1", false],
  ];
  for (const [url, here] of hosts) {
    equal(isLoopback(new URL(url).hostname), here, url);
  }
});

Deno.test("the key goes to the server that EMBEDDING_MODEL names, not to one that an index names", async () => {
  await using server = new FakeEmbeddingsServer();
  const id = `${server.url}#m`;
  const env = environment({
    EMBEDDING_API_KEY: "secret",
    OPENAI_API_KEY: "other secret",
  });
  const recorded = { id, dimensions: 256 };
  const settings = [id, undefined, "https://models.example/v1#m"];
  for (const setting of settings) {
    const embedder = await openRecordedEmbedder(recorded, noAsset, {
      env,
      setting,
    });
    await embedder.embedQuery("hello");
  }
  const built = await openEmbedder(id, noAsset, { env });
  await built.embedQuery("hello");
  const keys = server.seen.map(({ authorization }) => authorization);
  equal(keys.join(), ["Bearer secret", null, null, "Bearer secret"].join());
});

Deno.test("openRecordedEmbedder says where the model was when its folder no longer exists", async () => {
  const recorded = {
    id: "e5@0123456789ab",
    source: "/not/there",
    dimensions: 384,
  };
  await rejects(openRecordedEmbedder(recorded, noAsset, {}), (error) => {
    ok(error instanceof UserError);
    match(
      error.message,
      /e5@0123456789ab in \/not\/there, which does not exist/,
    );
    match(error.next!, /Set EMBEDDING_MODEL to the folder/);
    return true;
  });
});
