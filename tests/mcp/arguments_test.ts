import assert from "node:assert/strict";
import { readArguments } from "../../src/mcp/arguments.ts";
import { getDoc } from "../../src/mcp/tools/get_doc.ts";
import { listDocs } from "../../src/mcp/tools/list_docs.ts";
import { searchDocs } from "../../src/mcp/tools/search_docs.ts";
import { UserError } from "../../src/user_error.ts";

Deno.test("readArguments() accepts what models write in place of the right names", () => {
  for (const name of ["query", "question", "q", "userQuery"]) {
    assert.deepEqual(readArguments(searchDocs, { [name]: "x" }), {
      query: "x",
      queries: undefined,
      top_k: 3,
    });
  }
  for (const name of ["top_k", "k", "limit", "topK"]) {
    assert.equal(readArguments(searchDocs, { q: "x", [name]: "7" }).top_k, 7);
  }
});

Deno.test("readArguments() takes the right name before others, and null as not given", () => {
  assert.equal(
    readArguments(searchDocs, { question: "b", query: "a" }).query,
    "a",
  );
  assert.equal(readArguments(searchDocs, { query: "a", top_k: null }).top_k, 3);
  assert.deepEqual(readArguments(listDocs, undefined), {
    path: undefined,
    sections: false,
    offset: 0,
  });
});

Deno.test("readArguments() refuses unknown names with the list of the known", () => {
  const refused = (tool: typeof searchDocs, args: unknown, message: RegExp) => {
    assert.throws(() => readArguments(tool, args), (error) => {
      assert.ok(error instanceof UserError);
      assert.match(`${error.message}\n${error.next ?? ""}`, message);
      return true;
    });
  };
  refused(
    searchDocs,
    { query: "x", top: 3, colour: "red" },
    /no argument "top"\nDid you mean top_k\? Arguments of search_docs: query, queries, top_k\./,
  );
  refused(searchDocs, {}, /needs the argument query/);
  refused(searchDocs, { query: null }, /needs the argument query/);
  refused(searchDocs, [], /must be an object/);
  refused(searchDocs, { query: " " }, /a text that is not empty/);
  refused(searchDocs, { query: 3 }, /a text that is not empty/);
  refused(searchDocs, { query: "x", top_k: 0 }, /whole number from 1 to 50/);
  refused(searchDocs, { query: "x", top_k: 1.5 }, /whole number/);
  refused(searchDocs, { query: "x".repeat(10_001) }, /more than 2000/);
  refused(listDocs, { sections: "yes" }, /true or false/);
  refused(getDoc, { path: "x", constructor: 1 }, /no argument "constructor"/);
});
