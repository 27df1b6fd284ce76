import assert from "node:assert/strict";
import { ExpansionSource } from "../../src/expansion/expansion_source.ts";
import { FolderQuestions } from "../../src/expansion/folder_questions.ts";
import { formatQuestionsFile } from "../../src/expansion/questions_file.ts";
import { sectionHash } from "../../src/expansion/section_hash.ts";

const TEXT = "## Install\n\nRun it.\n";

function folder(hash: string): string {
  const path = Deno.makeTempDirSync();
  Deno.writeTextFileSync(
    `${path}/docs.questions.jsonl`,
    formatQuestionsFile([{
      ...{ path: "a.md", anchor: "install", hash, model: "hand" },
      questions: { ja: ["入れ方"], en: ["set it up", "get started"] },
      terms: ["setup"],
    }]),
  );
  return path;
}

Deno.test("the questions of a section are used while its text is the same, whatever its line ends", () => {
  const source = new ExpansionSource(
    new FolderQuestions(folder(sectionHash(TEXT))),
  );
  const section = { path: "a.md", anchor: "install" };
  const text = source.of({ ...section, text: TEXT });
  assert.deepEqual(
    source.of({ ...section, text: TEXT.replaceAll("\n", "\r\n") + "\r\n" }),
    text,
  );
  assert.equal(text, "set it up\nget started\n入れ方\nsetup");
  const { sections, questions, stale, missing } = source.counts();
  assert.deepEqual([sections, questions, stale, missing], [2, 6, 0, 0]);
});

Deno.test("the questions of a section with another text are stale and not used", () => {
  const source = new ExpansionSource(
    new FolderQuestions(folder(sectionHash(TEXT))),
  );
  const changed = TEXT.replace("Run", "Start");
  assert.deepEqual(
    source.of({ path: "a.md", anchor: "install", text: changed }),
    "",
  );
  assert.deepEqual(source.of({ path: "a.md", anchor: "use", text: "x" }), "");
  // A section without text needs none.
  assert.deepEqual(source.of({ path: "b.md", anchor: "", text: "\n" }), "");
  const { sections, stale, missing } = source.counts();
  assert.deepEqual([sections, stale, missing], [0, 1, 1]);
});

Deno.test("a folder without a questions file has no questions", () => {
  const questions = new FolderQuestions(Deno.makeTempDirSync());
  assert.equal(questions.hash, undefined);
  assert.equal(questions.rows.size, 0);
});
