import assert from "node:assert/strict";
import {
  describeSettings,
  resolveSettings,
  type Settings,
} from "../../src/config/settings.ts";
import { environment } from "./_temporary_folder.ts";

function resolve(
  flags: Record<string, unknown>,
  variables: Record<string, string> = {},
  config: Record<string, unknown> = {},
): Settings {
  return resolveSettings({
    flags,
    env: environment(variables),
    cwd: "/here",
    config: {
      path: "/home/me/docs.config.json",
      folder: "/home/me",
      values: new Map(Object.entries(config)),
      where: () => "/home/me/docs.config.json:1:1",
    },
  });
}

Deno.test("resolveSettings() lets a flag win over the environment, that over the file, that over the default", () => {
  const origins = [
    resolve({ "min-score": 0.1 }, { MIN_SCORE: "0.2" }, { minScore: 0.3 }),
    resolve({}, { MIN_SCORE: "0.2" }, { minScore: 0.3 }),
    resolve({}, {}, { minScore: 0.3 }),
    resolve({}),
  ].map(({ minScore: { value, origin } }) => [value, origin]);
  assert.deepEqual(origins, [
    [0.1, "flag --min-score"],
    [0.2, "environment MIN_SCORE"],
    [0.3, "docs.config.json /home/me/docs.config.json"],
    [0.5, "default"],
  ]);
});

Deno.test("resolveSettings() accepts variables without DOCS_, such as EMBEDDING_MODEL; the DOCS_ name wins", () => {
  const variables = {
    VECTOR_STORE_PATH: "store",
    COLLECTION_NAME: "guide",
    EMBEDDING_MODEL: "m",
    TOP_K_RESULTS: "7",
    MIN_SCORE: "0.5",
    LOG_LEVEL: "debug",
  };
  const plain = resolve({}, variables);
  assert.equal(plain.vectorStorePath.value, "/here/store");
  assert.equal(plain.collectionName.value, "guide");
  assert.equal(plain.embeddingModel.value, "m");
  assert.equal(plain.topK.value, 7);
  assert.equal(plain.minScore.value, 0.5);
  assert.equal(plain.logLevel.value, "DEBUG");
  const both = resolve({}, {
    ...variables,
    DOCS_VECTOR_STORE_PATH: "/other",
    DOCS_COLLECTION_NAME: "g2",
    DOCS_EMBEDDING_MODEL: "m2",
    DOCS_TOP_K_RESULTS: "8",
    DOCS_MIN_SCORE: "0.6",
    DOCS_LOG_LEVEL: "warn",
  });
  assert.equal(both.vectorStorePath.value, "/other");
  assert.equal(both.collectionName.value, "g2");
  assert.equal(both.embeddingModel.value, "m2");
  assert.equal(both.topK.value, 8);
  assert.equal(both.topK.origin, "environment DOCS_TOP_K_RESULTS");
  assert.equal(both.minScore.value, 0.6);
  assert.equal(both.logLevel.value, "WARNING");
});

Deno.test("resolveSettings() takes an empty variable as not set", () => {
  const settings = resolve({}, { DOCS_MIN_SCORE: "", MIN_SCORE: "0.4" });
  assert.equal(settings.minScore.origin, "environment MIN_SCORE");
});

Deno.test("resolveSettings() resolves relative paths against the folder where they were written", () => {
  assert.equal(resolve({ index: "x.index" }).index.value, "/here/x.index");
  assert.equal(
    resolve({}, {}, { index: "x.index" }).index.value,
    "/home/me/x.index",
  );
  assert.deepEqual(resolve({}, {}, { sources: ["a", "/b"] }).sources.value, [
    "/home/me/a",
    "/b",
  ]);
});

Deno.test("resolveSettings() refuses an invalid value and names where it was set", () => {
  const wrong: [Parameters<typeof resolve>, RegExp][] = [
    [
      [{}, { TOP_K_RESULTS: "abc" }],
      /^TOP_K_RESULTS must be a whole number from 1 to 1000, not "abc"$/,
    ],
    [[{}, { TOP_K_RESULTS: "0" }], /^TOP_K_RESULTS must be/],
    [
      [{}, { MIN_SCORE: "2" }],
      /^MIN_SCORE must be a number from 0 to 1, not "2"$/,
    ],
    [[{}, { DOCS_MIN_SCORE: "-1" }], /^DOCS_MIN_SCORE must be/],
    [
      [{}, { LOG_LEVEL: "loud" }],
      /^LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR/,
    ],
    [
      [{}, { COLLECTION_NAME: "../x" }],
      /^COLLECTION_NAME must be a plain name/,
    ],
    [
      [{}, {}, { topK: "5" }],
      /docs\.config\.json:1:1: "topK" must be a whole number/,
    ],
    [[{ "url-base": "javascript:x" }], /^--url-base must be an address/],
    [
      [{ overlap: 300 }],
      /^an overlap of 300 \(flag --overlap\) is more than half/,
    ],
  ];
  for (const [inputs, message] of wrong) {
    assert.throws(() => resolve(...inputs), { name: "UserError", message });
  }
});

