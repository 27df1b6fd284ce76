/**
 * Stands in for the validator of JSON Schemas that the SDK would load, which
 * costs memory: `readArguments` says more clearly what is wrong with a call of
 * our own tools, and those of other servers are checked by them.
 */
export const noValidator = {
  getValidator(): never {
    throw new Error("no JSON Schema is validated here");
  },
};
