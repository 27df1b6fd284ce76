/** Descriptions of the error codes of reading a file. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
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

/** The error code of the operating system, such as `ENOENT`; `""` if there is none. */
export function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}

/**
 * Why a file was skipped: `unreadable: EACCES permission denied`. The system's
 * message is not used, because it varies between versions and contains absolute
 * paths.
 */
export function unreadable(error: unknown): string {
  const code = errorCode(error);
  if (code === "") {
    return `unreadable: ${error instanceof Error ? error.message : error}`;
  }
  return `unreadable: ${code} ${DESCRIPTIONS[code] ?? ""}`.trimEnd();
}
