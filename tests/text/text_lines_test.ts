import assert from "node:assert/strict";
import { textLines } from "../../src/text/text_lines.ts";

async function lines(bytes: Uint8Array<ArrayBuffer>[]): Promise<string[]> {
  return await Array.fromAsync(textLines(ReadableStream.from(bytes)));
}

Deno.test("textLines() gives the same lines wherever the stream is cut (bug E2)", async () => {
  const bytes = new TextEncoder().encode(
    "\ufeff設定 ファイル\r\n\n検索🫢\nlast",
  );
  const expected = ["設定 ファイル", "", "検索🫢", "last"];
  for (let at = 0; at <= bytes.length; at++) {
    assert.deepEqual(
      await lines([bytes.slice(0, at), bytes.slice(at)]),
      expected,
    );
  }
  const single = [...bytes].map((byte) => new Uint8Array([byte]));
  assert.deepEqual(await lines(single), expected);
  assert.deepEqual(await lines([]), []);
});
