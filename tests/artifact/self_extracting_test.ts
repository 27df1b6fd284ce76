import assert from "node:assert/strict";
import { HEAD_LENGTH } from "../../src/artifact/_shell_head.ts";
import { ABORT_FLAG, RUN_V8_FLAGS } from "../../src/artifact/v8_flags.ts";
import { openPayload } from "../../src/artifact/payload.ts";
import {
  fileRegion,
  memoryRegion,
  type Region,
} from "../../src/files/region.ts";
import { selfExtractingPayloadStart } from "../../src/artifact/self_extracting.ts";
import {
  rewriteSelfExtracting,
  writeSelfExtracting,
} from "../../src/artifact/write_self_extracting.ts";
import { UserError } from "../../src/user_error.ts";
import { bytesOf, withFolder } from "./_elf.ts";

const ignore = Deno.build.os === "windows";

/** Stands for Deno: tells how it was started, and fails when it is asked to. */
const FAKE_DENO = `#!/bin/sh
[ "$1" != -V ] || exit 0
printf '%s\\n' "self=$DOCS_SELF" "own=\${DOCS_DENO_DIR-none}" "cache=$DENO_DIR" "$@"
exit \${FAKE_EXIT:-0}
`;

const index = (text: string): { name: string; region: Region } => ({
  name: "index",
  region: memoryRegion(bytesOf(text)),
});

/** Makes a self-extracting file and a home for it, and tears both down. */
function withProgram(
  run: (place: { file: string; home: string }) => void | Promise<void>,
): Promise<void> {
  return withFolder(async (folder) => {
    const home = `${folder}/home`, file = `${folder}/it's "docs" 検索`;
    await Deno.mkdir(home);
    await Deno.writeTextFile(`${folder}/deno`, FAKE_DENO);
    await Deno.writeTextFile(`${folder}/main.js`, "// the program");
    await Deno.writeTextFile(`${folder}/list_main.js`, "// docs list");
    await Deno.writeTextFile(`${folder}/chunk-A1.js`, "x".repeat(3000));
    await writeSelfExtracting(
      {
        deno: `${folder}/deno`,
        files: ["main.js", "list_main.js", "chunk-A1.js"]
          .map((name) => `${folder}/${name}`),
        codeOf: { list: ["list_main.js", "chunk-A1.js"] },
      },
      [index("the index")],
      file,
    );
    await run({ file, home });
  });
}

interface Run {
  args?: string[];
  env?: Record<string, string>;
  cwd?: string;
  shell?: string;
  /** Arguments of the shell that go before the file. */
  before?: string[];
}

async function start(file: string, home: string, run: Run = {}) {
  const args = run.args ?? [];
  const command = new Deno.Command(run.shell ?? file, {
    args: run.shell ? [...run.before ?? [], file, ...args] : args,
    clearEnv: true,
    env: { PATH: "/usr/bin:/bin", HOME: home, ...run.env },
    cwd: run.cwd,
  });
  const { code, stdout, stderr } = await command.output();
  const lines = new TextDecoder().decode(stdout).split("\n").slice(0, -1);
  return { code, lines, stderr: new TextDecoder().decode(stderr) };
}

/** The unpacked folder, which must be the only thing in the cache. */
function unpackedFolder(cache: string): string {
  const names = [...Deno.readDirSync(cache)].map((entry) => entry.name);
  assert.equal(names.length, 1, `left behind: ${names}`);
  return `${cache}/${names[0]}`;
}

