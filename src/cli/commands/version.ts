import { form } from "../../running.ts";
import { VERSION } from "../../version.ts";
import type { Parsed } from "../command.ts";
import type { Io } from "../terminal/io.ts";
import type { versionCommand } from "../table.ts";

/** `docs version`: what is running. Reads no settings and no index. */
export function run(
  { flags }: Parsed<typeof versionCommand>,
  io: Io,
): number {
  const { deno, v8 } = Deno.version;
  const { os, arch } = Deno.build;
  const about = {
    version: VERSION,
    deno,
    v8,
    platform: `${os}-${arch}`,
    form: form(),
  };
  if (flags.json) {
    io.stdout.json(about);
  } else {
    io.stdout.line(
      `docs ${VERSION} (${about.form}, ${about.platform}, Deno ${deno}, V8 ${v8})`,
    );
  }
  return 0;
}
