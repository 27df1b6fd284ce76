import assert from "node:assert/strict";
import { docs, withFiles } from "./program.ts";

interface Failure {
  error: { code: string; message: string; hint: string | null };
}

Deno.test("every failure with --json is one object on stdout, beside the message on stderr", () =>
  withFiles({ "guide/a.md": "# A\n", "bad.index": "no index" }, async (cwd) => {
    const cases: [args: string[], code: string, message: RegExp][] = [
      [["search", "--json"], "failed", /needs a QUERY/],
      [["search", "x", "--json", "--no-such"], "wrong_use", /no-such/],
      [["search", "x", "--json", "-k", "0"], "wrong_use", /1/],
      [["search", "x", "--json", "--index", "none"], "failed", /none/],
      [
        ["search", "x", "--json", "--index", "bad.index"],
        "failed",
        /not a docs index/,
      ],
      [["get", "no.md", "--json"], "failed", /no\.md/],
      [
        ["list", "--json", "--index", "bad.index"],
        "failed",
        /not a docs index/,
      ],
      [["build", "none", "--json"], "failed", /none/],
      [["ask", "x?", "--json", "--index", "none"], "failed", /none/],
      [["questions", "guide", "--json"], "failed", /GEMINI_API_KEY/],
      [["questions", "none", "--json"], "failed", /none/],
      [["probe", "--json"], "failed", /./],
    ];
    assert.equal((await docs(["build", "guide"], { cwd })).code, 0);
    for (const [args, code, message] of cases) {
      const ended = await docs(args, { cwd });
      const shown = args.join(" ");
      assert.equal(ended.code, 2, shown);
      const { error } = JSON.parse(ended.stdout) as Failure;
      assert.equal(error.code, code, `${shown}: ${ended.stdout}`);
      assert.match(error.message + error.hint, message, shown);
      assert.equal(
        Object.keys(error).toSorted().join(),
        "code,hint,message",
        shown,
      );
      assert.ok(ended.stderr.includes(error.message), shown);
    }
    // After -- it is a word of the query.
    const word = await docs(["search", "--index", "none", "--", "--json"], {
      cwd,
    });
    assert.equal(word.stdout, "");
  }));

Deno.test("docs status --json is one object, also when the index is damaged or missing", () =>
  withFiles({ "guide/a.md": "# A\n", "bad.index": "no index" }, async (cwd) => {
    const status = async (...args: string[]) => {
      const ended = await docs(["status", "--json", ...args], { cwd });
      return { ...ended, report: JSON.parse(ended.stdout) };
    };
    await docs(["build", "guide"], { cwd });
    const fine = await status();
    assert.equal(fine.code, 0);
    assert.equal(fine.report.error, null);
    assert.deepEqual(fine.report.program.damaged, []);
    const bad = await status("--index", "bad.index");
    assert.equal(bad.code, 2);
    assert.match(bad.report.error.message, /not a docs index/);
    assert.equal(bad.report.index, null);
  }));
