import assert from "node:assert/strict";
import { shellLine } from "../../src/cli/shell_words.ts";
import { denoRun } from "../_fixture.ts";
import { inTemporaryFolder } from "../config/_temporary_folder.ts";

const posix = Deno.build.os !== "windows";

function docs(args: string[], options: Deno.CommandOptions = {}): Deno.Command {
  const program = denoRun("main.ts", args);
  return new Deno.Command(program.command, {
    args: program.args,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    ...options,
  });
}

/** A folder with documents of twenty sections each. */
function fill(folder: string, documents: number): void {
  Deno.mkdirSync(`${folder}/src`);
  for (let i = 0; i < documents; i++) {
    let text = `# Document ${i}\n`;
    for (let j = 0; j < 20; j++) {
      text += `\n## Heading number ${j}\n\nWords about it. 日本語の文。\n`;
    }
    Deno.writeTextFileSync(`${folder}/src/${i}.md`, text);
  }
}

Deno.test("main.ts prints the version and maps errors to exit codes", async () => {
  const version = await docs(["version"]).output();
  assert.equal(version.code, 0);
  assert.match(new TextDecoder().decode(version.stdout), /^docs \d/);
  const wrong = await docs(["search", "--nope"]).output();
  assert.equal(wrong.code, 2);
  assert.equal(wrong.stdout.length, 0);
  assert.match(
    new TextDecoder().decode(wrong.stderr),
    /^docs: docs search has no flag --nope\n/,
  );
});

Deno.test({
  name: "main.ts ends quietly and well when its reader has gone",
  ignore: !posix,
  fn: () =>
    inTemporaryFolder(async (folder) => {
      fill(folder, 200);
      const built = await docs(["build", "src"], { cwd: folder }).output();
      assert.equal(built.code, 0, new TextDecoder().decode(built.stderr));
      for (const more of [[], ["--json"]]) {
        const { command, args } = denoRun("main.ts", [
          ...["list", "--sections", ...more],
        ]);
        const shell = new Deno.Command("bash", {
          args: [
            "-c",
            `${
              shellLine([command, ...args])
            } | head -c 10 >/dev/null; echo "\${PIPESTATUS[0]}"`,
          ],
          cwd: folder,
        });
        const { stdout, stderr } = await shell.output();
        assert.equal(new TextDecoder().decode(stderr), "");
        assert.equal(new TextDecoder().decode(stdout), "0\n");
      }
    }),
});

Deno.test({
  name:
    "main.ts stopped by Ctrl-C in a build exits with 130 and leaves nothing behind",
  ignore: !posix,
  fn: () =>
    inTemporaryFolder(async (folder) => {
      fill(folder, 1000);
      const child = docs(["build", "src"], {
        cwd: folder,
        stdout: "null",
        stderr: "null",
      }).spawn();
      // Once the index is being written, the build has begun.
      for (let i = 0; i < 500 && !begun(`${folder}/.docs`); i++) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      child.kill("SIGINT");
      const { code } = await child.status;
      assert.equal(code, 130);
      assert.deepEqual([...Deno.readDirSync(`${folder}/.docs`)], []);
    }),
});

function begun(folder: string): boolean {
  try {
    return [...Deno.readDirSync(folder)].length > 0;
  } catch {
    return false;
  }
}

Deno.test("main.ts search --stdin answers a line before the next one comes", () =>
  inTemporaryFolder(async (folder) => {
    fill(folder, 2);
    await docs(["build", "src"], { cwd: folder }).output();
    const child = docs(["search", "--stdin"], {
      cwd: folder,
      stdin: "piped",
      stderr: "null",
    }).spawn();
    const writer = child.stdin.getWriter();
    const reader = child.stdout.getReader();
    for (const query of ["日本語", "words"]) {
      await writer.write(new TextEncoder().encode(query + "\n"));
      let line = "";
      while (!line.endsWith("\n")) {
        line += new TextDecoder().decode((await reader.read()).value);
      }
      assert.equal(JSON.parse(line).query, query);
    }
    await writer.close();
    assert.equal((await child.status).code, 0);
    await reader.cancel();
  }));
