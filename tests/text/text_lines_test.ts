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

Deno.test("textLines() keeps nothing of a line that is too long but tells both its ends", async () => {
  const long = "始" + "x".repeat(5_000) + "終";
  const bytes = new TextEncoder().encode(`one\n${long}\ntwo\n`);
  const step = 64;
  const chunks = Array.from(
    { length: Math.ceil(bytes.length / step) },
    (_, at) => bytes.slice(at * step, (at + 1) * step),
  );
  const told: string[] = [];
  const kept = await Array.fromAsync(
    textLines(ReadableStream.from(chunks), 1_000, (ends) => told.push(ends)),
  );
  assert.deepEqual(kept, ["one", "two"]);
  assert.equal(told.length, 1);
  assert.match(told[0], /^始x+終$/);
  assert.ok(told[0].length <= 600);
});
