import assert from "node:assert/strict";
import { checkCitations } from "../../src/answer/citations/check_citations.ts";
import { gatherSections } from "../../src/answer/gather_sections.ts";
import type { Searcher } from "../../src/search/search.ts";
import { withLibrary } from "../mcp/_library.ts";
import { ANSWER, LONG_ROW, PARAGRAPHS, QUESTION } from "./_long_row.ts";

const LONG = Array.from(
  { length: 80 },
  (_, at) => `Paragraph ${at} of the manual says something of no interest.`,
).join("\n\n");

const DOCUMENTS = {
  "b.md":
    "# Engine\n\nThe engine is old.\n\n## Valve\n\nThe valve opens at 30 bar.\n\n## Pump\n\nThe pump feeds the valve.\n",
  "a.md": "# Valves\n\nValve types of the valve maker: the valve A.\n",
  "long.md":
    `# Manual\n\n${LONG}\n\nThe flange of the gasket is torqued to 12 Nm.\n\n${LONG}\n`,
};

/** Much markup between few lines of text. */
const PAGE = [
  "<!doctype html><html lang=en><head><title>Pump</title></head><body><main>",
  ...["<h1>Pump pressure</h1>", ...Array(9).fill("<br hidden>")],
  ...["<p", "  class=lead", "  id=first>", "The pump runs at 30 bar.</p>"],
  ...Array(20).fill("<script>let nothing;</script>"),
  ...["<p>", "", "The valve opens at 45 bar.", "</p>", "</main></body></html>"],
].join("\n");

function search(searcher: Searcher, query: string, k = 5) {
  return searcher.search(query, { k, minScore: 0 });
}

Deno.test("gatherSections() takes sections whole, those of one document together and in order", () =>
  withLibrary(async ({ openIndex }) => {
    const open = openIndex();
    const searcher = await open.searcher();
    const { hits } = await search(searcher, "valve pump");
    const found = hits.filter(({ path }) => path !== "long.md");
    const { sections, chars, shortened, omitted } = gatherSections(
      open.index,
      found,
      30_000,
    );
    assert.deepEqual(
      sections.map(({ number }) => number),
      found.map((_, at) => at + 1),
    );
    const documents = sections.map(({ path }) => path);
    assert.equal(documents[0], found[0].path, "the best document comes first");
    assert.equal(
      documents.filter((path, at) => path !== documents[at - 1]).length,
      new Set(documents).size,
      "documents are not torn apart",
    );
    const lines = sections.filter(({ path }) => path === "b.md")
      .map(({ startLine }) => startLine);
    assert.deepEqual(lines, lines.toSorted((a, b) => a - b));
    for (const { path, text } of sections) {
      assert.ok(DOCUMENTS[path as "a.md"].includes(text), "a slice");
    }
    assert.equal(
      chars,
      sections.reduce((sum, { text }) => sum + text.length, 0),
    );
    assert.deepEqual([shortened, omitted], [[], []]);
    open.close();
  }, DOCUMENTS));

Deno.test("gatherSections() takes of a long section what surrounds the passage that was found", () =>
  withLibrary(async ({ openIndex }) => {
    const open = openIndex();
    const searcher = await open.searcher();
    const { hits } = await search(searcher, "flange gasket torque", 1);
    const { sections: [part], chars, shortened } = gatherSections(
      open.index,
      hits,
      2_000,
    );
    assert.ok(chars <= 2_000 && chars > 1_000, `${chars}`);
    assert.match(part.text, /torqued to 12 Nm/);
    const whole = DOCUMENTS["long.md"];
    const start = whole.indexOf(part.text);
    assert.ok(start > 0, "a slice");
    assert.equal(part.startLine, whole.slice(0, start).split("\n").length);
    assert.deepEqual(shortened, ["long.md#manual"]);
    open.close();
  }, DOCUMENTS));

Deno.test("gatherSections() names what finds no room", () =>
  withLibrary(async ({ openIndex }) => {
    const open = openIndex();
    const searcher = await open.searcher();
    const { hits } = await search(searcher, "valve", 3);
    const { sections, omitted, chars } = gatherSections(open.index, hits, 60);
    assert.equal(sections.length + omitted.length, hits.length);
    assert.ok(omitted.length > 0);
    assert.ok(chars <= 60);
    open.close();
  }, DOCUMENTS));

Deno.test("gatherSections() takes no section that is but a heading", () =>
  withLibrary(async ({ openIndex }) => {
    const open = openIndex();
    const searcher = await open.searcher();
    const { hits } = await search(searcher, "travel expenses");
    assert.ok(hits.some(({ anchor }) => anchor === "travel-expenses"));
    const { sections } = gatherSections(open.index, hits, 30_000);
    assert.deepEqual(sections.map(({ number, anchor }) => [number, anchor]), [
      [1, "payment"],
    ]);
    const [title] = hits.filter(({ anchor }) => anchor === "travel-expenses");
    assert.deepEqual(
      gatherSections(open.index, [title], 30_000),
      { sections: [], hits: [], chars: 0, shortened: [], omitted: [] },
    );
    open.close();
  }, {
    "travel.md":
      "# Travel expenses\n\n## Payment\n\nTravel expenses are paid on the 25th.\n",
  }));