Deno.test(
  "the self-extracting file unpacks once, readable only by its user, and passes its arguments to Deno",
  {
    ignore,
  },
  () =>
    withProgram(async ({ file, home }) => {
      const args = [
        "search",
        "日本語 検索",
        "a 'b' \"c\" $d `e`",
        "",
        "-k",
        "*",
      ];
      const first = await start(file, home, { args });
      const folder = unpackedFolder(`${home}/.cache/docs`);
      assert.equal(first.stderr, "");
      assert.deepEqual(first.lines, [
        `self=${file}`,
        "own=none",
        `cache=${folder}/deno_dir`,
        ...[
          "run",
          ABORT_FLAG,
          RUN_V8_FLAGS,
          "-A",
          "--no-config",
          "--no-lock",
          "--no-remote",
          "--no-npm",
        ],
        `${folder}/main.js`,
        ...args,
      ]);
      assert.equal(Deno.statSync(folder).mode! & 0o777, 0o700);
      assert.equal(
        Deno.readTextFileSync(`${folder}/chunk-A1.js`),
        "x".repeat(3000),
      );
      const before = Deno.statSync(`${folder}/main.js`).ino;
      assert.deepEqual(await start(file, home, { args }), first);
      assert.equal(Deno.statSync(`${folder}/main.js`).ino, before);
    }),
);

Deno.test(
  "the self-extracting file starts COMMAND_main.js for a command that has one",
  { ignore },
  () =>
    withProgram(async ({ file, home }) => {
      const started = async (...args: string[]) => {
        const { lines } = await start(file, home, { args });
        return lines.find((line) => line.endsWith("main.js"))!
          .split("/").at(-1);
      };
      assert.equal(await started("list", "--json"), "list_main.js");
      assert.equal(await started("lists"), "main.js");
      assert.equal(await started("get", "list"), "main.js");
      assert.equal(await started(), "main.js");
    }),
);

Deno.test(
  "the self-extracting file runs in every installed shell, in any environment",
  {
    ignore,
  },
  () =>
    withProgram(async ({ file, home }) => {
      const shells = ["/bin/sh", "/bin/dash", "/bin/bash", "/bin/busybox"]
        .filter((shell) => {
          try {
            return Deno.statSync(shell).isFile;
          } catch {
            return false;
          }
        });
      // Each of these changes what ls prints, or where cd goes.
      const env = {
        LC_ALL: "C.UTF-8",
        BLOCK_SIZE: "human-readable",
        TIME_STYLE: "full-iso",
        QUOTING_STYLE: "c",
        CDPATH: "/",
        IFS: "0",
      };
      for (const shell of shells) {
        const args = ["x"];
        // BusyBox is many tools in one, its shell among them.
        const run = shell.endsWith("busybox")
          ? { shell, env, before: ["sh"], args }
          : { shell, env, args };
        const { code, lines, stderr } = await start(file, home, run);
        assert.deepEqual([code, stderr, lines.at(-1)], [0, "", "x"], shell);
        const folder = unpackedFolder(`${home}/.cache/docs`);
        const inode = Deno.statSync(`${folder}/main.js`).ino;
        await start(file, home, run);
        assert.equal(Deno.statSync(`${folder}/main.js`).ino, inode, shell);
        Deno.removeSync(folder, { recursive: true });
      }
    }),
);

Deno.test(
  "the self-extracting file finds itself when started through a link, PATH, or a relative path",
  {
    ignore,
  },
  () =>
    withProgram(async ({ file, home }) => {
      const bin = `${home}/bin`;
      Deno.mkdirSync(bin);
      Deno.symlinkSync(file, `${bin}/docs`);
      const self = async (name: string, run: Run) =>
        (await start(name, home, run)).lines[0];
      const path = { PATH: `${bin}:/usr/bin:/bin` };
      const sh = { shell: "/bin/sh", cwd: bin };
      assert.equal(await self(`${bin}/docs`, {}), `self=${bin}/docs`);
      assert.equal(await self("./docs", sh), `self=${bin}/docs`);
      assert.equal(await self("docs", sh), `self=${bin}/docs`);
      const called = await start("-c", home, {
        shell: "/bin/sh",
        args: ["docs x"],
        env: path,
      });
      assert.equal(called.lines[0], `self=${bin}/docs`);
    }),
);

