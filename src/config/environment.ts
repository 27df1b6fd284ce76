/** Read access to environment variables. */
export interface Environment {
  get(name: string): string | undefined;
  /** Path of the `--env-file` that set a variable, if one did. */
  file?(name: string): string | undefined;
}
