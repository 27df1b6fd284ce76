/** Writes all bytes at the file's position; one `writeSync` may write fewer. */
export function writeAll(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) {
    done += file.writeSync(bytes.subarray(done));
  }
}
