import assert from "node:assert/strict";
import { PICTURE, recordTerminal } from "../../src/tasks/picture.ts";
import { shownLines, withoutEscapes } from "../../src/tasks/terminal_svg.ts";
import { DOCS } from "./program.ts";

Deno.test({
  name: "the README's picture shows what the program prints, but for times",
  // `script` of other systems has other flags.
  ignore: Deno.build.os !== "linux",
  async fn() {
    const shown = shownLines(Deno.readTextFileSync(PICTURE));
    const printed = await recordTerminal(DOCS);
    assert.deepEqual(
      shown.map(withoutTimes),
      printed.map((line) => withoutTimes(withoutEscapes(line))),
      "run: deno task picture",
    );
  },
});

/** The size of an index, too: it holds the name of the folder it was made of. */
function withoutTimes(line: string): string {
  return line.replace(/\b[\d.]+ s$/, "… s").replace(/\b[\d.]+ kB for/, "… for");
}
