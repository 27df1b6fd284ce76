/**
 * A server over a small index, and a client that is connected to it.
 *
 * @module
 */

import { openEmbedder } from "../../src/embed/known_embedders.ts";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport, type Server } from "@modelcontextprotocol/server";
import { type AppContext, embedderContext } from "../../src/app/app_context.ts";
import { resolveSettings } from "../../src/config/settings.ts";
import { AssetScope } from "../../src/app/asset_scope.ts";
import { SearcherFactory } from "../../src/app/searcher_factory.ts";
import {
  type IndexSource,
  LiveIndex,
  type OpenIndex,
} from "../../src/app/live_index.ts";
import { Log } from "../../src/log.ts";
import { serverFactory } from "../../src/mcp/server.ts";
import type { Searcher } from "../../src/search/search.ts";
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

const CONTEXT: AppContext = {
  cwd: Deno.cwd(),
  env: Deno.env,
  log: new Log(() => {}, "ERROR"),
  announce: () => {},
};

const SETTINGS = resolveSettings({
  flags: { offline: true },
  env: { get: () => undefined },
  cwd: Deno.cwd(),
});

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
  searchers: SearcherFactory,
): IndexSource & { openIndex(): OpenIndex } {
  const openIndex = () => {
    const index = open(folder);
    let opened: Promise<Searcher> | undefined;
    const searcher = () =>
      opened ??= searchers.open({ index, settings: SETTINGS });
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

/**
 * Runs a test with an index of documents and a client of the server over it.
 *
 * @param model that makes the vectors; default: the bundled one
 */
export function withLibrary(
  test: (library: Library) => Promise<void>,
  documents: Record<string, string> = DOCUMENTS,
  model?: string,
): Promise<void> {
  return withDocuments(documents, async (folder) => {
    using assets = new AssetScope();
    using searchers = new SearcherFactory(CONTEXT);
    const embedder = await openEmbedder(
      model,
      assets.open,
      embedderContext(SETTINGS, CONTEXT),
    );
    await build(folder, { embedder });
    const source = folderSource(folder, searchers);
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

/** A server that is spoken to in raw messages, past what a client would check. */
export async function rawServer(live: LiveIndex) {
  const { log } = keptLog();
  const server = await serverFactory(live, log)({ era: "legacy" }) as Server;
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  // deno-lint-ignore no-explicit-any -- tests look into it.
  const messages: any[] = [];
  const waiting = new Map<number, (message: unknown) => void>();
  theirs.onmessage = (message) => {
    messages.push(message);
    if ("id" in message) waiting.get(message.id as number)?.(message);
  };
  await server.connect(ours);
  await theirs.start();
  return {
    messages,
    notify: (method: string, params: Record<string, unknown>) =>
      theirs.send({ jsonrpc: "2.0", method, params }),
    /** Sends a request and waits for its answer. */
    // deno-lint-ignore no-explicit-any -- as above.
    ask(id: number, method: string, params?: any): Promise<any> {
      const answer = new Promise((resolve) => waiting.set(id, resolve));
      void theirs.send({ jsonrpc: "2.0", id, method, params });
      return answer;
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
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
