import { UserError } from "../user_error.ts";
import { replaceFile } from "../files/replace_file.ts";
import { copy, sha256 } from "./_streaming.ts";
import { writeAll } from "../files/write_all.ts";
import { elfImageEnd } from "./elf_image.ts";
import { openPayload } from "./payload.ts";
import { fileRegion, type Region } from "../files/region.ts";
import { verifyPayload } from "./verify_payload.ts";
import { type PartToWrite, writePayload } from "./write_payload.ts";

/**
 * Copies a Linux executable that `deno compile` made, with these parts as its
 * payload: the ELF image, then the payload, then whatever followed the image
 * (Deno's own section, unless that is part of the image). The kernel loads the
 * image from the start of the file and Deno finds its section from the end, so
 * neither is affected by the payload, which costs nothing until it is read.
 *
 * An existing payload is replaced. The copy is streamed, and read back and verified
 * before it replaces `out`.
 *
 * @param executable the file to copy; it is not changed
 * @param parts everything that the new file is to carry
 * @param out file to make or replace; gets the mode bits of `executable`, plus
 * execute permission for everyone who may read it
 * @throws {UserError} when `executable` is not such a program, when `out` is
 * the running file, or when it cannot be written
 */
export function splice(
  executable: string,
  parts: readonly PartToWrite[],
  out: string,
): void {
  const base = fileRegion(executable);
  try {
    const imageEnd = elfImageEnd(base);
    if (imageEnd === undefined) {
      throw new UserError(
        `${executable} is not a Linux executable that can carry an index`,
        "Name a program that `deno task compile` made on Linux.",
      );
    }
    const rest = openPayload(base, imageEnd)?.end ?? imageEnd;
    const mode = Deno.statSync(executable).mode ?? 0o755;
    const bits = mode & 0o777;
    const executableBits = bits | ((bits & 0o444) >> 2);

    replaceFile(out, executableBits, (file, path) => {
      copy(base, 0, imageEnd, (bytes) => writeAll(file, bytes));
      const length = writePayload(file, parts);
      copy(base, rest, base.size - rest, (bytes) => writeAll(file, bytes));
      verify(path, base, imageEnd, length, rest);
    });
  } finally {
    base.close();
  }
}

/** Reads back the new file: the image's end, every part, and what follows. */
function verify(
  path: string,
  base: Region,
  imageEnd: number,
  payloadLength: number,
  rest: number,
): void {
  const written = fileRegion(path);
  try {
    const same = (at: number, baseAt: number, length: number) =>
      sha256(written, at, length).equals(sha256(base, baseAt, length));
    const whole =
      written.size === imageEnd + payloadLength + (base.size - rest) &&
      elfImageEnd(written) === imageEnd &&
      openPayload(written, imageEnd)?.end === imageEnd + payloadLength &&
      verifyPayload(written, imageEnd).every((part) => part.ok) &&
      same(imageEnd + payloadLength, rest, base.size - rest);
    if (!whole) throw new Error("the new file failed verification");
  } finally {
    written.close();
  }
}
