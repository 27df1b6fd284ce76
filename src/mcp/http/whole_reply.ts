const decoder = new TextDecoder();

/**
 * Gives an event stream back as one JSON document where it holds nothing but
 * the answer; what begins with anything else (progress, a question to the
 * client) stays a stream. The SDK's sessions can only stream or never stream.
 *
 * @param reply of the SDK's transport, each event in a chunk of its own
 * @param unread told when the client goes before the end of a stream
 */
export async function wholeReply(
  reply: Response,
  unread: () => void,
): Promise<Response> {
  const type = reply.headers.get("content-type");
  if (!type?.startsWith("text/event-stream") || reply.body === null) {
    return reply;
  }
  const reader = reply.body.getReader();
  const first = await reader.read();
  const json = first.done ? undefined : answerOf(decoder.decode(first.value));
  const headers = new Headers(reply.headers);
  if (json !== undefined) {
    await reader.cancel();
    headers.set("content-type", "application/json");
    headers.delete("cache-control");
    headers.delete("connection");
    headers.delete("x-accel-buffering");
    return new Response(json, { status: reply.status, headers });
  }
  const rest = new ReadableStream<Uint8Array>({
    start(controller) {
      if (first.done) controller.close();
      else controller.enqueue(first.value);
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel(reason) {
      unread();
      return reader.cancel(reason);
    },
  });
  return new Response(rest, { status: reply.status, headers });
}

/** The JSON of an event, if it answers a request. */
function answerOf(event: string): string | undefined {
  const [, json] = /^event: message\ndata: (.*)\n\n$/.exec(event) ?? [];
  if (json === undefined) return undefined;
  // As the SDK writes it; whatever else is looked into.
  if (/^\{"(?:result|error)":/.test(json)) return json;
  const message = JSON.parse(json);
  return "result" in message || "error" in message ? json : undefined;
}
