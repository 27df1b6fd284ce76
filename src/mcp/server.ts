/**
 * The MCP server over an index: what it offers and how it answers. It knows
 * nothing of stdio or HTTP; the SDK speaks the protocol of both eras.
 *
 * @module
 */

import {
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { UserError } from "../user_error.ts";
import { VERSION } from "../version.ts";
import { readArguments } from "./arguments.ts";
import type { Lease, LiveIndex } from "./live_index.ts";
import type { Log } from "./log.ts";
import { instructions, instructionsWithout } from "./overview.ts";
import { promptMessages, PROMPTS } from "./prompts.ts";
import {
  anchorsOf,
  completions,
  listResources,
  readResource,
  TEMPLATE,
} from "./resources.ts";
import type { Tool } from "./tool.ts";
import { answerQuestion } from "./tools/answer_question.ts";
import { getDoc } from "./tools/get_doc.ts";
import { listDocs } from "./tools/list_docs.ts";
import { searchDocs } from "./tools/search_docs.ts";

/** The tools, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  searchDocs,
  answerQuestion,
  getDoc,
  listDocs,
];

/** How long a client may keep lists and texts (MCP 2026-07-28, `ttlMs`). */
const FRESH = { ttlMs: 60_000, cacheScope: "private" as const };
/** What only another version of the program changes. */
const FIXED = { ttlMs: 3_600_000, cacheScope: "private" as const };

/** No tool validates by JSON Schema: `readArguments` says more clearly what is wrong. */
const noValidator = {
  getValidator(): never {
    throw new Error("no JSON Schema is validated here");
  },
};

/** Makes a server for each connection, or for each request over HTTP. */
export function serverFactory(live: LiveIndex, log: Log): McpServerFactory {
  return async () => {
    const server = new Server(
      { name: "docs", title: "docs: search in documents", version: VERSION },
      {
        capabilities: {
          tools: {},
          resources: {},
          prompts: {},
          completions: {},
          logging: {},
        },
        instructions: await currentInstructions(live),
        jsonSchemaValidator: noValidator,
        cacheHints: {
          "tools/list": FIXED,
          "prompts/list": FIXED,
          "resources/templates/list": FIXED,
          "resources/list": FRESH,
          "resources/read": FRESH,
          "server/discover": FRESH,
        },
      },
    );
    server.onerror = (error) => log.debug(error.message);
    offerTools(server, live, log);
    offerResources(server, live);
    offerPrompts(server, live);
    return server;
  };
}

function offerTools(server: Server, live: LiveIndex, log: Log): void {
  const list = {
    tools: TOOLS.map(({ definition }) => ({
      ...definition,
      annotations: {
        title: definition.title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    })),
  };
  server.setRequestHandler("tools/list", () => list);
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const started = performance.now();
    const tool = TOOLS.find(({ definition }) =>
      definition.name === params.name
    );
    const result = await callTool(tool, params, live, context, log);
    log.debug(
      `${params.name}: ${result.isError ? "error" : "ok"}, ${
        (performance.now() - started).toFixed(1)
      } ms`,
    );
    return result;
  });
}

async function callTool(
  tool: Tool | undefined,
  params: { name: string; arguments?: Record<string, unknown> },
  live: LiveIndex,
  context: ServerContext,
  log: Log,
) {
  try {
    if (tool === undefined) {
      throw new UserError(
        `there is no tool ${JSON.stringify(params.name)}`,
        `Tools: ${TOOLS.map((tool) => tool.definition.name).join(", ")}.`,
      );
    }
    const args = readArguments(tool, params.arguments);
    await progress(context, 0, "waiting for the index");
    using open = await live.use();
    context.mcpReq.signal.throwIfAborted();
    await progress(context, 1, "reading");
    const { text, structured } = await tool.run(args, open);
    await progress(context, 2, "done");
    return {
      content: [{ type: "text" as const, text }],
      structuredContent: structured,
    };
  } catch (error) {
    if (context.mcpReq.signal.aborted) throw error;
    if (!(error instanceof UserError)) {
      log.stack(error);
      await context.mcpReq.log("error", errorText(error));
    }
    return {
      content: [{ type: "text" as const, text: errorText(error) }],
      isError: true,
    };
  }
}

/** Tells a client that asked for it how far a call is (MCP 2025-11-25, Progress). */
async function progress(
  { mcpReq }: ServerContext,
  done: number,
  message: string,
): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  await mcpReq.notify({
    method: "notifications/progress",
    params: { progressToken, progress: done, total: 2, message },
  });
}

function offerResources(server: Server, live: LiveIndex): void {
  server.setRequestHandler("resources/list", async ({ params }) => {
    using open = await useIndex(live);
    return listResources(open.index, params?.cursor);
  });
  server.setRequestHandler(
    "resources/templates/list",
    () => ({ resourceTemplates: [TEMPLATE] }),
  );
  server.setRequestHandler("resources/read", async ({ params }) => {
    using open = await useIndex(live);
    return readResource(open.index, params.uri);
  });
  server.setRequestHandler("completion/complete", async ({ params }) => {
    using open = await useIndex(live);
    const { name, value } = params.argument;
    const { index } = open;
    if (params.ref.type === "ref/resource") {
      const path = params.context?.arguments?.path;
      return name === "anchor"
        ? completions(path ? anchorsOf(index, path) : [], value)
        : completions(name === "path" ? index.paths().keys() : [], value);
    }
    if (name !== "first" && name !== "second") return completions([], value);
    const cut = value.lastIndexOf("#");
    const path = value.slice(0, cut);
    return cut > 0 && index.findDocument(path) >= 0
      ? completions(anchorsOf(index, path).map((it) => `${path}#${it}`), value)
      : completions(index.paths().keys(), value);
  });
}

function offerPrompts(server: Server, live: LiveIndex): void {
  server.setRequestHandler("prompts/list", () => ({ prompts: PROMPTS }));
  server.setRequestHandler("prompts/get", async ({ params }) => {
    using open = await useIndex(live);
    try {
      return await promptMessages(open, params.name, params.arguments);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        errorText(error),
      );
    }
  });
}

/** The index, or an error of the protocol where there is no tool to say it. */
async function useIndex(live: LiveIndex): Promise<Lease> {
  try {
    return await live.use();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InternalError, errorText(error));
  }
}

async function currentInstructions(live: LiveIndex): Promise<string> {
  try {
    using open = await live.use();
    return instructions(open.index);
  } catch (error) {
    return instructionsWithout(
      error instanceof UserError ? error.message : "it cannot be opened",
    );
  }
}

function errorText(error: unknown): string {
  if (error instanceof UserError) {
    return `Error: ${error.message}${error.next ? `\n${error.next}` : ""}`;
  }
  return `Error: ${error instanceof Error ? error.message : String(error)}`;
}
