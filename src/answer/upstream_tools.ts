import { textOf, type UpstreamToolResult } from "../upstream/tool_result.ts";
import {
  named,
  type Upstreams,
  type UpstreamTool,
} from "../upstream/upstreams.ts";
import type { OfferedTool, ToolOutcome, ToolProvider } from "./toolbox.ts";

/**
 * The servers that are there, with their tools as a model may call them. One
 * that is not ready is left out.
 */
export async function toolProviders(
  upstreams: Upstreams,
): Promise<ToolProvider[]> {
  const ready = upstreams.all.filter(({ status }) => status.state === "ready");
  const lists = await Promise.all(ready.map(async (upstream) => {
    // One that ended meanwhile has none.
    const tools = await upstream.tools().catch(() => []);
    return tools.map((tool) => ({ upstream, tool }));
  }));
  const tools = named(lists.flat());
  return ready.flatMap((upstream): ToolProvider[] => {
    const own = tools.filter((tool) => tool.upstream === upstream);
    if (own.length === 0) return [];
    const { instructions, info } = upstream.about ?? {};
    return [{
      name: upstream.name,
      about: instructions ?? info?.title ?? "",
      tools: own.map(offered),
      force: Object.keys(upstream.config.force),
      drop: upstream.config.drop,
    }];
  });
}

function offered({ name, upstream, tool }: UpstreamTool): OfferedTool {
  return {
    name,
    upstream: upstream.name,
    description: tool.description ?? tool.title ?? "",
    parameters: tool.inputSchema,
    async call(args, signal) {
      const call = { name: tool.name, arguments: args };
      return outcome(await upstream.callTool(call, { signal }));
    },
  };
}

function outcome(
  { content = [], structuredContent, isError = false }: UpstreamToolResult,
): ToolOutcome {
  const texts = content.map((part) =>
    textOf(part) ?? `(${part.type}, which is no text)`
  );
  if (texts.length === 0 && structuredContent !== undefined) {
    texts.push(JSON.stringify(structuredContent));
  }
  return { text: texts.join("\n"), isError };
}
