/** What the codes mean that reading files can end in, without their paths. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EBUSY: "in use by another program",
  EIO: "input/output error",
  EISDIR: "is a folder",
  ELOOP: "too many symbolic links",
  EMFILE: "too many open files",
  ENAMETOOLONG: "name too long",
  ENOENT: "no such file",
  ENOTDIR: "not a folder",
  EPERM: "operation not permitted",
};

/** The system's code of an error, such as `ENOENT`; `""` if it has none. */
export function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}

/**
 * An error as a reason for a skip: `unreadable: EACCES permission denied`.
 * The system's own message is not used because it differs between versions and
 * names absolute paths.
 */
export function unreadable(error: unknown): string {
  const code = errorCode(error);
  if (code === "") {
    return `unreadable: ${error instanceof Error ? error.message : error}`;
  }
  return `unreadable: ${code} ${WORDS[code] ?? ""}`.trimEnd();
}
