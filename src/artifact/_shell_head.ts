import { ABORT_FLAG, RUN_V8_FLAGS } from "./v8_flags.ts";

/** Facts about the rest of a self-extracting file that its shell head contains. */
export interface HeadOptions {
  /** Hash of the runtime; the name of the folder it is unpacked into. */
  hash: string;
  /** Length in bytes of the gzip-compressed archive, which follows the head. */
  archiveLength: number;
  /** Name and size in bytes of each unpacked file. */
  files: readonly UnpackedFile[];
  /**
   * For each command with its own entry module, the names of all code files that
   * it loads. Before such a command starts, other code files are not checked.
   */
  codeOf: Readonly<Record<string, readonly string[]>>;
  /** Operating system and architecture of the runtime, for messages. */
  platform: string;
}

/** A file of the unpacked folder. */
export interface UnpackedFile {
  name: string;
  /** Bytes. */
  size: number;
}

/** Length of every head in bytes: room to list about 200 files, and those of two commands again. */
export const HEAD_LENGTH = 16_384;

/**
 * The shell program at the start of a self-extracting file: POSIX sh, with the
 * tools of a bare Linux or macOS (ls, and once mkdir, mv, cp, rm, tail, head,
 * gzip, tar, cat).
 *
 * Every start checks the unpacked files with one `ls`: names, sizes, and that the
 * folder belongs to the user with mode 0700. If anything is wrong, it unpacks into
 * a temporary folder and moves each file into place. A move is atomic, so several
 * first starts at the same time leave a complete folder.
 *
 * @returns exactly `HEAD_LENGTH` bytes
 * @throws {RangeError} when the list of files does not fit
 */
