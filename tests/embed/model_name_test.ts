import { deepEqual, equal, match, ok, throws } from "node:assert/strict";
import {
  DEFAULT_EMBEDDER,
  parseModelName,
} from "../../src/embed/model_name.ts";
import { UserError } from "../../src/user_error.ts";

const table = { kind: "static", id: DEFAULT_EMBEDDER };

function refusal(name: string): UserError {
  try {
    parseModelName(name);
  } catch (error) {
    ok(error instanceof UserError);
    return error;
  }
  throw new Error(`${name} was taken`);
}

Deno.test("parseModelName knows the bundled table by id, by short name and by default", () => {
  for (
    const name of [undefined, "", "static-ja-en-256", " Static-JA-en "]
  ) deepEqual(parseModelName(name), table);
});

Deno.test("parseModelName gives one id for all spellings of a URL and model", () => {
  for (
    const name of [
      "https://api.openai.com/v1#text-embedding-3-small",
      "https://api.openai.com/v1/#text-embedding-3-small",
      "https://API.openai.com/v1/embeddings#text-embedding-3-small",
      "https://api.openai.com:443/v1/embeddings/#text-embedding-3-small",
    ]
  ) {
    const model = parseModelName(name);
    ok(model.kind === "http");
    equal(model.id, "https://api.openai.com/v1#text-embedding-3-small");
    equal(model.url.href, "https://api.openai.com/v1");
    equal(model.model, "text-embedding-3-small");
    deepEqual(parseModelName(model.id), model);
  }
  const bare = parseModelName("http://localhost:8080#BAAI/bge-m3");
  ok(bare.kind === "http");
  equal(bare.id, "http://localhost:8080#BAAI/bge-m3");
});

Deno.test("parseModelName refuses a URL without a model and shows the correct form", () => {
  const { message, next } = refusal("http://localhost:11434/v1");
  match(message, /which model after #/);
  match(next!, /http:\/\/localhost:11434\/v1#bge-m3/);
});

Deno.test("parseModelName refuses a URL with a secret, and does not repeat it", () => {
  const { message } = refusal("https://me:s3cret@host/v1#m");
  match(message, /EMBEDDING_API_KEY/);
  ok(!message.includes("s3cret"));
  match(refusal("https://host/v1?key=1#m").message, /query/);
});

Deno.test("parseModelName distinguishes a folder from a repository of the hub", async () => {
  const cwd = await Deno.makeTempDir();
  await Deno.mkdir(`${cwd}/models/e5`, { recursive: true });
  deepEqual(parseModelName("/models/e5"), {
    kind: "folder",
    path: "/models/e5",
  });
  const folder = { kind: "folder", path: `${cwd}/models/e5` };
  deepEqual(parseModelName("./models/e5", cwd), folder);
  deepEqual(parseModelName("models/e5", cwd), folder);
  deepEqual(parseModelName("intfloat/multilingual-e5-large", cwd), {
    kind: "hub",
    repository: "intfloat/multilingual-e5-large",
  });
  await Deno.remove(cwd, { recursive: true });
});

Deno.test("parseModelName lists all accepted forms for an invalid name (B14)", () => {
  for (const name of ["text-embedding-3-small", "a/b/c", "toString"]) {
    const { message, next } = refusal(name);
    ok(message.includes(name));
    match(next!, /static-ja-en-256.*https:\/\/HOST\/v1#MODEL.*OWNER\/NAME/);
  }
  throws(() => parseModelName("ftp://host/v1#m"), UserError);
});
