import { replaceFile } from "../../artifact/replace_file.ts";
import { programFile } from "../../artifact/running.ts";
import { loadSettings } from "../../config/load_settings.ts";
import { locateIndex } from "../../config/locate_index.ts";
import { baseName, parentFolder, resolvePath } from "../../config/paths.ts";
import { readTextFile } from "../../config/read_text_file.ts";
import {
  type ClientName,
  configFileOf,
  type ServerEntry,
  withServer,
} from "../../mcp/client_config.ts";
import type { Parsed } from "../command.ts";
import type { Io } from "../io.ts";
import type { installCommand } from "../table.ts";

/** `docs install`: enters the server into a client's configuration. */
export function run(
  { flags, arguments: [client] }: Parsed<typeof installCommand>,
  io: Io,
): number {
  const name = flags.name ?? programName();
  const entry = serverEntry(flags, io);
  if (flags.print) {
    io.stdout.line(
      withServer("", client as ClientName, name, entry, "").trimEnd(),
    );
    return 0;
  }
  const path = configFileOf(client as ClientName, {
    cwd: io.cwd(),
    os: Deno.build.os,
    env: (name) => io.env.get(name),
  });
  const old = readTextFile(path);
  const text = withServer(old ?? "", client as ClientName, name, entry, path);
  if (text === old) {
    io.stderr.line(`docs: ${path} has the server ${name} already`);
    return 0;
  }
  Deno.mkdirSync(parentFolder(path), { recursive: true });
  if (old !== undefined) {
    const backup = keepBackup(path);
    io.stderr.line(`docs: kept what was there as ${backup}`);
  }
  replaceFile(realPath(path), 0o644, (file) => {
    file.writeSync(new TextEncoder().encode(text));
  });
  io.stderr.line(`docs: entered the server ${name} in ${path}`);
  return 0;
}

/**
 * How the client is to start this program, with full paths: it may be started
 * in any folder.
 */
function serverEntry(
  flags: Parsed<typeof installCommand>["flags"],
  io: Io,
): ServerEntry {
  const cwd = io.cwd();
  const settings = loadSettings({ flags, env: io.env, cwd });
  const index = locateIndex(settings, cwd)?.path;
  const files = (["config", "env-file"] as const).flatMap((flag) =>
    flags[flag] === undefined
      ? []
      : [`--${flag}`, resolvePath(cwd, flags[flag])]
  );
  const args = [
    ...["serve", "--stdio"],
    ...index === undefined ? [] : ["--index", index],
    ...files,
  ];
  // From source there is no file to start: what is named docs on the PATH.
  return { command: programFile() ?? "docs", args };
}

function programName(): string {
  const file = programFile();
  return file === undefined ? "docs" : baseName(file).replace(/\.exe$/i, "");
}

/** Copies a file to the first free name beside it, and gives the name. */
function keepBackup(path: string): string {
  for (let number = 1;; number++) {
    const backup = `${path}.backup${number === 1 ? "" : `-${number}`}`;
    try {
      // As private as what it is a copy of: such files hold tokens.
      const { mode } = Deno.statSync(path);
      const file = Deno.openSync(backup, {
        createNew: true,
        write: true,
        ...(mode !== null && { mode: mode & 0o777 }),
      });
      file.writeSync(Deno.readFileSync(path));
      file.close();
      return backup;
    } catch (error) {
      if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    }
  }
}

/** Where a link leads, so that it stays a link; the path itself of a new file. */
function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}