export function shellHead(facts: HeadOptions): Uint8Array<ArrayBuffer> {
  // As `ls` sorts them in the C locale; the names are ASCII.
  const files = [...facts.files].sort((a, b) => a.name < b.name ? -1 : 1);
  const listed = (files: readonly UnpackedFile[]) =>
    `names='${files.map(({ name }) => name).join(" ")}'
wanted='${files.map(({ name, size }) => ` ${name} ${size}`).join("")}'`;
  const commandCases = Object.entries(facts.codeOf).map(([command, code]) => {
    const checked = files.filter(({ name }) =>
      !name.endsWith(".js") || code.includes(name)
    );
    return `  ${command})
main=${command}_main.js
${listed(checked)} ;;
`;
  });
  const text = `${HEAD_MARK}${facts.archiveLength}
# The text up to "exec" unpacks the runtime that follows it, once, and starts it.
hash=${facts.hash}
every() {
${listed(files)}
}
main=main.js
case \${1-} in
${commandCases.join("")}  *) every ;;
esac

fail() {
  printf 'docs: %s\\n' "$@" >&2
  exit 2
}

# The path of this file, whole, however it was called.
case $0 in
  /*) self=$0 ;;
  */*) self=$PWD/\${0#./} ;;
  *) if [ -f "$PWD/$0" ]; then self=$PWD/$0; else self=$(command -v -- "$0"); fi ;;
esac

root=\${DOCS_CACHE_DIR:-}
[ "$root" ] || root=\${XDG_CACHE_HOME:+$XDG_CACHE_HOME/docs}
[ "$root" ] || root=\${HOME:+$HOME/.cache/docs}
[ "$root" ] || fail 'There is no HOME to unpack the program into.' \\
  'Set DOCS_CACHE_DIR to a folder of yours that can be written to.'
case $root in /*) ;; *) root=$PWD/$root ;; esac
dir=$root/$hash
tools=$PATH:/usr/bin:/bin
help='Set DOCS_CACHE_DIR to a folder of yours that can be written to.'
# In another user's folder the unpacked files could be replaced.
[ ! -e "$root" ] || [ -O "$root" ] || [ -k "$root" ] ||
  fail "$root is not a folder of yours." "$help"

# Whether folder $1 is ours with mode 0700 and every file has the expected size.
# Variables that change the output of ls are cleared.
whole() {
  [ -O "$1" ] && [ ! -L "$1" ] || return 1
  set -- $(PATH=$tools LC_ALL=C; export PATH LC_ALL
    unset BLOCK_SIZE LS_BLOCK_SIZE BLOCKSIZE TIME_STYLE QUOTING_STYLE POSIXLY_CORRECT COLUMNS
    cd "$1" && exec ls -lnd . $names 2>/dev/null)
  found=
  while [ $# -ge 9 ]; do
    case $1$9 in
      drwx------*.) ;;
      -*) found="$found $9 $5" ;;
      *) return 1 ;;
    esac
    shift 9
  done
  [ "$found" = "$wanted" ]
}

unpack() (
  stuck="The program cannot be unpacked into $root."
  PATH=$tools
  umask 077
  mkdir -p "$root" 2>/dev/null || fail "$stuck" "$help"
  new=$root/.$hash.$$
  trap 'rm -rf "$new"' EXIT
  trap 'exit 130' HUP INT TERM
  rm -rf "$new"
  mkdir "$new" 2>/dev/null || fail "$stuck" "$help"
  [ ! -t 2 ] || printf 'docs: unpacking into %s, this once\\n' "$dir" >&2
  # If SIGPIPE is ignored, tail reports an error when head has read enough.
  tail -c +${
    HEAD_LENGTH + 1
  } "$self" 2>/dev/null | head -c ${facts.archiveLength} |
    { gzip -dc || : >"$new/damaged"; } |
    { cd "$new" && tar xomf - && cat >/dev/null; }
  [ ! -e "$new/damaged" ] && whole "$new" || fail "$stuck" \\
    "Either $self is damaged or there is no room." "$help"
  "$new/deno" -V >/dev/null 2>&1 || fail "$stuck" \\
    'Programs in that folder cannot be run: it may be mounted noexec, or this' \\
    'is not the kind of computer that this file is for (${facts.platform}).' "$help"

  # tar writes small blocks, which Linux caches as small pages. After a copy in
  # large blocks Deno starts with 1.5 ms less CPU. Without room there is no copy.
  cp "$new/deno" "$new/copy" 2>/dev/null && mv -f "$new/copy" "$new/deno" || rm -f "$new/copy"

  # Another start may have been faster, or an incomplete folder may exist.
  whole "$dir" && exit
  [ ! -L "$dir" ] && { mkdir "$dir" 2>/dev/null || [ -O "$dir" ]; } ||
    fail "$dir is not a folder of yours." "Remove it. $help"
  chmod 700 "$dir" && rm -rf "$dir/deno_dir"
  for name in $names; do mv -f "$new/$name" "$dir/$name" || exit 2; done
  whole "$dir" || fail "$dir cannot be repaired." "Remove it. $help"
)

whole "$dir" || { every; unpack; } || exit

unset DOCS_DENO_DIR
[ -z "\${DENO_DIR+set}" ] || export DOCS_DENO_DIR="$DENO_DIR"
export DOCS_SELF="$self" DENO_DIR="$dir/deno_dir" DENO_NO_UPDATE_CHECK=1
exec "$dir/deno" run ${ABORT_FLAG} ${RUN_V8_FLAGS} -A --no-config --no-lock --no-remote --no-npm "$dir/$main" "$@"
`;
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > HEAD_LENGTH) throw new RangeError("too many files");
  const head = new Uint8Array(HEAD_LENGTH).fill(0x0a);
  head.set(bytes);
  return head;
}

/** First bytes of every head, before the length of the archive in decimal. */
const HEAD_MARK = "#!/bin/sh\n# docs self-extracting 2: ";

/**
 * Reads the length of the archive, in bytes, from a head.
 *
 * @param start the first bytes of a file, at least 64
 * @returns undefined when the file is not self-extracting
 */
export function archiveLengthOf(start: Uint8Array): number | undefined {
  if (start[0] !== HEAD_MARK.charCodeAt(0)) return undefined;
  const text = new TextDecoder().decode(start.subarray(0, 64));
  if (!text.startsWith(HEAD_MARK)) return undefined;
  const length = /^\d+(?=\n)/.exec(text.slice(HEAD_MARK.length));
  return length === null ? undefined : Number(length[0]);
}
