/** Descriptions of the error codes of writing a file. */
const REASONS: Record<string, string> = {
  ENOENT: "its folder is not there or takes no files",
  ENOSPC: "no space left on the disk",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file would be larger than is allowed here",
  EACCES: "permission denied",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
  ENOTDIR: "a part of the path is a file",
  EISDIR: "it is a folder",
  EIO: "the disk reported an error",
  ENAMETOOLONG: "the name is too long",
};

/** Codes by `errno`: of Linux, and 69 for EDQUOT on macOS. */
const NUMBERS: Record<string, string> = {
  "1": "EPERM",
  "2": "ENOENT",
  "5": "EIO",
  "13": "EACCES",
  "20": "ENOTDIR",
  "21": "EISDIR",
  "27": "EFBIG",
  "28": "ENOSPC",
  "30": "EROFS",
  "36": "ENAMETOOLONG",
  "69": "EDQUOT",
  "122": "EDQUOT",
};

/**
 * Why a file could not be written, in words; `undefined` for any other error.
 * Some of Deno's errors have a code; others give the `errno` only at the end of
 * their message ("File too large (os error 27)").
 */
export function writeFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { code?: string };
  const [, number] = /\(os error (\d+)\)/.exec(error.message) ?? [];
  return REASONS[code ?? ""] ?? REASONS[NUMBERS[number ?? ""] ?? ""];
}
