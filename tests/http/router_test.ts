import assert from "node:assert/strict";
import { Access, type AccessLevel } from "../../src/http/access.ts";
import type { ErrorForm } from "../../src/http/http_refusal.ts";
import type { HttpRoute } from "../../src/http/http_route.ts";
import { requestLine } from "../../src/http/request_line.ts";
import { RequestsUnderWay } from "../../src/http/requests_under_way.ts";
import { Router } from "../../src/http/router.ts";

const textError: ErrorForm = ({ status, message, headers }) =>
  new Response(message, { status, headers });
const jsonError: ErrorForm = ({ status, message, headers }) =>
  Response.json({ error: message }, { status, headers });

/** A router of these routes, whose own form of errors is text. */
function routerOf(routes: HttpRoute[], token?: string): Router {
  const access = new Access({
    hosts: [],
    origins: ["https://page.test"],
    token,
  });
  return new Router(routes, access, new RequestsUnderWay(), {
    errors: textError,
    notFound: "there is /a",
  });
}

const ask = (
  router: Router,
  path: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
) => {
  const headers = { host: "localhost", ...init.headers };
  const request = new Request(`http://localhost${path}`, { ...init, headers });
  return router.answer(router.find(request));
};

const post = (
  body: string,
): RequestInit & { headers: Record<string, string> } => ({
  method: "POST",
  body,
  headers: { "content-type": "application/json" },
});

Deno.test("a route answers exactly those that its level lets in, by Host, Origin and token", async () => {
  for (const access of ["probe", "page", "token"] as AccessLevel[]) {
    const handle = () => new Response("in");
    const router = routerOf([{ path: "/a", access, handle }], "s3cret");
    for (const host of ["localhost", "evil.test"]) {
      for (const origin of [undefined, "https://page.test", "https://evil"]) {
        for (const token of [undefined, "s3cret", "other"]) {
          const { status } = await ask(router, "/a", {
            headers: {
              host,
              ...origin && { origin },
              ...token && { authorization: `Bearer ${token}` },
            },
          });
          const foreign = origin === "https://evil" ||
            (access !== "probe" && host === "evil.test");
          const stranger = access === "token" && token !== "s3cret";
          assert.equal(
            status,
            foreign ? 403 : stranger ? 401 : 200,
            `${access}: ${host} ${origin} ${token}`,
          );
        }
      }
    }
  }
});

Deno.test("each route's errors have the form that it names, or the server's", async () => {
  const handle = () => new Response();
  const row = { methods: ["POST"], access: "token", bodyLimit: 9, handle };
  const router = routerOf([
    { ...row, path: "/text" } as HttpRoute,
    { ...row, path: "/json", errors: jsonError } as HttpRoute,
  ]);
  const wrong: [
    number,
    string,
    RequestInit & { headers?: Record<string, string> },
  ][] = [
    [
      403,
      'the Host "x" is not accepted; docs serve --allow-host NAME adds one',
      { headers: { host: "x" } },
    ],
    [405, "PUT is not for PATH", { method: "PUT" }],
    [413, "the body has more than 9 bytes", post('"123456789"')],
    [400, "Parse error: the body is not JSON", post("{")],
    [415, "the body must be application/json", { method: "POST", body: "1" }],
  ];
  for (const [status, message, init] of wrong) {
    const text = await ask(router, "/text", init);
    assert.equal(text.status, status);
    assert.equal(await text.text(), message.replace("PATH", "/text"));
    const json = await ask(router, "/json", init);
    assert.equal(json.status, status);
    assert.deepEqual(await json.json(), {
      error: message.replace("PATH", "/json"),
    });
  }
  const nowhere = await ask(router, "/elsewhere");
  assert.deepEqual([nowhere.status, await nowhere.text()], [
    404,
    "there is /a",
  ]);
});

Deno.test("a route takes the methods that it names and answers OPTIONS; one that names none gets all", async () => {
  const handle = ({ request }: { request: Request }) =>
    new Response(request.method);
  const router = routerOf([
    { path: "/get", methods: ["GET"], access: "page", handle },
    { path: "/all", access: "page", handle },
  ]);
  assert.equal(await (await ask(router, "/get")).text(), "GET");
  const options = await ask(router, "/get", { method: "OPTIONS" });
  assert.deepEqual([options.status, options.body], [204, null]);
  const put = await ask(router, "/get", { method: "PUT" });
  assert.equal(put.headers.get("allow"), "GET, OPTIONS");
  for (const method of ["GET", "PUT", "OPTIONS"]) {
    assert.equal(await (await ask(router, "/all", { method })).text(), method);
  }
});

Deno.test("a body is read where the route has a limit for it, and the log hears only what the route says of it", async () => {
  const handle: HttpRoute["handle"] = ({ body }) => Response.json({ body });
  const subject = (body: unknown) => `of ${(body as unknown[]).length}`;
  const router = routerOf([
    { path: "/read", access: "page", bodyLimit: 99, subject, handle },
    { path: "/left", access: "page", subject, handle },
  ]);
  const asked = async (path: string) => {
    const incoming = router.find(
      new Request(`http://localhost${path}?secret`, {
        ...post("[1,2]"),
        headers: { host: "localhost", "content-type": "application/json" },
      }),
    );
    const reply = await router.answer(incoming);
    const line = requestLine(incoming, reply.status, 1.25);
    return [await reply.json(), line];
  };
  assert.deepEqual(await asked("/read"), [
    { body: [1, 2] },
    "POST /read of 2 200 1.3 ms",
  ]);
  assert.deepEqual(await asked("/left"), [{}, "POST /left - 200 1.3 ms"]);
});

Deno.test("a route's own time limit ends its requests, and their work is told", async () => {
  let late: AbortSignal | undefined;
  const router = routerOf([{
    path: "/slow",
    access: "page",
    timeLimit: 20,
    handle: (exchange) => {
      late = exchange.late;
      return new Promise(() => {});
    },
  }]);
  const reply = await ask(router, "/slow");
  assert.deepEqual(
    [reply.status, await reply.text()],
    [504, "no answer within 0.02 s"],
  );
  assert.equal(late?.aborted, true);
});

Deno.test("two routes with one path are a fault of the program, and no reply", () => {
  const route: HttpRoute = {
    ...{ path: "/a", access: "page" },
    handle: () => new Response("a"),
  };
  assert.throws(() => routerOf([route, { ...route }]), /two routes .* \/a/);
});
