/** Writes all of the bytes at the file's position. */
export function writeAll(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    at += file.writeSync(bytes.subarray(at));
  }
}
