import assert from "node:assert/strict";
import {
  openEmbedder,
  openRecordedEmbedder,
} from "../../src/embed/known_embedders.ts";
import { folderFiles } from "../../src/embed/onnx_files.ts";
import { UserError } from "../../src/user_error.ts";
import { FakeHub } from "../fixtures/fake_hub.ts";
import { asset } from "./_assets.ts";
import { hasOnnxModel, ONNX_MODEL } from "./_onnx_model.ts";

const withModel = { ignore: !hasOnnxModel };

Deno.test(
  "OnnxEmbedder ranks the passage that answers a question first, across languages",
  withModel,
  async () => {
    const embedder = await openEmbedder(ONNX_MODEL, asset);
    assert.match(embedder.id, /^e5-small-ja-en-onnx@[0-9a-f]{12}$/);
    assert.equal(embedder.source, ONNX_MODEL);
    assert.equal(embedder.dimensions, 384);
    const passages = await embedder.embedPassages([
      "The configuration file is looked for from the current folder upward.",
      "The pool opens at most twenty connections to the database.",
      "A backup is taken every night and kept for thirty days.",
    ]);
    for (const vector of passages) {
      assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-5);
    }
    const questions = [
      "設定ファイルはどこで探しますか",
      "how many connections can be open at once?",
      "バックアップはいつまで残りますか",
    ];
    for (const [wanted, question] of questions.entries()) {
      const query = await embedder.embedQuery(question);
      const cosines = passages.map((vector) =>
        vector.reduce((sum, value, i) => sum + value * query[i], 0)
      );
      assert.equal(cosines.indexOf(Math.max(...cosines)), wanted, question);
    }
  },
);

Deno.test(
  "OnnxEmbedder gives a text the same vector in any batch, and truncates a text that is too long",
  withModel,
  async () => {
    const embedder = await openEmbedder(ONNX_MODEL, asset);
    const long = "とても長い文章です。".repeat(300);
    const [alone] = await embedder.embedPassages(["短い文"]);
    const [, beside] = await embedder.embedPassages([long, "短い文"]);
    assert.deepEqual(beside, alone);
    assert.deepEqual(
      await embedder.embedPassages([" "]),
      [new Float32Array(384)],
    );
  },
);

Deno.test(
  "openRecordedEmbedder accepts the model in another folder, and refuses another model",
  withModel,
  async () => {
    const { id } = await openEmbedder(ONNX_MODEL, asset);
    const moved = { id, source: "/not/there", dimensions: 384 };
    const found = await openRecordedEmbedder(moved, asset, {
      setting: ONNX_MODEL,
    });
    assert.equal(found.id, id);
    const other = { ...moved, id: "e5@0123456789ab", source: ONNX_MODEL };
    await assert.rejects(openRecordedEmbedder(other, asset, {}), (error) => {
      assert.ok(error instanceof UserError);
      assert.match(error.message, /built with the model e5@0123456789ab/);
      assert.match(error.next!, /EMBEDDING_MODEL/);
      return true;
    });
  },
);

Deno.test(
  "openEmbedder takes a model from the hub and keeps it for offline use",
  withModel,
  async () => {
    const files: Record<string, Uint8Array<ArrayBuffer>> = {};
    for (
      const name of [
        "config.json",
        "tokenizer.json",
        "tokenizer_config.json",
        "onnx/model_quantized.onnx",
      ]
    ) {
      files[`Xenova/multilingual-e5-large/${name}`] = Deno.readFileSync(
        `${ONNX_MODEL}/${name}`,
      );
    }
    const cache = await Deno.makeTempDir({ prefix: "docs-models-" });
    await using hub = new FakeHub(files);
    const variables: Record<string, string> = {
      HF_ENDPOINT: hub.endpoint,
      DOCS_CACHE_DIR: cache,
    };
    const env = { get: (name: string) => variables[name] };
    try {
      const name = "intfloat/multilingual-e5-large";
      const fetched = await openEmbedder(name, asset, { env });
      assert.match(fetched.id, /^Xenova\/multilingual-e5-large@/);
      assert.equal(fetched.source, name);
      const kept = await openEmbedder(name, asset, { env, offline: true });
      assert.equal(kept.id, fetched.id);
      assert.equal(hub.asked.length, 4);
    } finally {
      await Deno.remove(cache, { recursive: true });
    }
  },
);

Deno.test("folderFiles names the missing file", async () => {
  const folder = await Deno.makeTempDir({ prefix: "docs-model-" });
  const lacks = (file: RegExp) =>
    assert.rejects(folderFiles(folder), (error) => {
      assert.ok(error instanceof UserError);
      assert.match(error.message, file);
      return true;
    });
  try {
    await lacks(/does not contain config\.json/);
    await Deno.writeTextFile(`${folder}/config.json`, "{");
    await lacks(/config\.json cannot be read/);
    for (const name of ["config", "tokenizer", "tokenizer_config"]) {
      await Deno.writeTextFile(`${folder}/${name}.json`, "{}");
    }
    await lacks(/does not contain onnx\/model_quantized\.onnx/);
    await Deno.writeTextFile(`${folder}/model.onnx`, "not a model");
    await assert.rejects(
      openEmbedder(folder, asset),
      /config\.json names no hidden_size/,
    );
    await Deno.writeTextFile(`${folder}/config.json`, '{"hidden_size": 8}');
    await assert.rejects(openEmbedder(folder, asset), /cannot be run/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
