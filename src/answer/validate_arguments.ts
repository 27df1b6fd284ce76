import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/client/validators/cf-worker";

/**
 * Checks what a model gives a tool against the tool's JSON Schema.
 *
 * @returns what is wrong, undefined where nothing is; a schema that cannot be
 *   read is left to the tool's server
 */
export function validateArguments(
  schema: Record<string, unknown>,
  args: Record<string, unknown>,
): string | undefined {
  try {
    const validate = new CfWorkerJsonSchemaValidator().getValidator(schema);
    return validate(args).errorMessage;
  } catch {
    return undefined;
  }
}
