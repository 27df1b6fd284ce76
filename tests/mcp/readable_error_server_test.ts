import assert from "node:assert/strict";
import { rawServer, withLibrary } from "./_library.ts";

Deno.test("what is wrong with a request's parameters is told in a sentence, by -32602", () =>
  withLibrary(async ({ live }) => {
    await using server = await rawServer(live);
    let id = 0;
    const told = async (method: string, params: unknown) => {
      const { error } = await server.ask(++id, method, params);
      assert.equal(error.code, -32602);
      return error.message;
    };
    const client = {
      capabilities: {},
      clientInfo: { name: "a", version: "1" },
    };
    const name = "search_docs";
    assert.equal(
      await told("initialize", { ...client, protocolVersion: 5 }),
      "initialize: params.protocolVersion must be a string, not a number",
    );
    assert.equal(
      await told("initialize", client),
      "initialize: params.protocolVersion is missing",
    );
    assert.equal(
      await told("tools/call", {}),
      "tools/call: params.name is missing",
    );
    assert.equal(
      await told("tools/call", undefined),
      "tools/call: params is missing",
    );
    for (
      const [wrong, is] of [["x", "a string"], [[1], "an array"], [
        5,
        "a number",
      ]]
    ) {
      assert.equal(
        await told("tools/call", { name, arguments: wrong }),
        `tools/call: params.arguments must be an object, not ${is}`,
      );
    }
    assert.equal(
      await told("resources/read", { uri: null }),
      "resources/read: params.uri must be a string, not null",
    );
    assert.match(
      await told("logging/setLevel", { level: "loud" }),
      /^logging\/setLevel: params\.level: .*expected one of "debug"/,
    );
  }));
