import type { StandardSchemaV1 } from "@modelcontextprotocol/client";

/**
 * A schema for the SDK that accepts everything unchanged: proxied messages are
 * validated by client and server, not here.
 */
export function passthroughSchema<T>(): StandardSchemaV1<unknown, T> {
  return {
    "~standard": {
      version: 1,
      vendor: "docs",
      validate: (value) => ({ value: value as T }),
    },
  };
}
