import assert from "node:assert/strict";
import type { SearchResultJson } from "../../src/search/hit_json.ts";
import {
  assertRefused,
  CACHE,
  DOCS,
  docs,
  docsJson,
  shell,
  withFiles,
  withGuide,
} from "./program.ts";

Deno.test("docs build --executable makes a program that searches anywhere, without Deno", () =>
  withGuide(async (cwd) => {
    const made = await docs(["build", "guide", "--executable", "my docs"], {
      cwd,
    });
    assert.equal(made.code, 0, made.stderr);
    await withFiles({}, async (elsewhere) => {
      const program = `${elsewhere}/検索`;
      await Deno.rename(`${cwd}/my docs`, program);
      const { hits, index } = await docsJson<SearchResultJson>(
        ["search", "ログはどこに出る"],
        { cwd: elsewhere, program, env: { PATH: "/usr/bin:/bin" } },
      );
      assert.equal(hits[0].path, "setup.ja.md");
      assert.equal(index.documents, 3);
      assert.deepEqual([...Deno.readDirSync(elsewhere)].map((e) => e.name), [
        "検索",
      ]);
    });
  }));

Deno.test("docs build --executable makes one from the one it made", () =>
  withGuide(async (cwd) => {
    const first = `${cwd}/first`, second = `${cwd}/second`;
    const one = await docs(["build", "guide", "--executable", first], { cwd });
    assert.equal(one.code, 0, one.stderr);
    await withFiles(
      { "pages/fish.md": "# Fishing\n\nA trout is a fish.\n" },
      async (folder) => {
        const two = await docs(["build", "pages", "--executable", second], {
          cwd: folder,
          program: first,
        });
        assert.equal(two.code, 0, two.stderr);
      },
    );
    await withFiles({}, async (empty) => {
      const trout = await docsJson<SearchResultJson>(["search", "trout"], {
        cwd: empty,
        program: second,
      });
      assert.equal(trout.index.documents, 1);
      const pool = await docsJson<SearchResultJson>([
        "search",
        "connection pool",
      ], {
        cwd: empty,
        program: first,
      });
      assert.equal(pool.hits[0].path, "pool.md");
      // Replaced, not added: what the second carries is no larger.
      const size = (path: string) => Deno.statSync(path).size;
      assert.ok(size(second) <= size(first));
      const status = await docs(["status"], { cwd: empty, program: second });
      assert.equal(status.code, 0, status.stderr);
    });
  }));

Deno.test(
  "docs build --executable replaces a program that is there and keeps its mode bits, but no other file",
  {
    ignore: Deno.build.os === "windows",
  },
  () =>
    withGuide(async (cwd) => {
      const out = `${cwd}/out`;
      const build = () =>
        docs(["build", "guide", "--executable", out], { cwd });
      await Deno.writeTextFile(out, "something else");
      const refused = await build();
      assert.equal(refused.code, 2);
      assert.match(refused.stderr, /is not a program that docs made/);
      assert.equal(await Deno.readTextFile(out), "something else");
      await Deno.remove(out);
      assert.equal((await build()).code, 0);
      const umask = Deno.umask();
      assert.equal(
        Deno.statSync(out).mode! & 0o777,
        Deno.statSync(DOCS).mode! & 0o777 & ~umask,
      );
      await Deno.chmod(out, 0o750);
      const made = await build();
      assert.equal(made.code, 0, made.stderr);
      assert.equal(Deno.statSync(out).mode! & 0o777, 0o750);
      assert.equal((await docs(["version"], { program: out })).code, 0);
    }),
);

Deno.test("docs build --executable never writes onto the running program", {
  ignore: Deno.build.os === "windows",
}, () =>
  withGuide(async (cwd) => {
    const program = `${cwd}/program`;
    await Deno.copyFile(DOCS, program);
    await Deno.symlink(program, `${cwd}/link`);
    await Deno.link(program, `${cwd}/hard`);
    const before = Deno.statSync(program);
    for (const out of [program, "program", "./link", "hard"]) {
      const ended = await docs(["build", "guide", "--executable", out], {
        cwd,
        program,
      });
      assertRefused(ended, /running/);
    }
    assert.equal(Deno.statSync(program).ino, before.ino);
    assert.equal(Deno.statSync(program).size, before.size);
  }));

Deno.test(
  "docs build --executable refuses a folder, a place that is not there, and a full disk",
  {
    ignore: Deno.build.os === "windows",
  },
  () =>
    withGuide(async (cwd) => {
      const build = (out: string) =>
        docs(["build", "guide", "--executable", out], { cwd });
      assertRefused(await build("guide"), /guide is a folder/);
      assertRefused(await build("none/out"), /none/);
      // Four megabytes are room for the index, not for the program.
      await Deno.writeTextFile(`${cwd}/out`, "before");
      const full = await shell(
        `trap '' XFSZ; ulimit -f 8192; "$DOCS" build guide --executable out`,
        { cwd },
      );
      assertRefused(full, /out/);
      assert.equal(Deno.readTextFileSync(`${cwd}/out`), "before");
      const left = [...Deno.readDirSync(cwd)].map((entry) => entry.name);
      assert.deepEqual(left.filter((name) => name.endsWith(".tmp")), []);
    }),
);

Deno.test("docs starts with an empty environment", () =>
  withGuide(async (cwd) => {
    const ended = await docs(["version"], {
      cwd,
      env: { PATH: undefined, HOME: undefined, DOCS_CACHE_DIR: CACHE },
    });
    assert.equal(ended.code, 0, ended.stderr);
  }));
