import assert from "node:assert/strict";
import { proxyLoad } from "../soak/_proxy_load.ts";

Deno.test("docs proxy gives results or clear errors, none crossed, while its server is killed", async () => {
  const { results, errors, kills } = await proxyLoad(6, 16, 1_500);
  assert.ok(kills >= 2, `${kills} kills`);
  assert.ok(results > 100, `${results} results`);
  assert.ok(errors >= 1, "no call was under way at any kill");
});
