import { readlinkSync, type Stats } from "node:fs";
import { extensionOf } from "../files/relative_path.ts";
import { errorCode, unreadable } from "../files/system_error.ts";

/** The reason for a name that cannot be stored. */
export const NOT_UNICODE = "invalid: the file name is not valid Unicode";

/** Undecodable bytes of a name come as U+FFFD, under which nothing is found. */
export function unlistable(name: string, error: unknown): string {
  return errorCode(error) === "ENOENT" && name.includes("\ufffd")
    ? NOT_UNICODE
    : unreadable(error);
}

/** The reason for a link that leads nowhere. */
export function brokenLink(absolute: string, error: unknown): string {
  const code = errorCode(error);
  if (code === "ELOOP") return "link_loop: links that lead back to each other";
  if (code !== "ENOENT" && code !== "ENOTDIR") return unreadable(error);
  try {
    return `broken_link: ${readlinkSync(absolute)} does not exist`;
  } catch {
    return "broken_link: it is gone";
  }
}

/** The reason for what is neither file, folder nor link. */
export function specialFile(stats: Stats): string {
  const kind = stats.isFIFO()
    ? "a named pipe"
    : stats.isSocket()
    ? "a socket"
    : "a device";
  return `unsupported: ${kind} is not a file to read`;
}

/** The reason for a file, of `size` bytes, that is longer than its format may be. */
export function tooLarge(size: number, limit: number): string {
  return `too_large: ${size} bytes, of at most ${limit}`;
}

/** The reason for a file of a format that is not read. */
export function unsupported(path: string): string {
  const extension = extensionOf(path);
  return extension.length < 2
    ? "unsupported: a name without extension is not a format docs reads"
    : `unsupported: ${extension} is not a format docs reads`;
}
