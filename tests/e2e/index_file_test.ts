import assert from "node:assert/strict";
import { FORMAT_VERSION } from "../../src/index/layout.ts";
import type { SearchResultJson } from "../../src/search/hit_json.ts";
import {
  assertRefused,
  docs,
  docsJson,
  shell,
  spawnDocs,
  withGuide,
} from "./program.ts";

const search = ["search", "connection pool", "--index", "broken.index"];

Deno.test("docs refuses an index that is cut short, wherever", () =>
  withGuide(async (cwd) => {
    const whole = await Deno.readFile(`${cwd}/guide.index`);
    const lengths = [0, 1, 63, 64, 200, whole.length >> 1, whole.length - 1];
    for (const length of lengths) {
      await Deno.writeFile(`${cwd}/broken.index`, whole.subarray(0, length));
      assertRefused(await docs(search, { cwd }), /broken\.index/);
    }
  }));

Deno.test("docs notices a bit flipped anywhere in an index", () =>
  withGuide(async (cwd) => {
    const whole = await Deno.readFile(`${cwd}/guide.index`);
    const expected = await docsJson<SearchResultJson>([
      ...search.slice(0, 3),
      "guide.index",
    ], { cwd });
    const at = Array.from(
      { length: 16 },
      (_, i) => Math.floor((whole.length - 1) * i / 15),
    );
    for (const position of at) {
      const broken = whole.slice();
      broken[position] ^= 0x10;
      await Deno.writeFile(`${cwd}/broken.index`, broken);
      const status = await docs(["status", "--index", "broken.index"], { cwd });
      assert.equal(status.code, 2, `byte ${position} is not noticed`);
      // A search may not need that byte; then it answers as ever.
      const ended = await docs([...search, "--json"], { cwd });
      if (ended.code === 0) {
        assert.deepEqual(JSON.parse(ended.stdout).hits, expected.hits);
      } else {
        assertRefused(ended, /broken\.index/);
      }
    }
  }));

Deno.test("docs refuses an index of another version and says to build it again", () =>
  withGuide(async (cwd) => {
    const bytes = await Deno.readFile(`${cwd}/guide.index`);
    new DataView(bytes.buffer).setUint32(8, FORMAT_VERSION + 1, true);
    await Deno.writeFile(`${cwd}/broken.index`, bytes);
    assertRefused(await docs(search, { cwd }), /docs build/);
    await Deno.writeTextFile(
      `${cwd}/broken.index`,
      "not an index\n".repeat(99),
    );
    assertRefused(await docs(search, { cwd }), /not a docs index/);
  }));

Deno.test("docs search goes on with the old index while another is built over it", () =>
  withGuide(async (cwd) => {
    const child = spawnDocs(["search", "--stdin", "--index", "guide.index"], {
      cwd,
    });
    const writer = child.stdin.getWriter();
    const lines = child.stdout
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(lineStream())
      .getReader();
    const ask = async (query: string) => {
      await writer.write(new TextEncoder().encode(query + "\n"));
      return JSON.parse((await lines.read()).value!) as SearchResultJson;
    };
    assert.equal((await ask("backup")).hits[0].path, "pool.md");

    await Deno.writeTextFile(`${cwd}/guide/pool.md`, "# Fishing\n\nTrout.\n");
    const built = await docs(["build", "guide", "-o", "guide.index"], { cwd });
    assert.equal(built.code, 0, built.stderr);

    const old = await ask("every night and kept for thirty days");
    assert.match(old.hits[0].snippet, /thirty/);
    await writer.close();
    await lines.cancel();
    await child.stderr.cancel();
    assert.equal((await child.status).code, 0);
    const reopened = await docsJson<SearchResultJson>(
      ["search", "trout", "--index", "guide.index"],
      { cwd },
    );
    assert.equal(reopened.hits[0].title, "Fishing");
  }));

Deno.test("docs build that finds no room leaves the index that was there", {
  ignore: Deno.build.os === "windows",
}, () =>
  withGuide(async (cwd) => {
    const before = await Deno.readFile(`${cwd}/guide.index`);
    const names = () =>
      [...Deno.readDirSync(cwd)].map(({ name }) => name).sort();
    const there = names();
    const long = "Words that fill a page, one after another. ".repeat(20_000);
    await Deno.writeTextFile(`${cwd}/guide/long.md`, `# Long\n\n${long}`);
    // No file may grow beyond 64 blocks (32 or 64 KB, as the shell counts).
    const ended = await shell(
      `trap '' XFSZ; ulimit -f 64; "$DOCS" build guide -o guide.index`,
      { cwd },
    );
    assertRefused(ended, /guide\.index/);
    assert.deepEqual(await Deno.readFile(`${cwd}/guide.index`), before);
    assert.deepEqual(names(), there);
  }));

/** Splits text into lines. */
function lineStream(): TransformStream<string, string> {
  let rest = "";
  return new TransformStream({
    transform(text, controller) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines) controller.enqueue(line);
    },
  });
}