Deno.test(
  "the self-extracting file passes exit codes on, and DENO_DIR to child processes",
  {
    ignore,
  },
  () =>
    withProgram(async ({ file, home }) => {
      const env = {
        FAKE_EXIT: "7",
        DENO_DIR: "/own dir",
        DOCS_DENO_DIR: "stale",
      };
      const { code, lines } = await start(file, home, { env });
      assert.equal(code, 7);
      assert.equal(lines[1], "own=/own dir");
      const again = await start(file, home, {
        env: { DOCS_DENO_DIR: "stale" },
      });
      assert.equal(again.lines[1], "own=none");
    }),
);

Deno.test(
  "the self-extracting file unpacks where DOCS_CACHE_DIR or XDG_CACHE_HOME say",
  {
    ignore,
  },
  () =>
    withProgram(async ({ file, home }) => {
      const cases: [Record<string, string>, string][] = [
        [{ XDG_CACHE_HOME: `${home}/xdg` }, `${home}/xdg/docs`],
        [
          { XDG_CACHE_HOME: `${home}/xdg`, DOCS_CACHE_DIR: `${home}/a/b c` },
          `${home}/a/b c`,
        ],
        [{ DOCS_CACHE_DIR: "relative" }, `${home}/relative`],
      ];
      for (const [env, cache] of cases) {
        const { lines } = await start(file, home, { env, cwd: home });
        assert.equal(lines[2], `cache=${unpackedFolder(cache)}/deno_dir`);
      }
    }),
);

Deno.test(
  "the self-extracting file unpacks again when its folder was changed",
  {
    ignore,
  },
  () =>
    withProgram(async ({ file, home }) => {
      await start(file, home);
      const folder = unpackedFolder(`${home}/.cache/docs`);
      const spoil: Record<string, () => void> = {
        "a file is longer": () =>
          Deno.writeTextFileSync(`${folder}/main.js`, "x", { append: true }),
        "a file is shorter": () => Deno.truncateSync(`${folder}/deno`, 5),
        "a file is gone": () => Deno.removeSync(`${folder}/chunk-A1.js`),
        "a file is a link": () => {
          Deno.renameSync(`${folder}/main.js`, `${home}/elsewhere`);
          Deno.symlinkSync(`${home}/elsewhere`, `${folder}/main.js`);
        },
        "others may write to it": () => Deno.chmodSync(folder, 0o777),
        "it is empty": () => {
          Deno.removeSync(folder, { recursive: true });
          Deno.mkdirSync(folder);
        },
      };
      for (const [name, act] of Object.entries(spoil)) {
        act();
        const { code, stderr } = await start(file, home);
        assert.deepEqual([code, stderr], [0, ""], name);
        assert.equal(unpackedFolder(`${home}/.cache/docs`), folder);
        assert.equal(Deno.statSync(folder).mode! & 0o777, 0o700, name);
        assert.equal(Deno.readTextFileSync(`${folder}/deno`), FAKE_DENO, name);
        assert.equal(Deno.lstatSync(`${folder}/main.js`).size, 14, name);
      }
    }),
);

Deno.test(
  "the self-extracting file checks, for a command with its own entry module, only that command's code and the assets",
  {
    ignore,
  },
  () =>
    withProgram(async ({ file, home }) => {
      await start(file, home);
      const folder = unpackedFolder(`${home}/.cache/docs`);
      const list = { args: ["list", "x"] };
      Deno.removeSync(`${folder}/main.js`);
      const { lines } = await start(file, home, list);
      assert.ok(lines.includes(`${folder}/list_main.js`), `${lines}`);
      assert.throws(() => Deno.statSync(`${folder}/main.js`), "left alone");
      for (const name of ["list_main.js", "chunk-A1.js", "deno"]) {
        Deno.truncateSync(`${folder}/${name}`, 3);
        const { code } = await start(file, home, list);
        assert.equal(code, 0);
        assert.ok(Deno.statSync(`${folder}/${name}`).size > 3, name);
        assert.equal(Deno.statSync(`${folder}/main.js`).size, 14, "all of it");
      }
      Deno.removeSync(`${folder}/main.js`);
      const other = await start(file, home, { args: ["lists"] });
      assert.ok(other.lines.includes(`${folder}/main.js`));
      assert.equal(Deno.statSync(`${folder}/main.js`).size, 14);
    }),
);

