const SCHEME = "docs://";

/**
 * The URI of a document or a section: `docs://path#anchor`. Letters of every
 * script are escaped, as RFC 3986 wants it; `/` parts the path.
 *
 * @param anchor "" is the text before the first heading; null the whole document
 */
export function resourceUri(path: string, anchor: string | null): string {
  const escaped = path.split("/").map(encodeURIComponent).join("/");
  return SCHEME + escaped +
    (anchor === null ? "" : `#${encodeURIComponent(anchor)}`);
}

/**
 * What a URI names, as `get_doc` takes it: `path` or `path#anchor`. What is not
 * escaped right is taken as it is written.
 *
 * @returns undefined for another scheme
 */
export function targetOfUri(uri: string): string | undefined {
  if (!uri.startsWith(SCHEME)) return undefined;
  const rest = uri.slice(SCHEME.length);
  const cut = rest.indexOf("#");
  const [path, anchor] = cut < 0
    ? [rest, undefined]
    : [rest.slice(0, cut), rest.slice(cut + 1)];
  return decoded(path) + (anchor === undefined ? "" : `#${decoded(anchor)}`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
