import assert from "node:assert/strict";
import { inTemporaryFolder } from "../config/_temporary_folder.ts";
import { runCli, type World } from "./_fake_io.ts";

/** What is in the folder, by path. */
export const files: Record<string, string> = {
  "guide/install.md":
    "---\ntitle: Installing\n---\nBefore any heading.\n\n# Install\n\nRun the installer.\n\n## On Linux {#linux}\n\nUse the connection pool of your distribution.\n\n### Deeper\n\nMore words here.\n",
  "guide/設定.md":
    "# 設定\n\n設定ファイルを読み込みます。\n\n## 全文検索\n\n検索の索引は全文検索の設定ファイルで決まります。\n",
  "api.jsonl":
    '{"id": "fetch#x", "title": "fetch", "text": "Fetches a resource."}\n{"id": "Deno.readTextFile", "text": "Reads a file\\nas text."}\n',
  "picture.png": "not a picture",
  "empty.md": "",
};

/** Runs a test in a folder of documents, of which an index has been built. */
export function withIndex(
  test: (
    folder: string,
    cli: (argv: string[], world?: World) => ReturnType<typeof runCli>,
  ) => Promise<void>,
): Promise<void> {
  return inTemporaryFolder(async (folder) => {
    for (const [path, text] of Object.entries(files)) {
      Deno.mkdirSync(`${folder}/src/guide`, { recursive: true });
      Deno.writeTextFileSync(`${folder}/src/${path}`, text);
    }
    const cli = (argv: string[], world: World = {}) =>
      runCli(argv, { cwd: folder, ...world });
    const built = await cli(["build", "src"]);
    assert.equal(built.code, 0, built.stderr);
    await test(folder, cli);
  });
}
