import assert from "node:assert/strict";
import { assertRefused, docs, docsJson, withFiles } from "./program.ts";

const FILES = {
  "guide/a.md": "# A\n\nThe first page.\n",
  "guide/b.md": "# B\n\nThe second page.\n",
  "guide/c.txt": "The text.\n",
};
const FLAGS = [
  ...["--exclude", "b.md", "--url-base", "https://example.com/"],
  ...["--passage-size", "300", "--overlap", "50"],
];

interface Status {
  index: { info: { documents: number; settings: Record<string, unknown> } };
  files: { changed: string[]; new: string[]; deleted: string[] };
}

Deno.test("docs update builds an index again as it was built, and docs status names that command", () =>
  withFiles(FILES, async (cwd) => {
    await docs(["build", "guide", ...FLAGS], { cwd });
    const before = await docsJson<Status>(["status"], { cwd });
    Deno.writeTextFileSync(`${cwd}/guide/a.md`, "# A\n\nA changed page.\n");
    Deno.writeTextFileSync(`${cwd}/guide/d.md`, "# D\n\nA new page.\n");
    const stale = await docs(["status"], { cwd });
    assert.match(
      stale.stdout,
      /STALE: 1 changed, 1 new, 0 deleted; docs update brings/,
    );
    const updated = await docs(["update"], { cwd });
    assert.equal(updated.code, 0, updated.stderr);
    const after = await docsJson<Status>(["status"], { cwd });
    assert.deepEqual(after.index.info.settings, before.index.info.settings);
    assert.equal(after.index.info.documents, 3);
    assert.deepEqual(after.files.changed, []);
    assert.deepEqual(after.files.new, []);
    const found = await docs(["search", "second page"], { cwd });
    assert.ok(!found.stdout.includes("b.md"));
  }));

Deno.test("docs update updates the index that is named, as docs status writes it, and refuses without one", () =>
  withFiles(FILES, async (cwd) => {
    const index = `${cwd}/my site.index`;
    await docs(["build", "guide", "-o", index, ...FLAGS], { cwd });
    Deno.removeSync(`${cwd}/guide/c.txt`);
    const stale = await docs(["status", "--index", index], { cwd });
    const [, line] = /; docs (update --index .*) brings/.exec(stale.stdout)!;
    assert.ok(line.includes("my site.index"));
    const updated = await docs(["update", "--index", index], { cwd });
    assert.equal(updated.code, 0, updated.stderr);
    assert.match(updated.stdout, /^1 document,/);
    assertRefused(await docs(["update"], { cwd }), /no index file to update/);
    Deno.removeSync(`${cwd}/guide`, { recursive: true });
    const bytes = Deno.readFileSync(index);
    const gone = await docs(["update", "--index", index, "--json"], { cwd });
    assert.equal(gone.code, 2);
    assert.match(JSON.parse(gone.stdout).error.message, /does not exist/);
    assert.deepEqual(Deno.readFileSync(index), bytes);
  }));
