import { ABORT_FLAG, RUN_V8_FLAGS } from "./v8_flags.ts";

/** What the head of a self-extracting file must know about what follows it. */
export interface HeadOptions {
  /** Names the folder to unpack into: a hash of the runtime. */
  hash: string;
  /** Bytes of the gzip-compressed archive, which follows the head. */
  archiveLength: number;
  /** Name and size in bytes of each unpacked file. */
  files: readonly UnpackedFile[];
  /**
   * Names of all the code that a command loads, by the command. Before it starts,
   * only these are looked at, and what is no code.
   */
  codeOf: Readonly<Record<string, readonly string[]>>;
  /** The computer that the runtime is for, as people call it. */
  platform: string;
}

/** A file of the unpacked folder. */
export interface UnpackedFile {
  name: string;
  /** Bytes. */
  size: number;
}

/** Bytes of every head. Room for about two hundred files, those of two commands named twice. */
export const HEAD_LENGTH = 16_384;

/**
 * The shell program at the start of a self-extracting file: POSIX sh, with the
 * tools of a bare Linux or macOS (ls, and once mkdir, mv, cp, rm, tail, head,
 * gzip, tar, cat).
 *
 * At every start it looks at the unpacked files with one `ls`: names, sizes,
 * and that the folder is the user's and closed to others. Only when something
 * is amiss it unpacks, to a folder beside, from where each file is moved into
 * place. A move replaces a file in one step, so several first starts at once
 * leave a whole folder behind, whoever is last.
 *
 * @returns exactly `HEAD_LENGTH` bytes
 * @throws {RangeError} when there are too many files for the room
 */
export function shellHead(facts: HeadOptions): Uint8Array<ArrayBuffer> {
  // As `ls` sorts them in the C locale; the names are ASCII.
  const files = [...facts.files].sort((a, b) => a.name < b.name ? -1 : 1);
  const listed = (files: readonly UnpackedFile[]) =>
    `names='${files.map(({ name }) => name).join(" ")}'
wanted='${files.map(({ name, size }) => ` ${name} ${size}`).join("")}'`;
  const partly = Object.entries(facts.codeOf).map(([command, code]) => {
    const some = files.filter(({ name }) =>
      !name.endsWith(".js") || code.includes(name)
    );
    return `  ${command})
main=${command}_main.js
${listed(some)} ;;
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
${partly.join("")}  *) every ;;
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
# In a folder of someone else what we unpack could be exchanged.
[ ! -e "$root" ] || [ -O "$root" ] || [ -k "$root" ] ||
  fail "$root is not a folder of yours." "$help"

# Whether folder $1 is ours, closed to others, and has every file at its size.
# Several variables change what ls prints, so they are cleared.
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
  # Where SIGPIPE is ignored, tail would complain when head has enough.
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

  # tar writes in small pieces, and as such Linux keeps them in memory. Copied in
  # large ones, Deno starts with 1.5 ms less CPU. Where there is no room, without.
  cp "$new/deno" "$new/copy" 2>/dev/null && mv -f "$new/copy" "$new/deno" || rm -f "$new/copy"

  # Someone else may have been faster, or an earlier folder may be in the way.
  whole "$dir" && exit
  [ ! -L "$dir" ] && { mkdir "$dir" 2>/dev/null || [ -O "$dir" ]; } ||
    fail "$dir is not a folder of yours." "Remove it. $help"
  chmod 700 "$dir" && rm -rf "$dir/deno_dir"
  for name in $names; do mv -f "$new/$name" "$dir/$name" || exit 2; done
  whole "$dir" || fail "$dir cannot be set right." "Remove it. $help"
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

/** What every head starts with; the length of the archive follows. */
const HEAD_MARK = "#!/bin/sh\n# docs self-extracting 2: ";

/**
 * The length of the archive that a head tells, in bytes.
 *
 * @param start the first bytes of a file, at least 64
 * @returns undefined when it is not the start of a self-extracting file
 */
export function archiveLengthOf(start: Uint8Array): number | undefined {
  if (start[0] !== HEAD_MARK.charCodeAt(0)) return undefined;
  const text = new TextDecoder().decode(start.subarray(0, 64));
  if (!text.startsWith(HEAD_MARK)) return undefined;
  const length = /^\d+(?=\n)/.exec(text.slice(HEAD_MARK.length));
  return length === null ? undefined : Number(length[0]);
}
