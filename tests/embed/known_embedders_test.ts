import { deepEqual, equal, ok, throws } from "node:assert/strict";
import {
  DEFAULT_EMBEDDER,
  knownEmbedders,
  openEmbedder,
  resolveEmbedder,
} from "../../src/embed/known_embedders.ts";
import type { Region } from "../../src/artifact/region.ts";
import { UserError } from "../../src/user_error.ts";
import { asset } from "./_assets.ts";

Deno.test("resolveEmbedder knows the bundled table by id, by short name and by default", () => {
  equal(resolveEmbedder(undefined), DEFAULT_EMBEDDER);
  equal(resolveEmbedder(""), DEFAULT_EMBEDDER);
  equal(resolveEmbedder("static-ja-en-256"), "static-ja-en-256");
  equal(resolveEmbedder(" Static-JA-en "), "static-ja-en-256");
  deepEqual(knownEmbedders(), ["static-ja-en-256", "static-ja-en"]);
});

Deno.test("resolveEmbedder names what it knows when the article's default model is asked for (B14)", () => {
  for (const name of ["intfloat/multilingual-e5-large", "toString"]) {
    throws(() => resolveEmbedder(name), (error) => {
      ok(error instanceof UserError);
      ok(error.message.includes(name));
      ok(error.next?.includes("static-ja-en-256"));
      return true;
    });
  }
});

Deno.test("openEmbedder opens the bundled table", async () => {
  const opened: Region[] = [];
  const embedder = await openEmbedder("static-ja-en", (file) => {
    opened.push(asset(file));
    return opened[opened.length - 1];
  });
  equal(embedder.id, "static-ja-en-256");
  equal(embedder.embedSync("hello").length, 256);
  opened.forEach((region) => region.close());
});
