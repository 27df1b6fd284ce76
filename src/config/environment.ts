/** Environment variables, as the program is given them. */
export interface Environment {
  get(name: string): string | undefined;
  /** The file that brought a variable in, if one did. */
  file?(name: string): string | undefined;
}
