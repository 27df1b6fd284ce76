import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";

type Wrap = Server["_wrapHandler"];

/**
 * The SDK's server, which tells a client in one sentence what is wrong with the
 * parameters of a request, and by the code for it (JSON-RPC 2.0, section 5.1:
 * -32602), where the SDK gives the dump of its validator.
 */
export class ReadableErrorServer extends Server {
  protected override _wrapHandler(
    method: Parameters<Wrap>[0],
    handler: Parameters<Wrap>[1],
  ): ReturnType<Wrap> {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (error) {
        const fault = error instanceof Error ? faultIn(error.message) : null;
        if (fault === null) throw error;
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `${method}: ${fault}`,
        );
      }
    };
  }
}

/** What the validator (zod) says of one place in a request. */
interface Issue {
  path: (string | number)[];
  message: string;
  expected?: string;
}

/**
 * The first fault of a dump in words.
 *
 * @returns null for a message that is none
 */
function faultIn(message: string): string | null {
  const [, dump] = /^(?:Invalid \S+ request: )?(\[\n[^]*\])$/.exec(message) ??
    [];
  if (dump === undefined) return null;
  try {
    const [issue]: Issue[] = JSON.parse(dump);
    if (issue === undefined) return null;
    const { path, message, expected } = issue;
    const place = path.join(".");
    const [, received] = /, received (\w+)$/.exec(message) ?? [];
    if (received === "undefined") return `${place} is missing`;
    return expected === undefined || received === undefined
      ? `${place}: ${message}`
      : `${place} must be ${named(expected)}, not ${named(received)}`;
  } catch {
    return null;
  }
}

function named(type: string): string {
  const name = type === "record" ? "object" : type;
  return name === "null"
    ? name
    : `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
}
