import { loadSettings } from "../../config/load_settings.ts";
import type { Log } from "../../log.ts";
import { collectGarbage } from "../../mcp/collect_garbage.ts";
import { describeMissing, type UpstreamConfig } from "../../upstream/config.ts";
import { loadUpstreams } from "../../upstream/load_upstreams.ts";
import { UserError } from "../../user_error.ts";
import type { Parsed } from "../command.ts";
import { hostOf, type HttpPlan, httpPlan } from "../../http/http_plan.ts";
import type { Io } from "../terminal/io.ts";
import { listen } from "../../http/listen.ts";
import { PROBE_PATHS } from "../../http/probe_routes.ts";
import { METRICS_PATH } from "../../proxy/metrics_route.ts";
import { openServerLog } from "../server_log.ts";
import { upstreamFlags } from "../shared_flags.ts";
import { singleUpstream } from "../single_upstream.ts";
import type { proxyCommand } from "../table_proxy.ts";

type Flags = Parsed<typeof proxyCommand>["flags"];

/** Bytes that a request may have: some tools are given whole files. */
const BODY_LIMIT = 16 * 1024 * 1024;

/** How much longer than a call a request may take, in ms. */
const MARGIN = 5_000;

/** `docs proxy`: other MCP servers over HTTP, until the user ends it. */
export async function run(
  { flags, arguments: command }: Parsed<typeof proxyCommand>,
  io: Io,
): Promise<number> {
  const { transport = "streamablehttp" } = flags;
  if (!/^streamable-?http$/i.test(transport)) {
    throw new UserError(
      `docs proxy serves streamablehttp and not ${JSON.stringify(transport)}`,
      "Leave --transport out; clients of both eras of the protocol are served.",
    );
  }
  const settings = loadSettings({ flags, env: io.env, cwd: io.cwd() });
  const { host = "127.0.0.1", port = 3001 } = flags;
  const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const plan = httpPlan(
    address,
    settings,
    flags["token-file"],
    io.cwd(),
    "use the server's tools",
  );
  using log = openServerLog(flags["log-file"], settings, false, io);
  const configs = command.length > 0
    ? new Map([[pathOf(flags), singleUpstream(command, flags, io.env)]])
    : configured(flags, io, log);
  if (plan.notice) log.warning(plan.notice);
  const stopCollecting = collectGarbage();
  try {
    await serve(configs, plan, log, io);
    return 0;
  } finally {
    stopCollecting();
  }
}

/** Serves them until the user ends it. */
async function serve(
  configs: ReadonlyMap<string, UpstreamConfig>,
  plan: HttpPlan,
  log: Log,
  io: Io,
): Promise<void> {
  const { Upstreams } = await import("../../upstream/upstreams.ts");
  const { proxyEndpoint } = await import("../../proxy/proxy_endpoint.ts");
  const { metricsRoute } = await import("../../proxy/metrics_route.ts");
  const { mcpRoute } = await import("../../mcp/http/mcp_route.ts");
  const { rpcError } = await import("../../mcp/http/rpc_error.ts");
  const { httpServer } = await import("../../http/http_server.ts");
  const { probeRoutes } = await import("../../http/probe_routes.ts");
  const stopped = new Promise<void>((resolve) => {
    io.onInterrupt(() => resolve());
  });
  const upstreams = new Upstreams([...configs.values()], log, {
    answers: true,
  });
  const longest = Math.max(
    ...[...configs.values()].map(({ timeoutMs }) => timeoutMs),
  );
  const limits = { timeLimit: longest + MARGIN, bodyLimit: BODY_LIMIT };
  const paths = [...configs.keys()];
  const routes = [
    ...probeRoutes(() => readiness(upstreams.all.map(({ status }) => status))),
    metricsRoute(upstreams.all),
    ...paths.map((path, at) =>
      mcpRoute(path, proxyEndpoint(upstreams.all[at]!, log), limits)
    ),
  ];
  const server = listen(
    () =>
      httpServer(routes, log, {
        ...plan,
        command: "docs proxy",
        errors: rpcError,
        notFound: `the protocol is at ${paths.join(", ")}`,
      }),
    plan,
    "docs proxy --host HOST --port PORT",
  );
  try {
    // Said at every level: it is what the user waits for.
    for (const path of paths) {
      io.stderr.line(
        `docs: serving http://${hostOf(plan)}:${server.port}${path}`,
      );
    }
    await Promise.race([upstreams.start(), stopped]);
    for (const { name, status } of upstreams.all) {
      if (status.state !== "ready") continue;
      log.info(`${name}: ready, ${status.sessions} of ${status.of} sessions`);
    }
    await stopped;
    log.info("stopping");
    await server.stop();
  } finally {
    await upstreams.close();
  }
}

/** Whether all can be called, or which cannot and why. */
function readiness(
  all: readonly { name: string; state: string; reason?: string }[],
): true | string {
  const missing = all.filter(({ state }) => state !== "ready");
  if (missing.length === 0) return true;
  return missing.map(({ name, state, reason }) =>
    `${name} is ${state}${reason ? `: ${reason}` : ""}`
  ).join("\n");
}

/** The active ones of `docs.config.json`, each at its path. */
function configured(
  flags: Flags,
  io: Io,
  log: Log,
): Map<string, UpstreamConfig> {
  const adapting = upstreamFlags.find(({ name }) => flags[name] !== undefined);
  if (adapting !== undefined || flags.path !== undefined) {
    throw new UserError(
      `--${adapting?.name ?? "path"} goes with a COMMAND`,
      'Put -- COMMAND at the end, or say it under "upstreams" in docs.config.json.',
    );
  }
  const entries = loadUpstreams({ flags, env: io.env, cwd: io.cwd() });
  const active = new Map<string, UpstreamConfig>();
  const lacking: string[] = [];
  for (const { name, config, missing } of entries) {
    if (config) active.set(`/servers/${name}/mcp`, config);
    else lacking.push(`${name} is not active: ${describeMissing(missing)}`);
  }
  if (active.size === 0) {
    throw new UserError(
      lacking.length > 0
        ? lacking.join("\n")
        : "docs proxy has no COMMAND, and no server is configured",
      'Usage: docs proxy -- COMMAND…, or docs proxy --config FILE with "upstreams".',
    );
  }
  for (const line of lacking) log.info(line);
  return active;
}

/** As requests have it: without dots, and percent-encoded. */
function pathOf({ path = "/mcp" }: Flags): string {
  const asked = URL.parse(`http://localhost${path}`)?.pathname ?? "";
  if (/^\/[^\s?#]*$/.test(path) && !TAKEN.includes(asked)) return asked;
  throw new UserError(
    `--path must begin with / and be none of ${TAKEN.join(", ")}, not ${
      JSON.stringify(path)
    }`,
    "Such as --path /mcp, which is the default.",
  );
}

const TAKEN = [...PROBE_PATHS, METRICS_PATH];
