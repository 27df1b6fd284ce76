/**
 * A JSON Schema validator for the MCP SDK that accepts everything. It saves the
 * memory of the SDK's own. Nothing is left unchecked: `readArguments` checks
 * calls of our tools, with clearer messages; other servers check their own.
 */
export const noValidator = {
  getValidator: () => (value: unknown) => ({
    valid: true as const,
    data: value as never,
    errorMessage: undefined,
  }),
};
