import assert from "node:assert/strict";
import type { UpstreamConfig } from "../../src/upstream/config.ts";
import { named, Upstreams } from "../../src/upstream/upstreams.ts";
import { keptLog } from "../mcp/_library.ts";
import { fixture } from "../_fixture.ts";
import { configOf } from "./_upstreams.ts";

Deno.test("named() puts prefixes where they are wanted or names would be shared", () => {
  const tool = (name: string, prefix: string | undefined, tool: string) => ({
    upstream: { name, config: { name, prefix } as UpstreamConfig },
    tool: { name: tool, inputSchema: { type: "object" } },
  });
  const geo = tool("geo", undefined, "get"), map = tool("map", "m_", "get");
  const web = tool("web", undefined, "get");
  const only = { ...geo, tool: { ...geo.tool, name: "only" } };
  const names = named([geo, only, map, web] as never).map(({ name }) => name);
  assert.deepEqual(names, ["geo_get", "only", "m_get", "web_get"]);
});

Deno.test("an upstream that fails leaves the others alone", async () => {
  const { log } = keptLog();
  const upstreams = new Upstreams([
    configOf(fixture("faulty_upstream_server.ts", "refuse"), { name: "bad" }),
    configOf(fixture("geospatial_server.ts")),
  ], log);
  try {
    await upstreams.start();
    const tools = await upstreams.tools();
    assert.deepEqual(tools.map(({ name }) => name), ["get_multi_api"]);
  } finally {
    await upstreams.close();
  }
});
