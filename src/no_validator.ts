/**
 * Stands in for the JSON Schema validator that the SDK would load, which costs
 * memory: everything is valid. `readArguments` checks calls of our own tools
 * with clearer messages; those of other servers are checked by them.
 */
export const noValidator = {
  getValidator: () => (value: unknown) => ({
    valid: true as const,
    data: value as never,
    errorMessage: undefined,
  }),
};
