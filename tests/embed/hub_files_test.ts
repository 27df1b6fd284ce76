import assert from "node:assert/strict";
import { HubFiles, hubRepository } from "../../src/embed/hub_files.ts";
import { UserError } from "../../src/user_error.ts";
import { FakeHub } from "../fixtures/fake_hub.ts";

async function inFolder(test: (folder: string) => Promise<void>) {
  const folder = await Deno.makeTempDir({ prefix: "docs-hub-" });
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function filesOf(
  hub: { endpoint: string },
  folder: string,
  options: Partial<ConstructorParameters<typeof HubFiles>[0]> = {},
) {
  return new HubFiles({
    repository: "o/m",
    folder,
    endpoint: hub.endpoint,
    offline: false,
    say: () => {},
    ...options,
  });
}

Deno.test("HubFiles fetches a file once, says so first, and keeps it", () =>
  inFolder(async (folder) => {
    await using hub = new FakeHub({ "o/m/a.json": "{}", "o/m/onnx/w": "w" });
    const said: string[] = [];
    const seen: [string, number, number][] = [];
    const files = filesOf(hub, folder, {
      say: (sentence) => void said.push(sentence),
      progress: (...at) => void seen.push(at),
    });
    assert.equal(await files.file("a.json"), `${folder}/a.json`);
    assert.equal(await files.file("onnx/w"), `${folder}/onnx/w`);
    assert.equal(await files.file("a.json"), `${folder}/a.json`);
    assert.equal(Deno.readTextFileSync(`${folder}/onnx/w`), "w");
    assert.deepEqual(hub.asked, [
      "/o/m/resolve/main/a.json",
      "/o/m/resolve/main/onnx/w",
    ]);
    assert.deepEqual(said, [
      `fetching the model o/m from ${
        new URL(hub.endpoint).host
      } into ${folder}`,
    ]);
    assert.deepEqual(seen, [["a.json", 2, 2], ["onnx/w", 1, 1]]);
  }));

Deno.test("HubFiles takes the first name that exists, local files before the repository's", () =>
  inFolder(async (folder) => {
    await using hub = new FakeHub({ "o/m/b": "b", "o/m/a": "a" });
    assert.equal(await filesOf(hub, folder).file("x", "b"), `${folder}/b`);
    assert.equal(await filesOf(hub, folder).file("a", "b"), `${folder}/b`);
    assert.equal(await filesOf(hub, folder).file("x", "y"), undefined);
  }));

Deno.test("HubFiles offline returns stored files and refuses to download others", () =>
  inFolder(async (folder) => {
    await using hub = new FakeHub({ "o/m/a": "a", "o/m/b": "b" });
    await filesOf(hub, folder).file("a");
    const files = filesOf(hub, folder, { offline: true });
    assert.equal(await files.file("a"), `${folder}/a`);
    await assert.rejects(files.file("b"), (error) => {
      assert.ok(error instanceof UserError);
      assert.match(error.message, /o\/m is not on this machine/);
      assert.match(error.next!, /DOCS_OFFLINE/);
      return true;
    });
    assert.equal(hub.asked.length, 1);
  }));

Deno.test("HubFiles leaves no file after an interrupted or refused download", () =>
  inFolder(async (folder) => {
    await using hub = new FakeHub({ "o/m/a": "a" });
    const broken = () =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new Uint8Array(5));
          },
          pull: (controller) => controller.error("gone"),
        }),
      );
    hub.faults.push(broken, new Response("no", { status: 401 }));
    const files = filesOf(hub, folder);
    await assert.rejects(files.file("a"));
    await assert.rejects(files.file("a"), /answered 401/);
    assert.deepEqual([...Deno.readDirSync(folder)], []);
    assert.equal(await files.file("a"), `${folder}/a`);
  }));

Deno.test("hubRepository maps repositories without 8-bit ONNX weights to converted ones", () => {
  assert.equal(
    hubRepository("intfloat/multilingual-e5-large"),
    "Xenova/multilingual-e5-large",
  );
  assert.equal(hubRepository("baai/BGE-M3"), "Xenova/bge-m3");
  assert.equal(hubRepository("owner/other"), "owner/other");
});
