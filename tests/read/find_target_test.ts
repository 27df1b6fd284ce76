import assert from "node:assert/strict";
import {
  findTarget,
  nearestPaths,
  type TargetIndex,
} from "../../src/read/find_target.ts";
import type { DocumentRecord, SectionRecord } from "../../src/index/records.ts";

/** An index of documents that have these anchors. */
function fakeIndex(documents: Record<string, string[]>): TargetIndex {
  const paths = Object.keys(documents);
  const anchors = Object.values(documents);
  const starts = anchors.map((_, i) => anchors.slice(0, i).flat().length);
  return {
    path: "x.index",
    paths: () => new Map(paths.map((path, i) => [path, i])),
    findDocument: (path) => paths.indexOf(path),
    document: (i) =>
      ({
        path: paths[i],
        firstSection: starts[i],
        sectionCount: anchors[i].length,
      }) as DocumentRecord,
    section: (i) => ({ anchor: anchors.flat()[i] }) as SectionRecord,
  };
}

const message = (index: TargetIndex, given: string) => {
  try {
    findTarget(index, given);
  } catch (error) {
    const { message, next } = error as Error & { next: string };
    return `${message}\n${next}`;
  }
  return "found";
};

Deno.test("findTarget() prefers an exact path, then splits at the last #", () => {
  const index = fakeIndex({
    "a.md": ["", "x"],
    "a.md#x": ["y"],
    "c#/b.md": ["x#y", "x"],
  });
  assert.deepEqual(findTarget(index, "a.md#x"), { document: 1 });
  assert.deepEqual(findTarget(index, "a.md#x#y"), { document: 1, section: 2 });
  assert.deepEqual(findTarget(index, "a.md#"), { document: 0, section: 0 });
  assert.deepEqual(findTarget(index, "c#/b.md"), { document: 2 });
  assert.deepEqual(findTarget(index, "c#/b.md#x"), { document: 2, section: 4 });
});

Deno.test("findTarget() never returns a similar document (bug B6)", () => {
  const index = fakeIndex({
    "SYNTAX.md": [""],
    "a_b.md": [""],
    "axb.md": [""],
  });
  assert.match(
    message(index, "NTAX.md"),
    /^no document "NTAX\.md".*\nNearest: SYNTAX\.md$/,
  );
  assert.equal(findTarget(index, "a_b.md").document, 1);
  assert.match(message(index, "a%b.md"), /Nearest: /);
  assert.match(message(index, "syntax.md"), /Nearest: SYNTAX\.md/);
  assert.match(message(index, "zzzzzz.txt"), /docs list shows all paths/);
});

Deno.test("findTarget() accepts ./a.md, and a composed name for a decomposed one", () => {
  const decomposed = "ガイド.md".normalize("NFD");
  const index = fakeIndex({ "a.md": ["x"], [decomposed]: ["x"] });
  assert.equal(findTarget(index, "./a.md#x").document, 0);
  assert.equal(findTarget(index, "ガイド.md").document, 1);
  const both = fakeIndex({ [decomposed]: [], "ガイド.md": [] });
  assert.equal(findTarget(both, "ガイド.md").document, 1);
});

Deno.test("findTarget() lists the document's sections when the anchor is unknown", () => {
  const index = fakeIndex({ "a.md": ["install", "use"] });
  assert.equal(
    message(index, "a.md#instal"),
    'no section "instal" in a.md\nIts sections (headings of level 1 and 2): #install, #use',
  );
});

Deno.test("nearestPaths() finds a file by its name and by the end of its path", () => {
  const paths = ["guide/api/setup.md", "guide/steup.md", "other.md"];
  assert.deepEqual(nearestPaths(paths, "api/setup.md"), [
    "guide/api/setup.md",
    "guide/steup.md",
  ]);
});
