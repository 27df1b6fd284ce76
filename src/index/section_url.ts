/**
 * URL of a section: the document's own, else the base followed by path and anchor,
 * else `path#anchor`. In a path after a base, characters that would end or break a
 * URL are escaped (white space, quotes, angle brackets, `%`, `?`, `#` …); letters of
 * all scripts stay readable.
 *
 * @param own URL that the document declares, or "".
 * @param base Base URL (`--url-base`), if any.
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
