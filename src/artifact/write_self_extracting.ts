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

/** What the runtime of a self-extracting file is made of. */
export interface Runtime {
  /** The Deno to run with. */
  deno: string;
  /**
   * The bundle and what lies beside it, flat. Its entry is `main.js`, or for a
   * command that has one `COMMAND_main.js`.
   */
  files: readonly string[];
  /** Names of the code that such a command loads, by the command. */
  codeOf: Readonly<Record<string, readonly string[]>>;
}

/** In the unpacked folder: the SHA-256 of each file, as `sha256sum` has it. */
export const SUMS_NAME = "sha256sums";

/** Names the unpacked folder: the start of the SHA-256 of `sha256sums`. */
export function runtimeHash(sums: Region): string {
  return sha256(sums).toString("hex").slice(0, 32);
}

/**
 * Makes a self-extracting file: shell head, compressed runtime, payload.
 *
 * @param runtime what is unpacked; file names are kept and must be plain ASCII
 * @param parts what is read straight from the file
 * @param out file to make or replace, executable for all
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
 * Makes a self-extracting file that carries other parts. It shares the unpacked
 * runtime of the one it is made from.
 *
 * @param file the self-extracting file to start from; never changed
 * @param parts all that the new file is to carry beside its runtime
 * @param out file to make or replace, with the mode bits of `file`
 * @throws {UserError} when `file` is no such file, when `out` is the running
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

/** The first `length` bytes of the regions together, padding, the payload. */
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
      if (!whole) throw new Error("what was written reads back differently");
    } finally {
      written.close();
    }
  });
}
