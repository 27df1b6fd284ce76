import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../src/user_error.ts";
import {
  type SourceOptions,
  walkSources,
} from "../../src/source/walk_sources.ts";
import { withFiles } from "./_temp_folder.ts";

/** Making a link needs rights on Windows that few have. */
const links = { ignore: Deno.build.os === "windows" };

/** `path` of each file, `path: reason` of each skip, in order. */
function walk(
  sources: string | string[],
  options: Partial<SourceOptions> = {},
): string[] {
  const all = { include: [], exclude: [], follow: false, ...options };
  return walkSources([sources].flat(), all).map((walked) =>
    walked.kind === "file"
      ? walked.file.path
      : `${walked.skip.path}: ${walked.skip.reason}`
  );
}

Deno.test("walkSources() goes depth first, by code unit", async () => {
  const files = {
    "b.md": "",
    "a/z.md": "",
    "a.md": "",
    "Z.md": "",
    "あ.md": "",
  };
  await withFiles(files, (folder) => {
    assert.deepEqual(
      walk(folder),
      ["Z.md", "a/z.md", "a.md", "b.md", "あ.md"],
    );
  });
});

Deno.test("walkSources() passes over what nobody means", async () => {
  const files = {
    ...{ "a.md": "", ".hidden.md": "", ".git/x.md": "", "docs.json": "{}" },
    ...{
      "node_modules/p/README.md": "",
      "old.index": "",
      "old.index.vectors": "",
      "x/docs.json": "",
    },
  };
  await withFiles(files, (folder) => {
    assert.deepEqual(walk(folder), [
      "a.md",
      "x/docs.json: unsupported: .json is not a format docs reads",
    ]);
  });
});

Deno.test("walkSources() names every file that is no format it knows", async () => {
  await withFiles({ "a.PNG": "", Makefile: "", "c.md": "" }, (folder) => {
    assert.deepEqual(walk(folder), [
      "Makefile: unsupported: a name without extension is not a format docs reads",
      "a.PNG: unsupported: .png is not a format docs reads",
      "c.md",
    ]);
  });
});

Deno.test("walkSources() gives size and whole milliseconds", async () => {
  await withFiles({ "a.md": "日本" }, (folder) => {
    const options = { include: [], exclude: [], follow: false };
    const [walked] = walkSources([folder], options);
    assert.ok(walked.kind === "file");
    assert.equal(walked.file.size, 6);
    assert.ok(Number.isInteger(walked.file.mtime));
    assert.ok(Math.abs(Date.now() - walked.file.mtime) < 60_000);
  });
});

Deno.test("walkSources() keeps odd names exact", {
  ignore: Deno.build.os === "windows",
}, async () => {
  const deep = Array.from({ length: 40 }, (_, i) => `層${i}`).join("/");
  const nfd = "か\u3099.md";
  const names = [
    ...["UPPER.MD", `${deep}/deep.md`, nfd, "my guide (v2).md", "🚀📦.md"],
    ...["two\nlines.md", 'quote".md', "back\\slash.md", "NTAX.md", "SYNTAX.md"],
  ];
  const files = Object.fromEntries(names.map((name) => [name, "x"]));
  await withFiles(files, (folder) => {
    assert.deepEqual(new Set(walk(folder)), new Set(names));
  });
});

Deno.test("walkSources() includes and excludes by globs from the root", async () => {
  const files = { "a.md": "", "x/b.md": "", "x/c.txt": "", "y/d.md": "" };
  await withFiles(files, (folder) => {
    const sources = [
      join(folder, "x"),
      join(folder, "y"),
      join(folder, "a.md"),
    ];
    assert.deepEqual(walk(sources, { include: ["x"] }), [
      ...["a.md", "x/b.md", "x/c.txt"],
    ]);
    assert.deepEqual(walk(folder, { include: ["*.md"], exclude: ["x"] }), [
      ...["a.md", "y/d.md"],
    ]);
    assert.deepEqual(walk(folder, { exclude: ["b.md,*.txt"] }), [
      ...["a.md", "y/d.md"],
    ]);
  });
});

Deno.test("walkSources() lists a named file whatever leaves it out", async () => {
  const files = { ".git/HEAD": "", ".gitignore": "a.md\n", "a.md": "" };
  await withFiles({ ...files, ".b.md": "", "c.md": "" }, (folder) => {
    assert.deepEqual(walk(folder), ["c.md"]);
    const named = [folder, join(folder, "a.md"), join(folder, ".b.md")];
    assert.deepEqual(walk(named, { exclude: ["a.md"] }), [
      ...[".b.md", "a.md", "c.md"],
    ]);
  });
});

Deno.test("walkSources() lists a file once in sources that overlap", async () => {
  await withFiles({ "x/a.md": "", "x/b.png": "" }, (folder) => {
    const file = join(folder, "x", "a.md");
    assert.deepEqual(walk([join(folder, "x"), folder, file]), [
      "x/a.md",
      "x/b.png: unsupported: .png is not a format docs reads",
    ]);
  });
});

