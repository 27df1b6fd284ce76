import assert from "node:assert/strict";
import { resolveSettings } from "../../src/config/settings.ts";
import { ModelError } from "../../src/llm/chat_model.ts";
import { modelEndpoint } from "../../src/llm/model_endpoint.ts";
import { openChatModel } from "../../src/llm/open_chat_model.ts";
import { UserError } from "../../src/user_error.ts";

const endpoint = (name: string, variables: Record<string, string> = {}) => {
  const { url, ...others } = modelEndpoint(name, {
    get: (name) => variables[name],
  });
  return { ...others, url: url.href };
};

Deno.test("modelEndpoint takes a name without a prefix as Gemini's", () => {
  for (const name of ["gemini-flash-latest", "gemini:gemini-flash-latest"]) {
    assert.deepEqual(endpoint(name, { GEMINI_API_KEY: "k" }), {
      name,
      provider: "gemini",
      model: "gemini-flash-latest",
      url: "https://generativelanguage.googleapis.com/",
      key: "k",
    });
  }
});

Deno.test("modelEndpoint takes Gemini's key and address from the environment as Google's SDK does", () => {
  const { key, url } = endpoint("m", {
    GOOGLE_API_KEY: "other\n",
    GOOGLE_GEMINI_BASE_URL: "http://127.0.0.1:8080/gemini",
  });
  assert.equal(key, "other");
  assert.equal(url, "http://127.0.0.1:8080/gemini");
  assert.equal(
    endpoint("m", { GOOGLE_API_KEY: "b", GEMINI_API_KEY: "a" }).key,
    "a",
  );
});

Deno.test("modelEndpoint leads openai: to OpenAI, or to the server that is named, with or without a key", () => {
  assert.deepEqual(endpoint("openai:gpt-5", { OPENAI_API_KEY: "k" }), {
    name: "openai:gpt-5",
    provider: "openai",
    model: "gpt-5",
    url: "https://api.openai.com/v1",
    key: "k",
  });
  const own = endpoint("openai:org/model:v2", {
    OPENAI_BASE_URL: "http://127.0.0.1:8000/v1",
  });
  assert.equal(own.model, "org/model:v2");
  assert.equal(own.url, "http://127.0.0.1:8000/v1");
  assert.equal(own.key, undefined);
});

Deno.test("modelEndpoint reads OLLAMA_HOST as Ollama does, and never sends a key there", () => {
  const hosts = {
    "": "http://127.0.0.1:11434/v1",
    "box": "http://box:11434/v1",
    "box:80": "http://box/v1",
    "0.0.0.0": "http://127.0.0.1:11434/v1",
    "0.0.0.0:9000": "http://127.0.0.1:9000/v1",
    "http://box:8080/": "http://box:8080/v1",
    "https://box.example": "https://box.example/v1",
    "https://box.example/ollama/v1": "https://box.example/ollama/v1",
    "[::1]:11434": "http://[::1]:11434/v1",
  };
  for (const [OLLAMA_HOST, url] of Object.entries(hosts)) {
    const made = endpoint("ollama:qwen3:8b", {
      OLLAMA_HOST,
      OPENAI_API_KEY: "k",
    });
    assert.deepEqual(made, {
      name: "ollama:qwen3:8b",
      provider: "ollama",
      model: "qwen3:8b",
      url,
    });
  }
});

Deno.test("modelEndpoint says which key is missing", () => {
  const missing = (name: string, variables = {}) => {
    try {
      endpoint(name, variables);
    } catch (error) {
      assert.ok(error instanceof ModelError && error.kind === "key");
      return `${error.message} ${error.next}`;
    }
  };
  assert.match(missing("gemini-flash-latest")!, /Set GEMINI_API_KEY/);
  assert.match(missing("openai:gpt-5")!, /Set OPENAI_API_KEY/);
  const odd = missing("m", { GEMINI_API_KEY: "AIza\nsecret" })!;
  assert.match(odd, /GEMINI_API_KEY holds characters that no key has/);
  assert.ok(!odd.includes("secret"));
});

Deno.test("modelEndpoint refuses names and addresses that can be none", () => {
  for (
    const name of [
      "qwen3:8b",
      "anthropic:x",
      "openai:",
      ":x",
      "ollama: ",
      "a\nb",
    ]
  ) {
    assert.throws(
      () => endpoint(name, { OPENAI_API_KEY: "k", GEMINI_API_KEY: "k" }),
      { name: "UserError", message: /^LLM_MODEL is .* names no model$/ },
    );
  }
  for (const address of ["127.0.0.1:8000", "ftp://x", "http://a:s3cret@x/v1"]) {
    assert.throws(
      () => endpoint("openai:x", { OPENAI_BASE_URL: address }),
      (error: Error) =>
        error instanceof UserError && !error.message.includes("s3cret") &&
        error.message.startsWith("OPENAI_BASE_URL is not an address"),
    );
  }
});

Deno.test("openChatModel opens no model beyond this machine offline", async () => {
  const open = (variables: Record<string, string>) => {
    const env = {
      get: (name: string) =>
        ({ DOCS_OFFLINE: "1", GEMINI_API_KEY: "k", ...variables })[name],
    };
    return openChatModel(resolveSettings({ flags: {}, env, cwd: "/" }), env);
  };
  await assert.rejects(open({}), {
    name: "UserError",
    message:
      "offline is set, and the model gemini-flash-latest is on generativelanguage.googleapis.com",
  });
  await assert.rejects(open({ LLM_MODEL: "ollama:x", OLLAMA_HOST: "box" }));
  const here = await open({ LLM_MODEL: "ollama:x" });
  assert.equal(here.host, "127.0.0.1:11434");
  assert.equal(here.name, "ollama:x");
});

Deno.test("modelEndpoint refuses a name of Gemini's that would change the address", () => {
  for (const name of ["../x", "a?b", "a#b", "a b", "a&b", "日本語"]) {
    assert.throws(
      () => endpoint(name, { GEMINI_API_KEY: "k" }),
      (error) =>
        error instanceof UserError && /names no model/.test(error.message),
      name,
    );
  }
});
