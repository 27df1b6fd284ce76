/**
 * Adds a format as a contributor would: a reader and a row. Nothing else knows of
 * it, and it is built, listed, searched and shown.
 *
 * @module
 */

import assert from "node:assert/strict";
import { openEmbedder } from "../../src/embed/known_embedders.ts";
import { openLateInteraction } from "../../src/embed/open_late_interaction.ts";
import type { BuildSummary } from "../../src/index/build_index.ts";
import type { PackedIndex } from "../../src/index/packed_index.ts";
import { listResources } from "../../src/mcp/resources.ts";
import { getText } from "../../src/read/get_text.ts";
import { listedDocument } from "../../src/read/list_documents.ts";
import { Searcher } from "../../src/search/search.ts";
import { Anchors } from "../../src/document/anchors.ts";
import type { Outline } from "../../src/document/outline.ts";
import type { FileFormat, ReadResult } from "../../src/source/reader.ts";
import { readers } from "../../src/source/readers.ts";
import { asset } from "../embed/_assets.ts";
import { build, open, withDocuments } from "../index/_small_index.ts";

/** First byte of a stack of cards, which is text in no encoding that is read. */
const MAGIC = 0xff;

/** A stack of cards: after the first byte, title and text of each end in NUL. */
function cards(...all: [title: string, text: string][]): Uint8Array {
  const body = all.flat().map((part) => `${part}\0`).join("");
  return Uint8Array.from([MAGIC, ...new TextEncoder().encode(body)]);
}

/** Reads the bytes: each card is a section, whose line is the card's number. */
async function* cardReader(bytes: Uint8Array): AsyncGenerator<ReadResult> {
  if (bytes[0] !== MAGIC) throw new Error("not a stack of cards");
  const parts = new TextDecoder().decode(bytes.subarray(1)).split("\0");
  const anchors = new Anchors();
  const outline: Outline = { headings: [], blocks: [] };
  const lines: number[] = [];
  let text = "";
  for (let card = 0; 2 * card + 1 < parts.length; card++) {
    const [title, body] = parts.slice(2 * card);
    let start = text.length;
    text += title;
    outline.headings.push({
      ...{ depth: 2, text: title, plain: title, nested: false },
      ...{ anchor: anchors.anchor(title), start, end: text.length },
    });
    start = (text += "\n\n").length;
    text += body;
    outline.blocks.push({ kind: "paragraph", start, end: text.length });
    text += "\n\n";
    lines.push(...Array(4).fill(card + 1));
  }
  yield {
    kind: "document",
    document: {
      ...{ text, bodyStart: 0, outline, warnings: [] },
      lineOf: Uint32Array.from(lines),
    },
  };
}

const row: FileFormat = {
  name: { en: "cards", ja: "カード" },
  extensions: [".cards"],
  mediaType: "application/x-cards",
  takes: "bytes",
  limit: 1_000,
  text: "extracted",
  cut: { outline: "cards" },
  about: { en: "a section a card", ja: "1枚が1つのセクション" },
  load: () => Promise.resolve(cardReader),
};

/** Builds files with the format in the table, and tests the index. */
const withIndex = (
  files: Record<string, string | Uint8Array>,
  added: FileFormat,
  test: (index: PackedIndex, summary: BuildSummary) => void | Promise<void>,
) =>
  withDocuments(files, async (folder) => {
    const summary = await build(folder, { readers: [...readers, added] });
    const index = open(folder);
    try {
      await test(index, summary);
    } finally {
      index.close();
    }
  });

const BIRDS = cards(
  ["Kingfisher", "It waits above the water and dives for small fish."],
  ["Woodpecker", "It drums on dry branches in early spring."],
);

Deno.test("a format of raw bytes is a reader and a row: built, listed, searched and shown", () =>
  withIndex(
    { "birds.cards": BIRDS, "a.md": "# A\n\nElse.\n" },
    row,
    async (index, summary) => {
      assert.deepEqual(summary.skipped, []);
      assert.equal(summary.documents, 2);
      const number = index.findDocument("birds.cards");
      assert.equal(index.document(number).format, "cards");
      assert.deepEqual(
        listedDocument(index, number, true).sections!
          .map(({ anchor, start_line, end_line }) => [
            ...[anchor, start_line, end_line],
          ]),
        [["kingfisher", 1, 1], ["woodpecker", 2, 2]],
      );

      const embedder = await openEmbedder(undefined, asset);
      const late = openLateInteraction(embedder, asset);
      const searcher = new Searcher(index, embedder, late);
      const { hits } = await searcher.search("drums on branches", {
        k: 1,
        minScore: 0,
      });
      assert.equal(hits[0].id, "birds.cards#woodpecker");

      const got = getText(index, "birds.cards#woodpecker");
      assert.equal(
        got.text,
        "Woodpecker\n\nIt drums on dry branches in early spring.\n\n",
      );
      assert.equal(got.start_line, 2);
      assert.equal(getText(index, "birds.cards").start_line, 1);
      const types = listResources(index, undefined).resources
        .map(({ name, mimeType }) => [name, mimeType]);
      assert.deepEqual(types, [
        ["a.md", "text/markdown"],
        ["birds.cards", "text/plain"],
      ]);
    },
  ));

Deno.test("a reader that gives Markdown is cut and shown as Markdown", () => {
  const load = () =>
    Promise.resolve(async function* (): AsyncGenerator<ReadResult> {
      const text = "# One\n\n```\n# code\n```\n\n# Two\n\nx\n";
      yield {
        kind: "document",
        document: { text, bodyStart: 0, warnings: [] },
      };
    });
  return withIndex(
    { "a.cards": "anything" },
    { ...row, cut: "markdown", load },
    (index) => {
      assert.equal(index.document(0).format, "markdown");
      const { sections } = listedDocument(index, 0, true);
      assert.deepEqual(sections!.map(({ anchor }) => anchor), ["one", "two"]);
      assert.equal(getText(index, "a.cards").start_line, 1);
    },
  );
});

Deno.test("what a reader throws, the limit of its row and a text of white space are skips", () =>
  withIndex(
    {
      "a.txt": "text",
      "blank.cards": cards([" ", "\n"]),
      "broken.cards": "no cards",
      "large.cards": cards(["Large", "x".repeat(1_000)]),
      "none.cards": "",
    },
    row,
    (_, { documents, skipped }) => {
      assert.equal(documents, 1);
      assert.deepEqual(
        skipped.map(({ path, reason }) => `${path}: ${reason}`),
        [
          "blank.cards: empty: only white space",
          "broken.cards: invalid: not a stack of cards",
          "large.cards: too_large: 1008 bytes, of at most 1000",
          "none.cards: empty: no bytes",
        ],
      );
    },
  ));

Deno.test("without its row a format is not read", () =>
  withDocuments({ "a.cards": BIRDS, "a.md": "x" }, async (folder) => {
    const { skipped } = await build(folder);
    assert.deepEqual(skipped, [{
      path: "a.cards",
      reason: "unsupported: .cards is not a format docs reads",
    }]);
  }));
