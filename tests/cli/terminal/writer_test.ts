import assert from "node:assert/strict";
import { ReaderGone, Writer } from "../../../src/cli/terminal/writer.ts";

Deno.test("Writer writes all of a text to a sink that takes little at a time", () => {
  const bytes: number[] = [];
  let calls = 0;
  const writer = new Writer({
    writeSync(part) {
      if (calls++ % 2 === 1) throw new Deno.errors.WouldBlock("full");
      bytes.push(...part.subarray(0, 2));
      return Math.min(2, part.length);
    },
    isTerminal: () => false,
  });
  writer.line("日本語のテキスト");
  assert.equal(
    new TextDecoder().decode(new Uint8Array(bytes)),
    "日本語のテキスト\n",
  );
});

Deno.test("Writer tells when the reader has gone or cannot be reached, and for stderr goes on", () => {
  const gone = new Deno.errors.BrokenPipe("gone");
  const closed = new Error("Input/output error (os error 5)");
  for (const error of [gone, closed]) {
    const sink = {
      writeSync(): number {
        throw error;
      },
      isTerminal: () => false,
    };
    assert.throws(
      () => new Writer(sink).write("x"),
      error === gone ? ReaderGone : /Input/,
    );
    new Writer(sink, true).write("x");
  }
});

Deno.test("Writer.json() is one line for programs and many on a terminal", () => {
  const written = (terminal: boolean) => {
    let text = "";
    new Writer({
      writeSync(bytes) {
        text += new TextDecoder().decode(bytes);
        return bytes.length;
      },
      isTerminal: () => terminal,
    }).json({ a: [1] });
    return text;
  };
  assert.equal(written(false), '{"a":[1]}\n');
  assert.equal(written(true), '{\n  "a": [\n    1\n  ]\n}\n');
});
