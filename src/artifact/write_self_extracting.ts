import { UserError } from "../user_error.ts";
import { replaceFile } from "../files/replace_file.ts";
import { HEAD_LENGTH, shellHead } from "./_shell_head.ts";
import { copy, sha256 } from "./_streaming.ts";
import { writeAll } from "../files/write_all.ts";
import { tar, type TarEntry } from "./_tar.ts";
import { PAYLOAD_ALIGNMENT } from "./payload.ts";
import { fileRegion, memoryRegion, type Region } from "../files/region.ts";
import { selfExtractingPayloadStart } from "./self_extracting.ts";
import { verifyPayload } from "./verify_payload.ts";
import { type PartToWrite, writePayload } from "./write_payload.ts";

/** The files that a self-extracting file unpacks. */
export interface Runtime {
  /** Path of the Deno executable. */
  deno: string;
  /**
   * Paths of the bundle's code and the asset files; all go into one folder. The entry
   * module is `main.js`, or `COMMAND_main.js` for a command that has one.
   */
  files: readonly string[];
  /** By command with an entry module of its own: names of the code files that it loads. */
  codeOf: Readonly<Record<string, readonly string[]>>;
}

/** File in the unpacked folder with the SHA-256 of the others, in the format of `sha256sum`. */
export const SUMS_NAME = "sha256sums";

/** Name of the unpacked folder: the first 32 hex digits of the SHA-256 of `sha256sums`. */
export function runtimeHash(sums: Region): string {
  return sha256(sums).toString("hex").slice(0, 32);
}

/**
 * Makes a self-extracting file: shell head, compressed runtime, payload.
 *
 * @param runtime the files to unpack; their names must be plain ASCII
 * @param parts what is read from the file itself, without unpacking
 * @param out file to make or replace, with mode 0755 before the umask
 * @throws {UserError} when `out` cannot be written
 */
export async function writeSelfExtracting(
  runtime: Runtime,
  parts: readonly PartToWrite[],
  out: string,
): Promise<void> {
  const entries: TarEntry[] = [
    { name: "deno", region: fileRegion(runtime.deno), mode: 0o700 },
    ...runtime.files.map((path) => ({
      name: path.split(/[/\\]/).at(-1)!,
      region: fileRegion(path),
      mode: 0o600,
    })),
  ];
  const archivePath = await Deno.makeTempFile({ prefix: "docs-runtime-" });
  try {
    const sums = memoryRegion(new TextEncoder().encode(
      entries.map(({ name, region }) =>
        `${sha256(region).toString("hex")}  ${name}\n`
      ).join(""),
    ));
    entries.push({ name: SUMS_NAME, region: sums, mode: 0o600 });
    await tar(entries)
      .pipeThrough(new CompressionStream("gzip"))
      .pipeTo((await Deno.open(archivePath, { write: true })).writable);
    const archive = fileRegion(archivePath);
    try {
      const head = memoryRegion(shellHead({
        hash: runtimeHash(sums),
        archiveLength: archive.size,
        files: entries.map(({ name, region }) => ({ name, size: region.size })),
        codeOf: runtime.codeOf,
        platform: `${Deno.build.os} ${Deno.build.arch}`,
      }));
      write([head, archive], HEAD_LENGTH + archive.size, parts, 0o755, out);
    } finally {
      archive.close();
    }
  } finally {
    for (const { region } of entries) region.close();
    await Deno.remove(archivePath);
  }
}

/**
 * Copies a self-extracting file, with other parts as its payload. Both share one
 * unpacked folder.
 *
 * @param file the self-extracting file to copy; it is not changed
 * @param parts everything that the new file is to carry besides its runtime
 * @param out file to make or replace, with the mode bits of `file`
 * @throws {UserError} when `file` is not self-extracting, when `out` is the running
 * file, or when it cannot be written
 */
export function rewriteSelfExtracting(
  file: string,
  parts: readonly PartToWrite[],
  out: string,
): void {
  const base = fileRegion(file);
  try {
    const start = selfExtractingPayloadStart(base);
    if (start === undefined) {
      throw new UserError(
        `${file} is not a self-extracting program`,
        "Make one with `deno task compile`.",
      );
    }
    const mode = (Deno.statSync(file).mode ?? 0o755) & 0o777;
    write([base], start, parts, mode, out);
  } finally {
    base.close();
  }
}

/** Writes and verifies: the first `length` bytes of the regions in order, padding, the payload. */
function write(
  runtime: readonly Region[],
  length: number,
  parts: readonly PartToWrite[],
  mode: number,
  out: string,
): void {
  replaceFile(out, mode, (file, path) => {
    let left = length;
    for (const region of runtime) {
      const take = Math.min(left, region.size);
      copy(region, 0, take, (bytes) => writeAll(file, bytes));
      left -= take;
    }
    const padding = (PAYLOAD_ALIGNMENT - length % PAYLOAD_ALIGNMENT) %
      PAYLOAD_ALIGNMENT;
    writeAll(file, new Uint8Array(padding));
    writePayload(file, parts);

    const written = fileRegion(path);
    try {
      const verified = verifyPayload(written, length + padding);
      const whole = selfExtractingPayloadStart(written) === length + padding &&
        verified.length === parts.length && verified.every((part) => part.ok);
      if (!whole) throw new Error("the new file failed verification");
    } finally {
      written.close();
    }
  });
}
