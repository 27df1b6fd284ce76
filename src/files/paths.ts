/**
 * The few path operations that every command needs. They do not use
 * `node:path`, because loading it costs every start 5 ms of CPU, a quarter of
 * what an empty program costs. The tests compare them with `node:path`, for
 * POSIX and Windows, on any machine.
 *
 * @module
 */

const onWindows = Deno.build.os === "windows";

/**
 * Whether a path is absolute. On Windows these are `C:\x`, `\\server\share` and
 * `\x`.
 */
export function isAbsolute(path: string, windows = onWindows): boolean {
  return windows ? /^(?:[a-z]:)?[\\/]/i.test(path) : path.startsWith("/");
}

/**
 * A path as seen from a folder, absolute and without `.` and `..`.
 *
 * @param folder absolute folder
 * @param path absolute, or relative to the folder
 */
export function resolvePath(
  folder: string,
  path: string,
  windows = onWindows,
): string {
  if (!windows) {
    const full = isAbsolute(path, false) ? path : `${folder}/${path}`;
    return "/" + normalSegments(full.split("/")).join("/");
  }
  let full = path;
  if (!isAbsolute(path, true)) full = `${folder}\\${path}`;
  else if (/^[\\/](?![\\/])/.test(path)) full = windowsRoot(folder) + path;
  const root = windowsRoot(full);
  const rest = normalSegments(full.slice(root.length).split(/[\\/]/));
  return root.replaceAll("/", "\\") + "\\" + rest.join("\\");
}

/** The folder that contains a path; a root is its own parent. */
export function parentFolder(path: string, windows = onWindows): string {
  if (!windows) {
    const cut = path.lastIndexOf("/");
    return cut > 0 ? path.slice(0, cut) : "/";
  }
  const root = windowsRoot(path);
  const rest = path.slice(root.length);
  const cut = Math.max(rest.lastIndexOf("\\"), rest.lastIndexOf("/"));
  return cut > 0 ? root + rest.slice(0, cut) : root + "\\";
}

/** The last part of a path. */
export function baseName(path: string, windows = onWindows): string {
  const parts = path.split(windows ? /[\\/]/ : "/");
  return parts.findLast((part) => part !== "") ?? "";
}

/**
 * Whether a path could lead out of the folder it is relative to: it is absolute
 * on any system, begins with `~`, or has a `..` segment.
 */
export function leavesFolder(path: string): boolean {
  return /^(?:[\\/~]|[a-z]:)/i.test(path) ||
    path.split(/[\\/]/).includes("..");
}

/**
 * Whether an absolute path is the folder itself or inside it. Case is ignored
 * on Windows.
 */
export function isInside(
  folder: string,
  path: string,
  windows = onWindows,
): boolean {
  // Both end in a separator, so that /a/bc is not taken to be inside /a/b.
  const withSeparator = (name: string) => {
    const full = resolvePath(name, ".", windows).replace(/[\\/]$/, "");
    return windows ? full.toLowerCase() + "\\" : full + "/";
  };
  return withSeparator(path).startsWith(withSeparator(folder));
}

/** `C:` or `\\server\share` of a Windows path, without the separator after it. */
function windowsRoot(path: string): string {
  return /^(?:[a-z]:|[\\/]{2}[^\\/]+[\\/]+[^\\/]+)/i.exec(path)?.[0] ?? "";
}

function normalSegments(segments: string[]): string[] {
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") kept.pop();
    else kept.push(segment);
  }
  return kept;
}
