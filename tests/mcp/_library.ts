/**
 * A server over a small index, and a client that is connected to it.
 *
 * @module
 */

import { openLateInteraction } from "../../src/embed/open_late_interaction.ts";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport, type Server } from "@modelcontextprotocol/server";
import { HeldAssets } from "../../src/cli/held_assets.ts";
import { openIndexEmbedder } from "../../src/cli/open_index_embedder.ts";
import {
  type IndexSource,
  LiveIndex,
  type OpenIndex,
} from "../../src/mcp/live_index.ts";
import { Log } from "../../src/mcp/log.ts";
import { serverFactory } from "../../src/mcp/server.ts";
import { Searcher } from "../../src/search/search.ts";
import { build, open, withDocuments } from "../index/_small_index.ts";

/** Documents in two languages. */
export const DOCUMENTS: Record<string, string> = {
  "guide/pool.md":
    "---\ntitle: Database guide\n---\n\n# Connections\n\nHow to connect.\n\n## Connection pool\n\nThe pool opens at most `maxConnections`.\n\n```toml\nmaxConnections = 20\n```\n\n## Backups\n\nTaken every night.\n",
  "guide/設定.md":
    "# 設定\n\n## 設定ファイルの場所\n\n設定ファイルは起動したフォルダーから上へ順に探します。\n\n## ログの出力\n\nログは標準エラー出力に書き出します。\n",
};

/** A log that keeps what it is told. */
export function keptLog(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  return { log: new Log((line) => lines.push(line), "DEBUG"), lines };
}

const SURROUNDINGS = {
  cwd: Deno.cwd(),
  env: Deno.env,
  offline: true,
  say: () => {},
};

/** What a test has in hand. */
export interface Library {
  /** Holds `documents` and, when built, `index`. */
  folder: string;
  /** Opens `index` anew. */
  openIndex(): OpenIndex;
  live: LiveIndex;
  client: Client;
  lines: string[];
}

/** A source of `folder/index`, told apart by its inode. */
export function folderSource(
  folder: string,
  assets: HeldAssets,
): IndexSource & { openIndex(): OpenIndex } {
  const openIndex = () => {
    const index = open(folder);
    let opened: Promise<Searcher> | undefined;
    const searcher = () =>
      opened ??= openIndexEmbedder(index, assets, SURROUNDINGS)
        .then((embedder) =>
          new Searcher(
            index,
            embedder,
            openLateInteraction(embedder, assets.open),
          )
        );
    return {
      index,
      searcher,
      answerer: async () => ({
        index,
        searcher: await searcher(),
        minScore: 0,
        contextChars: 30_000,
      }),
      minScore: 0,
      close: () => index.close(),
    };
  };
  return {
    stamp() {
      try {
        return String(Deno.statSync(`${folder}/index`).ino);
      } catch {
        return undefined;
      }
    },
    open: () => Promise.resolve(openIndex()),
    openIndex,
  };
}

/** Runs a test with an index of documents and a client of the server over it. */
export function withLibrary(
  test: (library: Library) => Promise<void>,
  documents: Record<string, string> = DOCUMENTS,
): Promise<void> {
  return withDocuments(documents, async (folder) => {
    await build(folder);
    using assets = new HeldAssets();
    const source = folderSource(folder, assets);
    const { log, lines } = keptLog();
    const live = new LiveIndex(source, log);
    const server = await serverFactory(live, log)({ era: "legacy" }) as Server;
    const client = new Client({ name: "test", version: "1" });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(ours), client.connect(theirs)]);
    try {
      await test({
        folder,
        openIndex: source.openIndex,
        live,
        client,
        lines,
      });
    } finally {
      await client.close();
      live.close();
    }
  });
}

/** Calls a tool; gives its text and its data, or the text of its error. */
export async function call(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
  // deno-lint-ignore no-explicit-any -- tests look into it.
): Promise<{ text: string; data: any; isError: boolean }> {
  const result = await client.callTool({ name, arguments: args });
  const [first] = result.content as { text: string }[];
  return {
    text: first.text,
    data: result.structuredContent,
    isError: result.isError === true,
  };
}
