/**
 * Whether an address that a document gives for itself must not become a link:
 * one of another scheme than http(s), such as `javascript:`, or one with white
 * space or control characters in it. A relative address is fine.
 */
export function unsafeUrl(url: string): boolean {
  // deno-lint-ignore no-control-regex
  if (/[\s\x00-\x1f\x7f]/.test(url)) return true;
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(url)?.[1];
  return scheme !== undefined && !/^https?$/i.test(scheme);
}
