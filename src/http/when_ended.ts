/**
 * A reply that tells when its body has been read to the end, or given up; one
 * without a stream of events has ended when it is made.
 *
 * @param ended called once
 */
export function whenEnded(reply: Response, ended: () => void): Response {
  const { body } = reply;
  const streams = reply.headers.get("content-type")
    ?.startsWith("text/event-stream");
  if (body === null || !streams) {
    ended();
    return reply;
  }
  const reader = body.getReader();
  const watched = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      ended();
    },
    cancel(reason) {
      ended();
      return reader.cancel(reason);
    },
  });
  return new Response(watched, reply);
}
