import assert from "node:assert/strict";
import type { AppContext } from "../../src/app/app_context.ts";
import { LocatedIndexSource } from "../../src/app/located_index_source.ts";
import { openLocatedIndex } from "../../src/app/open_located_index.ts";
import { SearcherFactory } from "../../src/app/searcher_factory.ts";
import { resolveSettings } from "../../src/config/settings.ts";
import type { Embedder } from "../../src/embed/embedder.ts";
import { Log } from "../../src/log.ts";
import { environment } from "../config/_temporary_folder.ts";
import { build, withDocuments } from "../index/_small_index.ts";

const PAGE = { "backup.md": "# Backups\n\nTaken every night.\n" };

/** An embedder on a server that nothing may be sent to. */
const ELSEWHERE: Embedder = {
  id: "https://models.example/v1#m",
  dimensions: 256,
  contextRepeats: 0,
  embedPassages: (texts) =>
    Promise.resolve(texts.map(() => new Float32Array(256).fill(1 / 16))),
  embedQuery: () => Promise.resolve(new Float32Array(256).fill(1 / 16)),
};

function inputs(folder: string) {
  const context: AppContext = {
    env: { get: () => undefined },
    cwd: folder,
    log: new Log(() => {}, "ERROR"),
    announce: () => {},
  };
  const settings = resolveSettings({
    flags: { index: "index" },
    env: environment(),
    cwd: folder,
  });
  return { context, settings };
}

Deno.test("an index whose docs.json says offline sends no query away, by whatever way it is opened", () =>
  withDocuments(PAGE, async (folder) => {
    await build(folder, { embedder: ELSEWHERE });
    const { context, settings } = inputs(folder);
    const ways = {
      async command() {
        using opened = openLocatedIndex(settings, context);
        using searchers = new SearcherFactory(context);
        await searchers.open(opened);
      },
      async server() {
        using source = new LocatedIndexSource(settings, context);
        const open = await source.open();
        try {
          await open.searcher();
        } finally {
          open.close();
        }
      },
    };
    for (const way of Object.values(ways)) await way();
    Deno.writeTextFileSync(
      `${folder}/documents/docs.json`,
      '{"offline": true}',
    );
    for (const [name, way] of Object.entries(ways)) {
      await assert.rejects(way, /offline is set, .* models\.example/, name);
    }
  }));

Deno.test("SearcherFactory forgets what it opened for an index that was online, when the next is not", () =>
  withDocuments(PAGE, async (folder) => {
    await build(folder, { embedder: ELSEWHERE });
    const { context, settings } = inputs(folder);
    using searchers = new SearcherFactory(context);
    using opened = openLocatedIndex(settings, context);
    await searchers.open(opened);
    const offline = { ...settings.offline, value: true };
    await assert.rejects(
      searchers.open({ ...opened, settings: { ...settings, offline } }),
      /offline is set/,
    );
  }));
