import assert from "node:assert/strict";
import { globMatcher } from "../../src/source/glob_matcher.ts";
import { UserError } from "../../src/user_error.ts";

function matched(globs: string[], paths: string[]): string[] {
  return paths.filter(globMatcher(globs)!);
}

Deno.test("globMatcher() takes a comma for the end of a glob", () => {
  const paths = ["a.md", "b.md", "x/c.txt", "d.html"];
  assert.deepEqual(matched(["a.md,*.txt"], paths), ["a.md", "x/c.txt"]);
  assert.deepEqual(matched(["{a,b}.md"], paths), ["a.md", "b.md"]);
  assert.deepEqual(matched(["a\\,b.md"], ["a,b.md", "a"]), ["a,b.md"]);
  assert.deepEqual(matched(["a{.md,*.txt"], paths), ["x/c.txt"]);
});

Deno.test("globMatcher() matches a glob without / in every folder", () => {
  const paths = ["a.md", "x/a.md", "x/y/a.md", "x/y/b.md"];
  assert.deepEqual(matched(["a.md"], paths), ["a.md", "x/a.md", "x/y/a.md"]);
  assert.deepEqual(matched(["/a.md"], paths), ["a.md"]);
  assert.deepEqual(matched(["./x/*.md"], paths), ["x/a.md"]);
  assert.deepEqual(matched(["x/**"], paths), paths.slice(1));
});

Deno.test("globMatcher() lets a folder stand for what is in it", () => {
  const paths = ["drafts/a.md", "x/drafts/y/b.md", "draft.md"];
  assert.deepEqual(matched(["drafts"], paths), paths.slice(0, 2));
  assert.deepEqual(matched(["drafts/"], paths), paths.slice(0, 2));
  assert.deepEqual(matched(["/drafts"], paths), ["drafts/a.md"]);
});

Deno.test("globMatcher() takes a name with brackets for itself", () => {
  const paths = ["my guide (v2).md", "x/[id].md", "i.md"];
  assert.deepEqual(matched(["my guide (v2).md"], paths), [paths[0]]);
  assert.deepEqual(matched(["x/[id].md"], paths), [paths[1]]);
});

Deno.test("globMatcher() takes composed and decomposed names for the same", () => {
  const nfd = "ガイド.md".normalize("NFD");
  assert.deepEqual(matched(["ガイド*"], [nfd]), [nfd]);
});

Deno.test("globMatcher() matches names that begin with a dot or hold a newline", () => {
  assert.equal(globMatcher(["**/*.md"])!(".github/a.md"), true);
  assert.equal(globMatcher(["*.md"])!("a\nb.md"), true);
});

Deno.test("globMatcher() tells no globs from some", () => {
  assert.equal(globMatcher([]), undefined);
  assert.equal(globMatcher(["", " , "]), undefined);
});

Deno.test("globMatcher() says what to do instead of a negation", () => {
  assert.throws(() => globMatcher(["!a.md"]), UserError);
});

Deno.test("globMatcher() refuses a glob that a name could take seconds", () => {
  const many = { name: "UserError", message: /too many wildcards/ };
  for (
    const glob of [
      "*a*a*a*a*a*a*a*a*b",
      "x/*a*b*c*d*.md",
      "**/a/**/b/**/c/**/d/**",
      "{*a*b*c,*d*e*f}",
    ]
  ) {
    assert.throws(() => globMatcher([glob]), many, glob);
  }
  const paths = ["2026-11-30.md", "axbxc.md", "+(a).md"];
  assert.deepEqual(matched(["????-??-??.md"], paths), ["2026-11-30.md"]);
  assert.deepEqual(matched(["a*b*c*.*"], paths), ["axbxc.md"]);
  assert.deepEqual(matched(["+(a).md"], paths), ["+(a).md"]);
});

Deno.test("globMatcher() comes back from backslashes, however many there are", () => {
  for (let count = 1; count <= 40; count++) {
    for (
      const glob of ["\\", "a\\", "\\*", "[\\"].map((it) => it.repeat(count))
    ) {
      try {
        globMatcher([glob])?.("a/b");
      } catch (error) {
        assert.ok(error instanceof UserError, `${glob}: ${error}`);
      }
    }
  }
});
