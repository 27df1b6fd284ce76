import assert from "node:assert/strict";

const root = new URL("../../", import.meta.url);

/** Files and modules that a file imports statically, directly or not; types do not count. */
function imports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const source = Deno.readTextFileSync(new URL(file, root));
  const statements = source.matchAll(
    /^(?:import|export)\s(?!type\b)(?:[^;]*?\sfrom\s)?"([^"]+)";/gm,
  );
  for (const [, name] of statements) {
    if (!name.startsWith(".")) seen.add(name);
    else {imports(
        new URL(name, new URL(file, root)).href.slice(root.href.length),
        seen,
      );}
  }
  return seen;
}

Deno.test("main.ts loads the table, the parser and the help and nothing else", () => {
  assert.deepEqual([...imports("main.ts")].sort(), [
    "main.ts",
    "src/cli/help.ts",
    "src/cli/loaders.ts",
    "src/cli/parse.ts",
    "src/cli/run.ts",
    "src/cli/shared_flags.ts",
    "src/cli/table.ts",
    "src/cli/table_ask.ts",
    "src/cli/table_probe.ts",
    "src/cli/table_proxy.ts",
    "src/cli/table_questions.ts",
    "src/cli/terminal/interrupted.ts",
    "src/cli/terminal/process_io.ts",
    "src/cli/terminal/width.ts",
    "src/cli/terminal/writer.ts",
    "src/config/kinds.ts",
    "src/console_to_stderr.ts",
    "src/log_level.ts",
    "src/text/did_you_mean.ts",
    "src/text/edit_distance.ts",
    "src/user_error.ts",
  ]);
});

Deno.test("docs version loads no index, no settings and no module of Node", () => {
  for (const name of imports("src/cli/commands/version.ts")) {
    assert.doesNotMatch(name, /^node:|^src\/(?:index|config|search|embed)\//);
  }
});

Deno.test("docs search loads nothing that reads documents, and the table of readers no reader", () => {
  for (const file of imports("src/cli/commands/search.ts")) {
    assert.doesNotMatch(file, /^src\/(?:source|cut)\//);
  }
  assert.deepEqual([...imports("src/source/readers.ts")], [
    "src/source/readers.ts",
  ]);
});

Deno.test("no module of Node is loaded by the files of cli, app and config that search needs", () => {
  // Each costs 4 to 19 ms of CPU at every start, when an empty program costs 18.
  for (const file of imports("src/cli/commands/search.ts")) {
    if (!/^src\/(?:cli|app|config)\//.test(file)) continue;
    assert.doesNotMatch(
      Deno.readTextFileSync(new URL(file, root)),
      /from "(?:node:|npm:)/,
      file,
    );
  }
});

Deno.test("docs search loads nothing of the answers", () => {
  for (const file of imports("src/cli/commands/search.ts")) {
    assert.doesNotMatch(file, /^src\/answer\//);
  }
});