Deno.test("resolveSettings() reduces the default overlap for a small passage size", () => {
  assert.equal(resolve({}).overlap.value, 100);
  assert.equal(resolve({ "passage-size": 200 }).overlap.value, 40);
  assert.equal(resolve({ "passage-size": 2000 }).overlap.value, 100);
});

Deno.test("describeSettings() shows every setting with its origin", () => {
  const described = describeSettings(resolve({}, { NO_COLOR: "1" }));
  const shown = Object.fromEntries(described.map((one) => [one.name, one]));
  assert.equal(shown.color.value, false);
  assert.equal(shown.color.origin, "environment NO_COLOR");
  assert.equal(shown.topK.value, null);
  assert.equal(shown.topK.shown, "(5 for search)");
  assert.equal(shown.include.shown, "(none)");
  JSON.stringify(described);
});

Deno.test("an embedding model that begins with ./ is a path from where it was written, other names are not", () => {
  const model = (EMBEDDING_MODEL: string) =>
    resolve({}, { EMBEDDING_MODEL }).embeddingModel.value;
  assert.equal(model("./models/e5"), "/here/models/e5");
  assert.equal(model("../e5"), "/e5");
  for (
    const name of ["intfloat/e5", "http://host/v1#m", "/models/e5", ".e5/x"]
  ) assert.equal(model(name), name);
});

Deno.test("describeSettings() shows that a token is set, but not the token", () => {
  const settings = resolveSettings({
    flags: {},
    env: { get: (name) => name === "DOCS_TOKEN" ? "s3cret" : undefined },
    cwd: "/",
  });
  const token = describeSettings(settings).find((it) => it.name === "token")!;
  assert.equal(settings.token.value, "s3cret");
  assert.ok(!JSON.stringify(token).includes("s3cret"));
  assert.equal(token.shown, "(set)");
});

Deno.test("resolveSettings() does not show an invalid secret", () => {
  assert.throws(
    () => resolve({}, { DOCS_TOKEN: "s3cret\t" }),
    { message: "DOCS_TOKEN must be a text that is not empty" },
  );
});

Deno.test("resolveSettings() has the settings of models and of the cache, with their defaults", () => {
  const names = [
    ["llmModel", "LLM_MODEL", "gemini-flash-latest", "ollama:qwen3"],
    ["llmTemperature", "LLM_TEMPERATURE", 0.3, 1.5],
    ["llmMaxTokens", "LLM_MAX_TOKENS", 2048, 512],
    ["llmTimeout", "LLM_TIMEOUT", 60, 0.3],
    ["llmContextChars", "LLM_CONTEXT_CHARS", 30_000, 4_000],
    ["maxIterations", "LLM_MAX_ITERATIONS", 8, 3],
    ["cacheEnabled", "CACHE_ENABLED", true, false],
    ["cacheTtl", "CACHE_TTL", 3600, 60],
    ["cacheMaxSize", "CACHE_MAX_SIZE", 100, 5],
  ] as const;
  for (const [name, variable, fallback, other] of names) {
    assert.equal(resolve({})[name].value, fallback);
    const plain = resolve({}, { [variable]: String(other) });
    assert.equal(plain[name].value, other);
    const both = { [variable]: "wrong", [`DOCS_${variable}`]: String(other) };
    assert.equal(resolve({}, both)[name].value, other);
    assert.equal(resolve({}, {}, { [name]: other })[name].value, other);
  }
  assert.equal(resolve({ model: "m" }).llmModel.origin, "flag --model");
});

Deno.test("resolveSettings() refuses model settings outside their range", () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{ LLM_TEMPERATURE: "2.1" }, /a number from 0 to 2/],
    [{ LLM_TEMPERATURE: "-1" }, /a number from 0 to 2/],
    [{ LLM_MAX_TOKENS: "0" }, /a whole number from 1 to/],
    [{ LLM_TIMEOUT: "0" }, /a number from 0\.1 to/],
    [{ LLM_TIMEOUT: "1e3" }, /a number from 0\.1 to/],
    [{ CACHE_ENABLED: "maybe" }, /true or false/],
    [{ CACHE_TTL: "-1" }, /a whole number from 0 to/],
  ];
  for (const [variables, message] of wrong) {
    assert.throws(() => resolve({}, variables), { name: "UserError", message });
  }
});
