import assert from "node:assert/strict";
import { join } from "node:path";
import { fileRegion } from "../../src/files/region.ts";
import { ExpansionSource } from "../../src/expansion/expansion_source.ts";
import { FolderQuestions } from "../../src/expansion/folder_questions.ts";
import { formatQuestionsFile } from "../../src/expansion/questions_file.ts";
import { sectionHash } from "../../src/expansion/section_hash.ts";
import { openIndex } from "../../src/index/open_index.ts";
import { build, open, withDocuments } from "./_small_index.ts";

const SECTION = "## server.port\n\nDefault `5173`.\n";
const FILES = {
  "a.md": `# Options\n\nOf the server.\n\n${SECTION}`,
  "b.md": "# Other\n\nOf something else.\n",
};
const ROW = {
  ...{ path: "a.md", anchor: "serverport", hash: sectionHash(SECTION) },
  ...{ model: "hand", terms: ["listening"] },
  questions: {
    ja: ["開発サーバーの待ち受け番号を変えたい"],
    en: ["address already in use"],
  },
};

async function withQuestions(
  test: (folder: string) => Promise<void> | void,
): Promise<void> {
  await withDocuments({
    ...FILES,
    "docs.questions.jsonl": formatQuestionsFile([ROW]),
  }, async (folder) => {
    const questions = new FolderQuestions(join(folder, "documents"));
    const summary = await build(folder, {
      expansions: new ExpansionSource(questions),
    });
    assert.equal(summary.documents, 2);
    assert.deepEqual(summary.expansion, {
      ...{ sections: 1, questions: 2, stale: 0, missing: 2 },
      hash: questions.hash,
    });
    await test(folder);
  });
}

Deno.test("the questions of a section are items of its own after all passages, and no text of any document", () =>
  withQuestions((folder) => {
    const index = open(folder);
    const { passages, sections } = index.info;
    const [section] = index.expansionSections;
    assert.equal(index.section(section).anchor, "serverport");
    assert.equal(index.sectionOf(passages), section);
    assert.equal(index.sectionOf(passages - 1), sections - 1);
    assert.equal(
      index.expansionText(section),
      "address already in use\n開発サーバーの待ち受け番号を変えたい\nlistening",
    );
    assert.equal(index.expansionText(sections - 1), "");
    // Only the questions have the word, and `postings` gives their number.
    const entry = index.term("listening")!;
    assert.deepEqual([entry.passages, entry.sections], [1, 0]);
    assert.equal(index.passageLengths.length, passages + 1);
    for (const [path, document] of index.paths()) {
      const { length } = index.document(document);
      assert.equal(
        index.text(document, 0, length),
        FILES[path as keyof typeof FILES],
      );
    }
    assert.equal(
      index.info.textBytes,
      new TextEncoder().encode(Object.values(FILES).join("")).length,
    );
    assert.ok(index.verify().every(({ ok }) => ok));
    index.close();
  }));

Deno.test("an index without questions holds neither items nor text of them", () =>
  withDocuments(FILES, async (folder) => {
    await build(folder);
    const index = open(folder);
    assert.equal(index.expansionSections.length, 0);
    assert.equal(index.expansionText(0), "");
    assert.equal(index.info.expansion, undefined);
    index.close();
  }));

Deno.test("an index of format 4, which has no questions, is read", () => {
  const path = join(import.meta.dirname!, "../fixtures/format_4.index");
  const index = openIndex(fileRegion(path), path);
  assert.equal(index.info.format, 4);
  assert.equal(index.expansionSections.length, 0);
  assert.equal(index.sectionOf(0), 0);
  assert.ok(index.verify().every(({ ok }) => ok));
  assert.deepEqual(
    index.nearest(new Float32Array(256).fill(1), 9, -1).map(([item]) => item)
      .toSorted(),
    Array.from({ length: index.info.passages }, (_, at) => at),
  );
  index.close();
});
