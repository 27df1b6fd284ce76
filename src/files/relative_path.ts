import { posix, win32 } from "node:path";

/** The path syntax of a platform. */
export type PathStyle = "posix" | "windows";

/** The syntax of the platform this runs on. */
export const NATIVE_STYLE: PathStyle = globalThis.Deno?.build.os === "windows"
  ? "windows"
  : "posix";

const rules = (style: PathStyle) => style === "windows" ? win32 : posix;

/**
 * The path of a file relative to a folder, as the index stores it: separated by
 * `/` on every platform, otherwise unchanged. On POSIX a backslash is an ordinary
 * character of a name and stays.
 *
 * @param root Absolute folder, as the platform writes it.
 * @param path Absolute path, as the platform writes it.
 * @param style Syntax of `root` and `path`.
 * @returns The relative path, `""` for the root itself, or `undefined` for a
 *   path that is not inside the root.
 */
export function relativePath(
  root: string,
  path: string,
  style: PathStyle = NATIVE_STYLE,
): string | undefined {
  const { relative, isAbsolute, sep } = rules(style);
  const found = relative(root, path);
  // Another drive or share comes back absolute.
  if (isAbsolute(found)) return undefined;
  if (found === ".." || found.startsWith(".." + sep)) return undefined;
  return style === "windows" ? found.replaceAll("\\", "/") : found;
}

/**
 * The deepest common ancestor of folders; a folder is its own ancestor.
 *
 * @param folders Absolute folders, at least one.
 * @param style Their syntax.
 * @returns An absolute folder, or `undefined` where there is none, as on two
 *   drives.
 */
export function commonFolder(
  folders: string[],
  style: PathStyle = NATIVE_STYLE,
): string | undefined {
  const { dirname, normalize } = rules(style);
  const [first, ...rest] = folders;
  let common = withoutTrailingSeparator(normalize(first!), style);
  while (
    !rest.every((folder) => relativePath(common, folder, style) !== undefined)
  ) {
    const parent = dirname(common);
    if (parent === common) return undefined;
    common = parent;
  }
  return common;
}

/** Removes trailing separators, except the one of a root. */
function withoutTrailingSeparator(path: string, style: PathStyle): string {
  const { root } = rules(style).parse(path);
  const end = style === "windows" ? /[\\/]+$/ : /\/+$/;
  const short = path.replace(end, "");
  return short.length < root.length ? root : short;
}

/**
 * Compares stored paths in the order of a depth-first walk that sorts the
 * entries of each folder by UTF-16 code unit, on every locale and platform.
 *
 * @returns Negative, zero or positive, for `Array.prototype.sort`.
 */
export function compareStoredPaths(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let i = 0; i < end; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left === right) continue;
    // A separator ends a name, so it sorts before every character of a name.
    return (left === SLASH ? -1 : left) - (right === SLASH ? -1 : right);
  }
  return a.length - b.length;
}

const SLASH = 0x2f;

/**
 * The extension of a stored path in lower case with its dot, such as `.md`;
 * `""` for a name without one and for `.name`.
 */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot).toLowerCase() : "";
}
