import { posix, win32 } from "node:path";

/** Whose rules a native path follows. */
export type PathStyle = "posix" | "windows";

/** The style of the machine this runs on. */
export const NATIVE_STYLE: PathStyle = globalThis.Deno?.build.os === "windows"
  ? "windows"
  : "posix";

const rules = (style: PathStyle) => style === "windows" ? win32 : posix;

/**
 * Names a file relative to a folder in the form that is stored: separated by
 * `/` on every platform, and otherwise exact to the byte. On POSIX a back-slash
 * is an ordinary character of a name and stays one.
 *
 * @param root Absolute folder, as the platform writes it.
 * @param path Absolute path, as the platform writes it.
 * @param style Whose rules `root` and `path` follow.
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
 * The deepest folder that holds all the given folders; one folder holds itself.
 *
 * @param folders Absolute folders, at least one.
 * @param style Whose rules they follow.
 * @returns An absolute folder, or `undefined` where none holds them all, as on
 *   two drives.
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

/** Drops separators at the end, but never the one that makes a root. */
function withoutTrailingSeparator(path: string, style: PathStyle): string {
  const { root } = rules(style).parse(path);
  const end = style === "windows" ? /[\\/]+$/ : /\/+$/;
  const short = path.replace(end, "");
  return short.length < root.length ? root : short;
}

/**
 * Orders stored paths as a walk meets them: folder by folder, depth first, each
 * folder's entries by UTF-16 code unit, whatever the locale or platform.
 *
 * @returns Negative, zero or positive, for `Array.prototype.sort`.
 */
export function compareStoredPaths(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let i = 0; i < end; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left === right) continue;
    // A separator ends the name, so it sorts before every character of one.
    return (left === SLASH ? -1 : left) - (right === SLASH ? -1 : right);
  }
  return a.length - b.length;
}

const SLASH = 0x2f;

/**
 * The extension of a stored path in lower case with its dot, as `.md`; `""` for
 * a name without one.
 */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot).toLowerCase() : "";
}
