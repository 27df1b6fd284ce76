import { LiveIndex } from "../../app/live_index.ts";
import { LocatedIndexSource } from "../../app/located_index_source.ts";
import { loadSettings } from "../../config/load_settings.ts";
import { hostOf, type HttpPlan, httpPlan } from "../../http/http_plan.ts";
import { listen } from "../../http/listen.ts";
import type { Log } from "../../log.ts";
import { collectGarbage } from "../../mcp/collect_garbage.ts";
import { UserError } from "../../user_error.ts";
import type { Parsed } from "../command.ts";
import { openServerLog } from "../server_log.ts";
import type { serveCommand } from "../table.ts";
import type { Io } from "../terminal/io.ts";

const HTTP_FLAGS = [
  "token-file",
  "no-auth",
  "allow-host",
  "allow-origin",
] as const;

/** `docs serve`: the MCP server, until its client or the user ends it. */
export async function run(
  { flags, arguments: [address] }: Parsed<typeof serveCommand>,
  io: Io,
): Promise<number> {
  if (Boolean(flags.stdio) === Boolean(flags.http)) {
    throw new UserError(
      "docs serve needs one of --stdio and --http",
      "An agent's configuration says docs serve --stdio; docs install writes it.",
    );
  }
  const ofHttp = [
    address !== undefined && "HOST:PORT",
    ...HTTP_FLAGS.map((name) => flags[name] !== undefined && `--${name}`),
  ].find(Boolean);
  if (flags.stdio && ofHttp) {
    throw new UserError(
      `${ofHttp} goes with --http, not with --stdio`,
      "Over stdio only the client that starts the program is served.",
    );
  }
  const settings = loadSettings({ flags, env: io.env, cwd: io.cwd() });
  using log = openServerLog(
    flags["log-file"],
    settings,
    flags.stdio ?? false,
    io,
  );
  using source = new LocatedIndexSource(settings, {
    env: io.env,
    cwd: io.cwd(),
    log,
    // A warning, so that it is said over stdio too: text leaves the machine.
    announce: (sentence) => log.warning(sentence),
  });
  const live = new LiveIndex(source, log, flags.http);
  const stopCollecting = collectGarbage();
  try {
    if (flags.stdio) await stdio(live, log, io);
    else {
      const plan = httpPlan(address, settings, flags["token-file"], io.cwd());
      await http(plan, live, log, io);
    }
    return 0;
  } finally {
    stopCollecting();
    live.close();
  }
}

/** Stdout is taken before the SDK is loaded, so that nothing of it can print there. */
async function stdio(live: LiveIndex, log: Log, io: Io): Promise<void> {
  const { ownStdio } = await import("../../mcp/own_stdio.ts");
  const pipes = ownStdio();
  if (Deno.stdin.isTerminal()) {
    io.stderr.line(
      "docs: waiting for an MCP client on stdin; docs install CLIENT makes one start this by itself",
    );
  }
  const { serverFactory } = await import("../../mcp/server.ts");
  const { serveStdio } = await import("../../mcp/serve_stdio.ts");
  const factory = serverFactory(live, log);
  let ignore = () => {};
  await serveStdio(
    async (context) => {
      const server = await factory(context);
      // When the client has been greeted.
      setTimeout(() => void live.warm());
      return server;
    },
    pipes,
    log,
    (stop) => ignore = io.onInterrupt(stop),
  ).finally(() => ignore());
}

/** Listens until the user ends it. */
async function http(
  plan: HttpPlan,
  live: LiveIndex,
  log: Log,
  io: Io,
): Promise<void> {
  const { serverFactory } = await import("../../mcp/server.ts");
  const { mcpEndpoint } = await import("../../mcp/http/mcp_endpoint.ts");
  const { mcpRoute } = await import("../../mcp/http/mcp_route.ts");
  const { rpcError } = await import("../../mcp/http/rpc_error.ts");
  const { httpServer } = await import("../../http/http_server.ts");
  const { probeRoutes } = await import("../../http/probe_routes.ts");
  const stopped = new Promise<void>((resolve) => {
    io.onInterrupt(() => resolve());
  });
  const endpoint = mcpEndpoint(serverFactory(live, log), log);
  const routes = [
    ...probeRoutes(() => isReady(live) || "the index is not open"),
    mcpRoute("/mcp", endpoint),
  ];
  const server = listen(
    () =>
      httpServer(routes, log, {
        ...plan,
        errors: rpcError,
        notFound: "the protocol is at /mcp",
      }),
    plan,
    "docs serve --http HOST:PORT",
  );
  if (plan.notice) log.warning(plan.notice);
  // Said at every level: it is what the user waits for.
  io.stderr.line(`docs: serving http://${hostOf(plan)}:${server.port}/mcp`);
  void live.warm();
  await stopped;
  log.info("stopping");
  await server.stop();
}

/** Whether the index is open; if not, it is looked for again, for the next who asks. */
function isReady(live: LiveIndex): boolean {
  if (!live.isOpen) {
    live.use().then((lease) => lease[Symbol.dispose](), () => {});
  }
  return live.isOpen;
}
