import type { ToolResult } from "../upstream/tool_result.ts";
import type { Upstreams, UpstreamTool } from "../upstream/upstreams.ts";
import type { OfferedTool, ToolOutcome, ToolProvider } from "./toolbox.ts";

/**
 * The servers that are there, with their tools as a model may call them. One
 * that is down is left out; its log says why.
 */
export async function toolProviders(
  upstreams: Upstreams,
): Promise<ToolProvider[]> {
  const tools = await upstreams.tools();
  return upstreams.all.flatMap((upstream): ToolProvider[] => {
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
  { content = [], structuredContent, isError = false }: ToolResult,
): ToolOutcome {
  const texts = content.map((part) =>
    part.text ?? part.resource?.text ?? `(${part.type}, which is no text)`
  );
  if (texts.length === 0 && structuredContent !== undefined) {
    texts.push(JSON.stringify(structuredContent));
  }
  return { text: texts.join("\n"), isError };
}
