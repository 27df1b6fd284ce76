import type { ServerContext } from "@modelcontextprotocol/server";
import type { Log } from "../log.ts";
import { quoted, shortened } from "../text/quoted.ts";
import { UserError } from "../user_error.ts";
import { readArguments } from "./arguments.ts";
import { errorText } from "./error_text.ts";
import type { LiveIndex } from "../app/live_index.ts";
import { jsonLength, MAX_CHARACTERS } from "./limits.ts";
import type { Tool, ToolOutput } from "./tool.ts";

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
        `there is no tool ${quoted(params.name, 100)}`,
        `Tools: ${tools.map((it) => it.definition.name).join(", ")}.`,
      );
    }
    const args = readArguments(tool, params.arguments);
    await progress(context, 0, "waiting for the index");
    using open = await live.use();
    await progress(context, 1, "reading");
    const output = await tool.run(args, open, context.mcpReq.signal);
    await progress(context, 2, "done");
    const { text, structured } = withinLimit(tool, output);
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
      content: [{
        type: "text" as const,
        text: shortened(errorText(error), MAX_CHARACTERS),
      }],
      isError: true,
    };
  }
}

/**
 * Tools keep to the limit by themselves; names that leave no room for anything
 * else are told of here.
 *
 * @throws {UserError} the text or its data is too long
 */
function withinLimit(tool: Tool, output: ToolOutput): ToolOutput {
  const size = Math.max(output.text.length, jsonLength(output.structured));
  if (size <= MAX_CHARACTERS) return output;
  throw new UserError(
    `the result of ${tool.definition.name} would have ${size} characters, more than ${MAX_CHARACTERS}`,
    "Ask for less: a shorter query, fewer results, or other documents; names of these are too long.",
  );
}

/**
 * Sends progress of a call to a client that asked for it (MCP 2025-11-25, Progress).
 *
 * @throws the signal's reason once the client has cancelled, who is told
 *   nothing more then
 */
async function progress(
  { mcpReq }: ServerContext,
  done: number,
  message: string,
): Promise<void> {
  mcpReq.signal.throwIfAborted();
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined || mcpReq.signal.aborted) return;
  await mcpReq.notify({
    method: "notifications/progress",
    params: { progressToken, progress: done, total: 2, message },
  });
}
