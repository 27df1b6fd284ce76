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
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import type { Log } from "../log.ts";
import { shortened } from "../text/quoted.ts";
import { UserError } from "../user_error.ts";
import { VERSION } from "../version.ts";
import { callTool } from "./call_tool.ts";
import { errorText } from "./error_text.ts";
import type { Lease, LiveIndex } from "../app/live_index.ts";
import { instructions, instructionsWithout } from "./overview.ts";
import { noValidator } from "../no_validator.ts";
import { ReadableErrorServer } from "./readable_error_server.ts";
import { promptMessages, PROMPTS } from "./prompts.ts";
import {
  complete,
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

/** Revisions of the protocol. The SDK knows a draft before the first one too. */
const VERSIONS = SUPPORTED_PROTOCOL_VERSIONS.filter((it) => it >= "2024-11-05");

/** How long an index is waited for when a client connects, in ms. */
const GREETING = 300;

/** How long a client may keep lists and texts (MCP 2026-07-28, `ttlMs`). */
const FRESH = { ttlMs: 60_000, cacheScope: "private" as const };
/** What only another version of the program changes. */
const FIXED = { ttlMs: 3_600_000, cacheScope: "private" as const };

/** Makes a server for each connection, or for each request over HTTP. */
export function serverFactory(live: LiveIndex, log: Log): McpServerFactory {
  return async () => {
    const server = new ReadableErrorServer(
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
        supportedProtocolVersions: VERSIONS,
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
    tools: TOOLS.map(({ definition, openWorld = false }) => ({
      ...definition,
      annotations: {
        title: definition.title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: openWorld,
      },
    })),
  };
  server.setRequestHandler("tools/list", () => list);
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const started = performance.now();
    const result = await callTool(TOOLS, params, live, context, log);
    log.debug(
      `${shortened(params.name, 100)}: ${result.isError ? "error" : "ok"}, ${
        (performance.now() - started).toFixed(1)
      } ms`,
    );
    return result;
  });
}

function offerResources(server: Server, live: LiveIndex): void {
  server.setRequestHandler(
    "resources/list",
    ({ params }) =>
      withIndex(live, ({ index }) => listResources(index, params?.cursor)),
  );
  server.setRequestHandler(
    "resources/templates/list",
    () => ({ resourceTemplates: [TEMPLATE] }),
  );
  server.setRequestHandler(
    "resources/read",
    ({ params }) =>
      withIndex(live, ({ index }) => readResource(index, params.uri)),
  );
  server.setRequestHandler(
    "completion/complete",
    ({ params }) => withIndex(live, ({ index }) => complete(index, params)),
  );
}

function offerPrompts(server: Server, live: LiveIndex): void {
  server.setRequestHandler("prompts/list", () => ({ prompts: PROMPTS }));
  server.setRequestHandler("prompts/get", ({ params }, { mcpReq }) =>
    withIndex(
      live,
      (open) =>
        promptMessages(open, params.name, params.arguments, mcpReq.signal),
      ProtocolErrorCode.InvalidParams,
    ));
}

/**
 * Answers from the index; failures become protocol errors, since
 * there is no tool to say it.
 *
 * @param wrong code of what goes wrong with an index that could be opened
 */
async function withIndex<T>(
  live: LiveIndex,
  answer: (open: Lease) => T | Promise<T>,
  wrong = ProtocolErrorCode.InternalError,
): Promise<T> {
  let code = ProtocolErrorCode.InternalError;
  try {
    using open = await live.use();
    code = wrong;
    return await answer(open);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new ProtocolError(code, errorText(error));
  }
}

/**
 * The instructions for the index as it is. A client that connects is not kept
 * waiting for one that takes long to open.
 */
async function currentInstructions(live: LiveIndex): Promise<string> {
  const opened = live.use();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, GREETING, undefined);
  });
  try {
    const open = await Promise.race([opened, late]);
    if (open !== undefined) return instructions(open.index);
    return instructionsWithout("it is still being opened");
  } catch (error) {
    return instructionsWithout(
      error instanceof UserError ? error.message : "it cannot be opened",
    );
  } finally {
    clearTimeout(timer);
    opened.then((open) => open[Symbol.dispose](), () => {});
  }
}