Deno.test(
  "walkSources() stays inside the root unless told to follow",
  links,
  async () => {
    await withFiles({ "out/s.md": "", "in/a.md": "" }, (folder) => {
      symlinkSync("../out/s.md", join(folder, "in", "s.md"));
      symlinkSync("../out", join(folder, "in", "sub"));
      const root = join(folder, "in");
      assert.deepEqual(walk(root), [
        "a.md",
        "s.md: outside: links to ../out/s.md",
        "sub: outside: links to ../out",
      ]);
      // The file is reached by two ways and listed once.
      assert.deepEqual(walk(root, { follow: true }), ["a.md", "s.md"]);
    });
  },
);

Deno.test("walkSources() names a broken link and goes on", links, async () => {
  await withFiles({ "b.md": "" }, (folder) => {
    symlinkSync("nowhere/missing.md", join(folder, "a.md"));
    assert.deepEqual(walk(folder), [
      "a.md: broken_link: nowhere/missing.md does not exist",
      "b.md",
    ]);
  });
});

Deno.test("walkSources() ends at links that loop", links, async () => {
  await withFiles({ "a/real.md": "" }, (folder) => {
    symlinkSync("..", join(folder, "a", "back"));
    symlinkSync(".", join(folder, "loop"));
    symlinkSync("two", join(folder, "one"));
    symlinkSync("one", join(folder, "two"));
    const loops = "link_loop: links that lead back to each other";
    const expected = [
      "a/back: link_loop: .. is a folder it is in",
      "a/real.md",
      "loop: link_loop: . is a folder it is in",
      `one: ${loops}`,
      `two: ${loops}`,
    ];
    assert.deepEqual(walk(folder), expected);
    assert.deepEqual(walk(folder, { follow: true }), expected);
  });
});

Deno.test(
  "walkSources() ends at a loop by way of another folder",
  links,
  async () => {
    await withFiles({ "in/a.md": "", "out/b.md": "" }, (folder) => {
      symlinkSync("../out", join(folder, "in", "ext"));
      symlinkSync("../in", join(folder, "out", "back"));
      assert.deepEqual(walk(join(folder, "in"), { follow: true }), [
        "a.md",
        "ext/b.md",
        "ext/back: link_loop: ../in is a folder it is in",
      ]);
    });
  },
);

Deno.test(
  "walkSources() prefers a file to a link to it, wherever they are",
  links,
  async () => {
    await withFiles({ "z/real.md": "", "z/more/x.md": "" }, (folder) => {
      symlinkSync("z/real.md", join(folder, "a.md"));
      symlinkSync("z/more", join(folder, "b"));
      assert.deepEqual(walk(folder), ["z/more/x.md", "z/real.md"]);
    });
  },
);

Deno.test(
  "walkSources() follows a link to what is not listed by itself",
  links,
  async () => {
    await withFiles({ ".shared/x.md": "", "a.md": "" }, (folder) => {
      symlinkSync("../.shared", mkdir(join(folder, "sub"), "shared"));
      symlinkSync(".shared/x.md", join(folder, "x.md"));
      assert.deepEqual(walk(folder), ["a.md", "sub/shared/x.md"].sort());
    });
  },
);

/** Makes a folder and names an entry of it. */
function mkdir(folder: string, name: string): string {
  mkdirSync(folder);
  return join(folder, name);
}

Deno.test(
  "walkSources() follows a source that is itself a link",
  links,
  async () => {
    await withFiles({ "real/a.md": "", "b.md": "" }, (folder) => {
      symlinkSync("real", join(folder, "link"));
      symlinkSync("b.md", join(folder, "c.md"));
      assert.deepEqual(walk(join(folder, "link")), ["a.md"]);
      assert.deepEqual(walk(join(folder, "c.md")), ["c.md"]);
    });
  },
);

Deno.test("walkSources() does not open a named pipe", {
  ignore: Deno.build.os === "windows",
}, async () => {
  await withFiles({ "a.md": "" }, (folder) => {
    execFileSync("mkfifo", [join(folder, "pipe.md")]);
    symlinkSync("pipe.md", join(folder, "zlink.md"));
    const pipe = "unsupported: a named pipe is not a file to read";
    assert.deepEqual(walk(folder), [
      "a.md",
      `pipe.md: ${pipe}`,
      `zlink.md: ${pipe}`,
    ]);
  });
});

Deno.test("walkSources() takes a folder with a file's name for a folder", async () => {
  await withFiles({ "a.md/b.md": "" }, (folder) => {
    assert.deepEqual(walk(folder), ["a.md/b.md"]);
  });
});

Deno.test("walkSources() refuses a missing source", () => {
  assert.throws(() => walk("/nowhere/at/all"), UserError);
});

Deno.test("walkSources() goes on at a name that is no Unicode", {
  ignore: Deno.build.os !== "linux",
}, async () => {
  await withFiles({ "a.md": "" }, (folder) => {
    const script = "touch \"$(printf 'bad\\377.md')\"";
    execFileSync("sh", ["-c", script], { cwd: folder });
    const [first, ...rest] = walk(folder);
    assert.equal(first, "a.md");
    // Deno before 2.9 does not list such a name at all.
    for (const skip of rest) {
      assert.equal(
        skip,
        "bad\ufffd.md: invalid: the file name is not valid Unicode",
      );
    }
  });
});
