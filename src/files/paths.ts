/**
 * The few path operations that every command needs, without `node:path`:
 * loading that module costs 5 ms of CPU, a quarter of what an empty program
 * costs, on every start. The tests hold these against `node:path` for both
 * kinds of system on any machine.
 *
 * @module
 */

const onWindows = Deno.build.os === "windows";

/**
 * Whether a path means the same from every folder. On Windows also `C:\x`,
 * `\\server\share` and `\x`.
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

/** The folder that holds a path; the root of a file system is its own. */
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
 * Whether a relative path could lead out of the folder it is relative to:
 * absolute in any system's eyes, from a home folder, or with a `..` in it.
 */
export function leavesFolder(path: string): boolean {
  return /^(?:[\\/~]|[a-z]:)/i.test(path) ||
    path.split(/[\\/]/).includes("..");
}

/**
 * Whether an absolute path is a folder itself or something in it. On Windows
 * names that differ in case are the same.
 */
export function isInside(
  folder: string,
  path: string,
  windows = onWindows,
): boolean {
  // Both end in a separator, so that /a/bc is not taken to be inside /a/b.
  const closed = (name: string) => {
    const full = resolvePath(name, ".", windows).replace(/[\\/]$/, "");
    return windows ? full.toLowerCase() + "\\" : full + "/";
  };
  return closed(path).startsWith(closed(folder));
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
