import assert from "node:assert/strict";
import { shownPassage } from "../../src/answer/shown_passage.ts";
import type { Hit } from "../../src/search/hit.ts";
import type { PackedIndex } from "../../src/index/packed_index.ts";
import { withLibrary } from "../mcp/_library.ts";

const LINES = "The flange is torqued.\nThe gasket is oiled.\n".repeat(40);

/** Every passage of a hit's section, as it is shown. */
function allShown(index: PackedIndex, hit: Hit): string[] {
  return index.passages(hit.section).map((passage, at) =>
    shownPassage(index, hit, {
      ...passage,
      passage: hit.firstPassage + at,
      text: index.text(hit.document, passage.start, passage.end),
    })
  );
}

Deno.test("shownPassage() opens and closes the fence that a passage stands in, and no other", () =>
  withLibrary(async ({ openIndex }) => {
    const open = openIndex();
    const { hits } = await (await open.searcher()).search("flange gasket", {
      ...{ k: 5, minScore: 0 },
    });
    for (const path of ["code.md", "rows"]) {
      const hit = hits.find((it) => it.path === path)!;
      const [first, second, ...rest] = allShown(open.index, hit);
      assert.ok(first.endsWith("oiled.\n~~~"), first);
      assert.ok(second.startsWith("~~~sh -x\nThe"), second);
      assert.ok(rest.at(-1)!.endsWith("\n~~~\n\nDone.\n"));
    }
    // The same lines, but as prose: its anchor occurs in the other file, too.
    const prose = hits.find(({ path }) => path === "prose.md")!;
    assert.equal(prose.anchor, "torque");
    for (const shown of allShown(open.index, prose)) {
      assert.ok(!shown.includes("~~~"), shown);
    }
    open.close();
  }, {
    "code.md": `# Torque\n\n~~~sh -x\n${LINES}~~~\n\nDone.\n`,
    "prose.md": `# Torque\n\n${LINES}\n\nDone.\n`,
    "rows.jsonl": JSON.stringify({
      id: "rows",
      format: "markdown",
      text: `# Torque\n\n~~~sh -x\n${LINES}~~~\n\nDone.\n`,
    }) + "\n",
  }));

Deno.test("shownPassage() shows a part by its place, though the passage says the same twice", () =>
  withLibrary(async ({ openIndex }) => {
    const open = openIndex();
    const { hits: [hit] } = await (await open.searcher()).search("pump", {
      ...{ k: 1, minScore: 0 },
    });
    const [passage] = hit.passages;
    const part = (start: number) => ({
      start: passage.start + start,
      end: passage.start + start + "pump on".length,
    });
    const { text } = passage;
    const shown = (at: number) =>
      shownPassage(open.index, hit, passage, part(at));
    assert.equal(shown(text.indexOf("pump on")), "pump on");
    assert.equal(
      shown(text.lastIndexOf("pump on")),
      "```sh\npump on\n```",
    );
    open.close();
  }, { "a.md": "# A\n\npump on\n\n```sh\npump on\npump off\n```\n" }));
