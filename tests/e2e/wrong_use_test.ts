import assert from "node:assert/strict";
import { assertRefused, docs, shell, withFiles, withGuide } from "./program.ts";

const unix = { ignore: Deno.build.os === "windows" };

Deno.test("docs refuses wrong use with a message and exit code 2", () =>
  withGuide(async (cwd) => {
    const cases: [string[], RegExp][] = [
      [["serach", "x"], /serach[^]*search/],
      [["build", "guide", "--glbo", "x"], /--glbo/],
      [["build", "missing"], /missing/],
      [["search", "x", "--index", "missing.index"], /missing\.index/],
      [["search", "", "--index", "guide.index"], /empty/],
      [["search", "  ", "--index", "guide.index"], /empty/],
      [["search", "--index", "guide.index"], /QUERY/],
      [["search", "x", "-k", "0"], /-k|top-k/],
      [["search", "x", "-k", "many"], /many/],
      [["search", "x", "--index", "guide"], /guide/],
      [["completions", "tcsh"], /tcsh/],
      [["get"], /PATH/],
    ];
    for (const [args, message] of cases) {
      assertRefused(await docs(args, { cwd }), message);
    }
  }));

Deno.test("docs build refuses a folder without documents and leaves the index", () =>
  withGuide(async (cwd) => {
    const before = await Deno.readFile(`${cwd}/guide.index`);
    await Deno.mkdir(`${cwd}/empty`);
    assertRefused(
      await docs(["build", "empty", "-o", "guide.index"], { cwd }),
      /empty/,
    );
    assert.deepEqual(await Deno.readFile(`${cwd}/guide.index`), before);
  }));

Deno.test("docs build skips what it cannot read, names each with its reason, and --strict refuses", () =>
  withFiles({
    "guide/a.md": "# A\n\nText that can be found.\n",
    "guide/binary.md": new Uint8Array([0, 1, 2, 0, 255, 254, 0, 9]),
    "guide/latin.md": new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x0a]),
  }, async (cwd) => {
    const args = ["build", "guide", "-o", "a.index"];
    const built = await docs([...args, "--json"], { cwd });
    assert.equal(built.code, 0, built.stderr);
    const { documents, skipped } = JSON.parse(built.stdout);
    assert.equal(documents, 1);
    assert.deepEqual(
      skipped.map((skip: { path: string }) => skip.path).sort(),
      ["binary.md", "latin.md"],
    );
    for (const { path, reason } of skipped) {
      assert.match(reason, /^(binary|encoding): ./);
      assert.ok(built.stderr.includes(path));
    }
    const strict = await docs([...args, "--strict"], { cwd });
    assert.equal(strict.code, 2);
    assert.match(strict.stderr, /binary\.md/);
  }));

Deno.test(
  "docs takes a reader that goes away for a good end",
  unix,
  () =>
    withGuide(async (cwd) => {
      const lines = [
        `"$DOCS" list --index guide.index`,
        `"$DOCS" search pool --json --index guide.index`,
        `"$DOCS" get pool.md --index guide.index`,
        `"$DOCS" completions bash`,
        `"$DOCS" --help`,
      ];
      for (const line of lines) {
        const ended = await shell(`{ ${line}; echo "code $?" >&2; } | true`, {
          cwd,
        });
        assert.equal(ended.stderr, "code 0\n", line);
      }
    }),
);

Deno.test("docs says so when its output cannot be written", {
  ignore: Deno.build.os !== "linux",
}, () =>
  withGuide(async (cwd) => {
    const ended = await shell(
      `"$DOCS" search pool --index guide.index >/dev/full`,
      { cwd },
    );
    assertRefused(ended, /space/i);
  }));
