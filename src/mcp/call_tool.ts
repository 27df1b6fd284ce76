import type { ServerContext } from "@modelcontextprotocol/server";
import { UserError } from "../user_error.ts";
import { readArguments } from "./arguments.ts";
import { errorText } from "./error_text.ts";
import type { LiveIndex } from "./live_index.ts";
import type { Log } from "./log.ts";
import type { Tool } from "./tool.ts";

/** What a client asks for (MCP 2025-11-25, `tools/call`). */
interface CallParams {
  name: string;
  arguments?: Record<string, unknown>;
}

/**
 * Calls a tool and puts what comes of it into the protocol's form. Whatever
 * goes wrong is a result that says so, which a model can read and mend.
 */
export async function callTool(
  tools: readonly Tool[],
  params: CallParams,
  live: LiveIndex,
  context: ServerContext,
  log: Log,
) {
  try {
    const tool = tools.find((it) => it.definition.name === params.name);
    if (tool === undefined) {
      throw new UserError(
        `there is no tool ${JSON.stringify(params.name)}`,
        `Tools: ${tools.map((it) => it.definition.name).join(", ")}.`,
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
  if (progressToken === undefined || mcpReq.signal.aborted) return;
  await mcpReq.notify({
    method: "notifications/progress",
    params: { progressToken, progress: done, total: 2, message },
  });
}
