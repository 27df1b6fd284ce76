/**
 * The language tag that a document declares, in the form of BCP 47 (`ja`,
 * `en-GB`); `undefined` for what is not one.
 */
export function languageTag(declared: string): string | undefined {
  const tag = declared.trim().replaceAll("_", "-");
  return /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(tag) ? tag : undefined;
}
