/**
 * Checks what a model gives a tool against the tool's JSON Schema.
 *
 * @returns what is wrong, undefined where nothing is; a schema that cannot be
 *   read is left to the tool's server
 */
export async function validateArguments(
  schema: Record<string, unknown>,
  args: Record<string, unknown>,
): Promise<string | undefined> {
  const { CfWorkerJsonSchemaValidator } = await import(
    "@modelcontextprotocol/client/validators/cf-worker"
  );
  try {
    const validate = new CfWorkerJsonSchemaValidator().getValidator(schema);
    return validate(args).errorMessage;
  } catch {
    return undefined;
  }
}
