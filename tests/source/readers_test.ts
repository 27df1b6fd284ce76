import assert from "node:assert/strict";
import { listResources } from "../../src/mcp/resources.ts";
import { readers } from "../../src/source/readers.ts";
import { build, open, withDocuments } from "../index/_small_index.ts";

Deno.test("an extension, in lower case with its dot, stands in one row of the table", () => {
  const extensions = readers.flatMap(({ extensions }) => extensions);
  assert.deepEqual(extensions, [...new Set(extensions)]);
  for (const extension of extensions) assert.match(extension, /^\.[a-z0-9]+$/);
});

Deno.test("every extension of the table is read, and MCP tells each document's media type", async () => {
  // A row, and text for all that read no rows.
  const files = Object.fromEntries(
    readers.flatMap(({ extensions }) => extensions)
      .map((it) => [`a${it}`, JSON.stringify({ id: `row${it}`, text: "one" })]),
  );
  await withDocuments(files, async (folder) => {
    const { skipped } = await build(folder);
    assert.deepEqual(skipped, []);
    const index = open(folder);
    const types = new Map(
      listResources(index, undefined).resources
        .map(({ name, mimeType }) => [name, mimeType]),
    );
    index.close();
    assert.equal(types.size, Object.keys(files).length);
    for (const { extensions, text, mediaType } of readers) {
      for (const extension of extensions) {
        const path = text === "rows" ? `row${extension}` : `a${extension}`;
        // What was taken out of a file is not what the file is.
        const expected = text === "file" ? mediaType : "text/plain";
        assert.equal(types.get(path), expected, path);
      }
    }
  });
});