Deno.test("the self-extracting file may be started many times at once", {
  ignore,
}, () =>
  withProgram(async ({ file, home }) => {
    const runs = Array.from({ length: 12 }, () => start(file, home));
    for (const { code, stderr } of await Promise.all(runs)) {
      assert.deepEqual([code, stderr], [0, ""]);
    }
    unpackedFolder(`${home}/.cache/docs`);
  }));

Deno.test("the self-extracting file says what to do when it cannot unpack", {
  ignore,
}, () =>
  withProgram(async ({ file, home }) => {
    Deno.writeTextFileSync(`${home}/file`, "");
    Deno.mkdirSync(`${home}/linked`);
    const environments: Record<string, string>[] = [
      { HOME: "" },
      { HOME: "/dev/null" },
      { DOCS_CACHE_DIR: `${home}/file` },
    ];
    for (const env of environments) {
      const { code, stderr, lines } = await start(file, home, { env });
      assert.equal(code, 2);
      assert.match(stderr, /^docs: .*\n(docs: .*\n)*$/);
      assert.match(stderr, /DOCS_CACHE_DIR/);
      assert.deepEqual(lines, []);
    }
  }));

Deno.test(
  "the self-extracting file refuses a link instead of its folder",
  {
    ignore,
  },
  () =>
    withProgram(async ({ file, home }) => {
      await start(file, home);
      const folder = unpackedFolder(`${home}/.cache/docs`);
      Deno.renameSync(folder, `${home}/moved`);
      Deno.symlinkSync(`${home}/moved`, folder);
      const { code, stderr } = await start(file, home);
      assert.equal(code, 2);
      assert.match(stderr, /not a folder of yours/);
    }),
);

Deno.test("the self-extracting file reports that it is truncated or damaged", {
  ignore,
}, () =>
  withProgram(async ({ file, home }) => {
    const bytes = Deno.readFileSync(file);
    const damaged = bytes.slice();
    damaged[HEAD_LENGTH + 300] ^= 0xff;
    for (const broken of [bytes.subarray(0, HEAD_LENGTH + 200), damaged]) {
      Deno.writeFileSync(`${home}/broken`, broken, { mode: 0o755 });
      const { code, stderr } = await start(`${home}/broken`, home);
      assert.equal(code, 2);
      assert.match(stderr, /broken is damaged/);
    }
    assert.deepEqual([...Deno.readDirSync(`${home}/.cache/docs`)], []);
  }));

Deno.test(
  "rewriteSelfExtracting() changes only the index and shares the unpacked folder",
  {
    ignore,
  },
  () =>
    withProgram(async ({ file, home }) => {
      const other = `${home}/other`;
      rewriteSelfExtracting(file, [index("another, longer index")], other);
      await start(file, home);
      await start(other, home);
      unpackedFolder(`${home}/.cache/docs`);
      const region = fileRegion(other);
      const start0 = selfExtractingPayloadStart(region)!;
      assert.deepEqual(
        Deno.readFileSync(file).subarray(0, start0),
        region.read(0, start0),
      );
      const [part] = openPayload(region, start0)!.parts;
      assert.deepEqual(
        region.read(part.offset, part.length),
        bytesOf("another, longer index"),
      );
      region.close();
      assert.equal(Deno.statSync(other).mode! & 0o777, 0o755);
    }),
);

Deno.test("rewriteSelfExtracting() refuses a file of another kind", () =>
  withFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/script`, "#!/bin/sh\n".padEnd(9000));
    assert.throws(
      () => rewriteSelfExtracting(`${folder}/script`, [], `${folder}/out`),
      UserError,
    );
  }));