Deno.test("gatherSections() takes what surrounds the last of many passages that share one line and one length", () =>
  withLibrary(async ({ openIndex }) => {
    const open = openIndex();
    const { hits } = await search(await open.searcher(), QUESTION, 1);
    const [{ section, passages: [best] }] = hits;
    const all = open.index.passages(section);
    assert.equal(all.length, PARAGRAPHS);
    assert.equal(best.end, all.at(-1)!.end);
    assert.equal(new Set(all.map(({ startLine }) => startLine)).size, 1);
    const alike = all.filter(({ start, end }) =>
      end - start === best.end - best.start
    );
    assert.ok(alike.length > PARAGRAPHS / 2, `${alike.length}`);
    const { sections: [part], chars } = gatherSections(open.index, hits, 3_000);
    assert.ok(part.text.includes(ANSWER), part.text);
    assert.ok(chars > 2_000 && chars <= 3_000, `${chars}`);
    open.close();
  }, LONG_ROW));

/** A paragraph that is a passage of its own. */
const filled = (sentence: string) =>
  `${sentence} ${"And so on. ".repeat(36)}`.trim();
const TWICE = filled("The flange of the gasket is torqued to 12 Nm.");

Deno.test("gatherSections() tells passages of the same text apart", () =>
  withLibrary(async ({ openIndex }) => {
    const open = openIndex();
    const { hits: [hit] } = await search(
      await open.searcher(),
      "flange gasket torque",
      1,
    );
    const [one, other] = hit.passages.filter(({ text }) =>
      text.includes("12 Nm")
    );
    assert.equal(one.text, other.text);
    assert.notEqual(one.passage, other.passage);
    const around = (passage: typeof one) =>
      gatherSections(open.index, [{ ...hit, passages: [passage] }], 3_000)
        .sections[0].text;
    const [first, second] = one.start < other.start
      ? [one, other]
      : [other, one];
    assert.match(around(first), /Early/);
    assert.doesNotMatch(around(first), /Late/);
    assert.match(around(second), /Late/);
    assert.doesNotMatch(around(second), /Early/);
    open.close();
  }, {
    "rows.jsonl": JSON.stringify({
      id: "manual",
      format: "markdown",
      text: `# Manual\n\n${
        ["Early", "Late"].flatMap((when) => {
          const other = Array<string>(10).fill(filled(`${when} words.`));
          const between = filled("Between words.");
          return [...other, between, TWICE, between, ...other];
        }).join("\n\n")
      }`,
    }) + "\n",
  }));

Deno.test("gatherSections() gives each document its own section, though both have one anchor", () => {
  const documents = {
    "a.md": "# Pumps\n\n## Set-up\n\nThe pump is set up with a key.\n",
    "b.md":
      "# Valves\n\nOpen first.\n\n## Set-up\n\nThe valve is set up by hand.\n",
  };
  return withLibrary(async ({ openIndex }) => {
    const open = openIndex();
    const { hits } = await search(await open.searcher(), "set up", 2);
    const gathered = gatherSections(open.index, hits, 30_000);
    assert.deepEqual(gathered.hits.toSorted((a, b) => a.rank - b.rank), hits);
    assert.deepEqual(
      gathered.sections.map(({ id }) => id).toSorted(),
      ["a.md#set-up", "b.md#set-up"],
    );
    for (const { path, text } of gathered.sections) {
      assert.ok(documents[path as "a.md"].endsWith(text), text);
    }
    gathered.sections.forEach(({ id }, at) => {
      assert.equal(id, gathered.hits[at].id);
    });
    open.close();
  }, documents);
});

Deno.test("a citation names the lines of the page itself, however far apart its text stands there", () =>
  withLibrary(async ({ openIndex }) => {
    const open = openIndex();
    const { hits } = await search(await open.searcher(), "pump pressure", 1);
    const { sections } = gatherSections(open.index, hits, 30_000);
    const cite = (claim: string) => {
      const { claims } = checkCitations(`${claim} [1]`, sections, "en");
      const [{ citations: [citation] }] = claims;
      return [citation.start_line, citation.end_line, citation.quote];
    };
    const lines = PAGE.split("\n");
    for (
      const said of ["The pump runs at 30 bar.", "The valve opens at 45 bar."]
    ) {
      const line = lines.findIndex((it) => it.includes(said)) + 1;
      assert.deepEqual(cite(said), [line, line, said]);
    }
    open.close();
  }, { "pump.html": PAGE }));
