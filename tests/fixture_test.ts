import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { join } from "node:path";
import { denoRun, fixture } from "./_fixture.ts";
import { inTemporaryFolder } from "./config/_temporary_folder.ts";

/** What may start Deno itself, or names its file for another reason. */
const MAY_NAME_DENO = new Map([
  ["_fixture.ts", "the helper"],
  ["artifact/carried_test.ts", "the file that runs; evaluates a script"],
  ["artifact/elf_image_test.ts", "an executable to read"],
  ["artifact/make_executable_test.ts", "the file that runs"],
  ["artifact/splice_test.ts", "the file that runs"],
  ["bench/start_bench.ts", "a program without any import"],
  ["cli/reference_test.ts", "deno fmt"],
  ["conformance/conformance.ts", "suites that come from npm when it is run"],
  ["conformance/everything_probe.ts", "a server from npm"],
  ["conformance/everything_proxy.ts", "a server from npm"],
]);

/** Runs a program in an environment that has nothing but these variables. */
async function runBare(
  { command, args }: ReturnType<typeof denoRun>,
  env: Record<string, string>,
) {
  const { code, stdout, stderr } = await new Deno.Command(command, {
    args,
    clearEnv: true,
    env,
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), said: decoder.decode(stderr) };
}

Deno.test("tests start modules of this repository through denoRun() and fixture() alone", () => {
  const cwd = import.meta.dirname!;
  const found = globSync("**/*.ts", { cwd }).filter((path) =>
    /\bexecPath\(|(?:Command\(|command: )"deno"/
      .test(Deno.readTextFileSync(join(cwd, path)))
  ).map((path) => path.replaceAll("\\", "/"));
  assert.deepEqual(found.sort(), [...MAY_NAME_DENO.keys()].sort());
});

Deno.test("a fixture finds its packages without an environment and with another home", async () => {
  await inTemporaryFolder(async (home) => {
    // Both import from npm. They end where stdin ends.
    for (const name of ["modern_upstream_server.ts", "echo_server.ts"]) {
      const program = fixture(name, "--stdio");
      const { code, said } = await runBare(program, { HOME: home });
      assert.equal(code, 0, said);
    }
    assert.deepEqual([...Deno.readDirSync(home)], []);
  });
});

Deno.test("a module that wants a package that is not in the cache fails, and asks no registry", async () => {
  let asked = 0;
  await using registry = Deno.serve({ port: 0, onListen() {} }, () => {
    asked++;
    return new Response(null, { status: 404 });
  });
  await inTemporaryFolder(async (folder) => {
    const wanting = join(folder, "wanting.ts");
    Deno.writeTextFileSync(wanting, `import "npm:no-such-package@1.0.0";\n`);
    const { code, said } = await runBare(denoRun(wanting), {
      HOME: folder,
      NPM_CONFIG_REGISTRY: `http://127.0.0.1:${registry.addr.port}`,
    });
    assert.notEqual(code, 0);
    assert.match(said, /--cached-only/);
    assert.equal(asked, 0);
  });
});
