/**
 * Address of a section: the document's own, else the base followed by path
 * and anchor, else `path#anchor`. Only what would end or break a URL is
 * escaped (space, quotes, angle brackets, `%`, `?`, `#` in a path); letters of
 * every script stay readable.
 *
 * @param own Address that the document gives itself, or "".
 * @param base Base address (`--url-base`), if any.
 */
export function sectionUrl(
  path: string,
  anchor: string,
  own: string,
  base?: string,
): string {
  if (own !== "") return own;
  const fragment = anchor === "" ? "" : `#${anchor}`;
  if (base === undefined || base === "") return path + fragment;
  const escaped = path.replace(/[\s"<>%?#\\^`{|}]/g, encodeURIComponent);
  return base.replace(/\/*$/, "/") + escaped + fragment;
}
