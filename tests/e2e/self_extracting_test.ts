import assert from "node:assert/strict";
import {
  assertRefused,
  docs,
  SELF_EXTRACTING,
  spawnDocs,
  withFiles,
} from "./program.ts";

const ignore = !SELF_EXTRACTING;

function onlyFolder(cache: string): string {
  const names = [...Deno.readDirSync(cache)].map((entry) => entry.name);
  assert.equal(names.length, 1, `left behind: ${names}`);
  return `${cache}/${names[0]}`;
}

Deno.test(
  "the program may be started many times at once before it is unpacked",
  {
    ignore,
  },
  () =>
    withFiles({}, async (cwd) => {
      const env = { DOCS_CACHE_DIR: `${cwd}/a cache` };
      const runs = Array.from(
        { length: 4 },
        () => docs(["version"], { cwd, env }),
      );
      for (const { code, stderr } of await Promise.all(runs)) {
        assert.deepEqual([code, stderr], [0, ""]);
      }
      onlyFolder(`${cwd}/a cache`);
    }),
);

Deno.test(
  "the program unpacks again what was cut short, and status sees what was changed",
  {
    ignore,
  },
  () =>
    withFiles({}, async (cwd) => {
      const env = { DOCS_CACHE_DIR: `${cwd}/cache` };
      assert.equal((await docs(["version"], { cwd, env })).code, 0);
      const folder = onlyFolder(`${cwd}/cache`);
      await Deno.truncate(`${folder}/deno`, 1000);
      assert.equal((await docs(["version"], { cwd, env })).code, 0);

      const table = `${folder}/static-ja-en-256.bin`;
      const file = await Deno.open(table, { read: true, write: true });
      await file.seek(5_000_000, Deno.SeekMode.Start);
      await file.write(new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]));
      file.close();
      const status = await docs(["status"], { cwd, env });
      assert.equal(status.code, 2, status.stdout);
      assert.match(status.stdout + status.stderr, /static-ja-en-256/);
    }),
);

Deno.test("the program says what to set when it has nowhere to unpack", {
  ignore,
}, () =>
  withFiles({ file: "" }, async (cwd) => {
    const places = [
      { HOME: "/dev/null", DOCS_CACHE_DIR: undefined },
      { HOME: undefined, DOCS_CACHE_DIR: undefined },
      { DOCS_CACHE_DIR: `${cwd}/file` },
    ];
    for (const env of places) {
      assertRefused(await docs(["version"], { cwd, env }), /DOCS_CACHE_DIR/);
    }
  }));

Deno.test("a signal reaches the program, not only the shell that started it", {
  ignore,
}, () =>
  withFiles({}, async (cwd) => {
    const child = spawnDocs(["search", "--stdin"], { cwd });
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode("index\n"));
    const reader = child.stdout.getReader();
    await reader.read();
    child.kill("SIGTERM");
    assert.equal((await child.status).signal ?? "SIGTERM", "SIGTERM");
    await reader.cancel();
    await child.stderr.cancel();
    await writer.close().catch(() => {});
  }));
