import { carriedIndex } from "../../artifact/carried.ts";
import { replaceFile } from "../../files/replace_file.ts";
import { programFile } from "../../running.ts";
import { loadSettings } from "../../config/load_settings.ts";
import { chooseIndex } from "../../app/choose_index.ts";
import { noIndex } from "../../config/locate_index.ts";
import { baseName, parentFolder, resolvePath } from "../../files/paths.ts";
import { readTextFile } from "../../files/read_text_file.ts";
import { CARRIED } from "../../config/setting_definitions.ts";
import {
  type ClientName,
  configFileOf,
  type ServerEntry,
  withServer,
} from "../../mcp/client_config.ts";
import { UserError } from "../../user_error.ts";
import type { Parsed } from "../command.ts";
import type { Io } from "../terminal/io.ts";
import type { installCommand } from "../table.ts";

type Flags = Parsed<typeof installCommand>["flags"];

/** `docs install`: enters the server into a client's configuration. */
export function run(
  { flags, arguments: [client] }: Parsed<typeof installCommand>,
  io: Io,
): number {
  const name = flags.name ?? programName();
  const index = servedIndex(flags, io);
  const entry = serverEntry(flags, index, io);
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
  checkWritable(path);
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
  io.stderr.line(
    `docs: entered the server ${name} in ${path}; it serves ${
      index === undefined
        ? "the nearest .docs/index of the folder that it is started in"
        : index === CARRIED
        ? "the index that this program carries"
        : index
    }`,
  );
  return 0;
}

/**
 * The index that the server is to read wherever it is started: the one that
 * this program would read here.
 *
 * @returns undefined where there is none yet
 * @throws {UserError} one was named and is not there
 */
function servedIndex(flags: Flags, io: Io): string | undefined {
  const cwd = io.cwd();
  const settings = loadSettings({ flags, env: io.env, cwd });
  const located = chooseIndex(settings, cwd);
  if (located) return located.path;
  const carried = carriedIndex();
  carried?.region.close();
  if (carried) return CARRIED;
  if (settings.index.value === CARRIED) throw noIndex(settings, cwd);
}

/**
 * How the client is to start this program, with full paths: it may be started
 * in any folder.
 */
function serverEntry(
  flags: Flags,
  index: string | undefined,
  io: Io,
): ServerEntry {
  const cwd = io.cwd();
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

/**
 * A file is replaced by renaming, which asks neither the file nor a link that
 * leads nowhere for leave.
 *
 * @throws {UserError} the file is read-only, or a link whose target is not there
 */
function checkWritable(path: string): void {
  let file: Deno.FileInfo;
  try {
    file = Deno.lstatSync(path);
    if (file.isSymlink) file = Deno.statSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) return; // Reading it tells why.
    const target = linkTarget(path);
    if (target === undefined) return;
    throw new UserError(
      `${path} is a link to ${target}, which is not there`,
      "Make that file (with {} in it) or remove the link, or use --print.",
    );
  }
  try {
    // The bits alone hold for everybody but the superuser.
    if (file.mode !== null && (file.mode & 0o222) === 0) {
      throw new Deno.errors.PermissionDenied("it is read-only");
    }
    if (file.isFile) Deno.openSync(path, { write: true }).close();
  } catch (error) {
    throw new UserError(
      `${path} cannot be written: ${(error as Error).message}`,
      "Make it writable, or use --print and enter the server by hand.",
    );
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return Deno.readLinkSync(path);
  } catch {
    return undefined;
  }
}

/** Copies a file to the first free backup name, and returns that. */
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
      if (error instanceof Deno.errors.AlreadyExists) continue;
      throw new UserError(
        `${path} cannot be kept as ${backup}: ${(error as Error).message}`,
        "Make the folder writable, or use --print and enter the server by hand.",
      );
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
