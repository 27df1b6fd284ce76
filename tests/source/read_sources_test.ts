import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashBytes } from "../../src/files/hash_bytes.ts";
import { listSourceFiles } from "../../src/source/list_source_files.ts";
import { readSources } from "../../src/source/read_sources.ts";
import { sourceFileHash } from "../../src/source/source_file_hash.ts";
import { unreadable } from "../../src/files/system_error.ts";
import { UserError } from "../../src/user_error.ts";
import { withFiles } from "./_temp_folder.ts";

const everything = { include: [], exclude: [], follow: false };

/** `kind path`, and the reason of a skip, in order. */
async function read(...sources: string[]): Promise<string[]> {
  const events: string[] = [];
  for await (const event of readSources(sources, everything)) {
    events.push(
      event.kind === "document"
        ? `document ${event.document.path}`
        : event.kind === "file"
        ? `file ${event.file.path}`
        : `skip ${event.skip.path}: ${event.skip.reason}`,
    );
  }
  return events;
}

Deno.test("readSources() yields documents, then their file, and skips in place", async () => {
  const files = {
    ...{ "a.md": "# A\n", "b.png": "x", "c.jsonl": '{"id":"r","text":"x"}\n' },
    ...{ "d.md": "", "e.txt": " \n\u3000", "f.md": "---\ntitle: T\n---\n\n" },
    ...{ "g.jsonl": "\n", "h.html": "<nav>x</nav>", "i.jsonl": "[]\n" },
  };
  await withFiles(files, async (folder) => {
    assert.deepEqual(await read(folder), [
      ...["document a.md", "file a.md"],
      "skip b.png: unsupported: .png is not a format docs reads",
      ...["document r", "file c.jsonl"],
      "skip d.md: empty: no bytes",
      "skip e.txt: empty: only white space",
      "skip f.md: empty: only front matter",
      "skip g.jsonl: empty: no rows",
      "skip h.html: empty: no text in the page",
      "skip i.jsonl:1: invalid: line 1: not a JSON object",
    ]);
  });
});

Deno.test("readSources() calls a file empty that says nothing", async () => {
  const files = {
    ...{ "a.md": "", "b.md": "\ufeff", "c.mdx": " \r\n\u3000", "d.html": "" },
    ...{ "e.md": "---\ntitle: T\n---", "f.txt": "\ufeff\n", "g.jsonl": "" },
  };
  await withFiles(files, async (folder) => {
    assert.deepEqual(await read(folder), [
      "skip a.md: empty: no bytes",
      "skip b.md: empty: only white space",
      "skip c.mdx: empty: only white space",
      "skip d.html: empty: no bytes",
      "skip e.md: empty: only front matter",
      "skip f.txt: empty: only white space",
      "skip g.jsonl: empty: no rows",
    ]);
  });
});

Deno.test("readSources() refuses a page that would not fit in memory", async () => {
  await withFiles({ "a.html": new Uint8Array(40e6) }, async (folder) => {
    assert.deepEqual(await read(folder), [
      "skip a.html: too_large: 40000000 bytes, of at most 33554432",
    ]);
  });
});

Deno.test("readSources() gives a path to the first that has it", async () => {
  const row = '{"id":"z.md","text":"x"}\n';
  const files = { "a.jsonl": row + row, "b.jsonl": row, "z.md": "# Z\n" };
  await withFiles(files, async (folder) => {
    assert.deepEqual(await read(folder), [
      "document z.md",
      'skip a.jsonl:2: duplicate: the id "z.md" is that of a.jsonl:1',
      "file a.jsonl",
      'skip b.jsonl:1: duplicate: the id "z.md" is that of a.jsonl:1',
      "skip z.md: duplicate: a.jsonl:1 has this path already",
    ]);
  });
});

Deno.test("readSources() goes on when a file vanishes meanwhile", async () => {
  await withFiles({ "a.md": "a", "b.md": "b", "c.md": "c" }, async (folder) => {
    const seen: string[] = [];
    for await (const event of readSources([folder], everything)) {
      rmSync(join(folder, "b.md"), { force: true });
      if (event.kind === "skip") seen.push(event.skip.reason);
      if (event.kind === "document") seen.push(event.document.path);
    }
    assert.deepEqual(seen, ["a.md", "unreadable: ENOENT no such file", "c.md"]);
  });
});

Deno.test("readSources() describes a file as it was read, not as it was listed", async () => {
  await withFiles({ "a.md": "a", "b.md": "b" }, async (folder) => {
    for await (const event of readSources([folder], everything)) {
      writeFileSync(join(folder, "b.md"), "longer");
      if (event.kind !== "file" || event.file.path !== "b.md") continue;
      assert.equal(event.file.size, 6);
      assert.equal(event.file.hash, sourceFileHash(join(folder, "b.md")));
    }
  });
});

Deno.test("readSources() keeps the file itself as a document's text", async () => {
  const text = "\ufeff---\r\ntitle: T\r\n---\r\n# か\u3099\r\n";
  await withFiles({ "a.md": text }, async (folder) => {
    for await (const event of readSources([folder], everything)) {
      if (event.kind !== "document") continue;
      const { document } = event;
      assert.equal(document.text, text);
      assert.equal(document.bodyStart, text.indexOf("#"));
      assert.equal(document.title, "T");
      assert.equal(document.hash, hashBytes(new TextEncoder().encode(text)));
      assert.equal(document.lineOf, undefined);
    }
  });
});

Deno.test("readSources() hashes JSON Lines by row and by file", async () => {
  const one = '{"id":"1","text":"x"}';
  const two = '{"id":"2","text":"y"}';
  await withFiles({ "a.jsonl": `${one}\r\n${two}` }, async (folder) => {
    const hashes: string[] = [];
    for await (const event of readSources([folder], everything)) {
      if (event.kind === "document") hashes.push(event.document.hash);
      if (event.kind === "file") hashes.push(event.file.hash);
    }
    assert.deepEqual(hashes, [
      hashBytes(new TextEncoder().encode(one)),
      hashBytes(new TextEncoder().encode(two)),
      sourceFileHash(join(folder, "a.jsonl")),
    ]);
  });
});

Deno.test("readSources() reads many megabytes of one file", async () => {
  const line = "この行は分量を稼ぐための文です。\n";
  const rows = Array.from(
    { length: 5000 },
    (_, i) => JSON.stringify({ id: `r${i}`, text: line.repeat(4) }),
  ).join("\n");
  const files = { "big.md": "# A\n" + line.repeat(40_000), "rows.jsonl": rows };
  await withFiles(files, async (folder) => {
    const events = await read(folder);
    assert.equal(events.length, 2 + 5000 + 1);
  });
});

Deno.test("readSources() refuses a missing source before anything else", async () => {
  await assert.rejects(
    readSources(["/nowhere/at/all"], everything).next(),
    UserError,
  );
});

Deno.test("listSourceFiles() lists what would be read", async () => {
  const files = { "a.md": "abc", "b.png": "x", "c.jsonl": "" };
  await withFiles(files, (folder) => {
    const listed = listSourceFiles([folder], everything);
    assert.deepEqual(
      listed.map(({ path, size }) => [path, size]),
      [["a.md", 3], ["c.jsonl", 0]],
    );
  });
});

Deno.test("unreadable() names the system's code without a path", () => {
  const error = Object.assign(new Error("EACCES: /secret"), { code: "EACCES" });
  assert.equal(unreadable(error), "unreadable: EACCES permission denied");
  const odd = Object.assign(new Error("x"), { code: "EXDEV" });
  assert.equal(unreadable(odd), "unreadable: EXDEV");
});
