/**
 * Variables that a program needs to run at all, and which hold no secrets. The
 * list of the SDK's stdio client (`DEFAULT_INHERITED_ENV_VARS`), with language,
 * time zone, temporary folder and, for what fetches, certificates.
 */
const USUAL = Deno.build.os === "windows"
  ? [
    ...["APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATH"],
    ...["PATHEXT", "PROCESSOR_ARCHITECTURE", "PROGRAMDATA", "PROGRAMFILES"],
    ...["PROGRAMFILES(X86)", "PROGRAMW6432", "SYSTEMDRIVE", "SYSTEMROOT"],
    ...["TEMP", "TMP", "USERNAME", "USERPROFILE", "WINDIR"],
  ]
  : [
    ...["HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LOGNAME", "PATH"],
    ...["SHELL", "TERM", "TMPDIR", "TZ", "USER"],
    ...["SSL_CERT_FILE", "SSL_CERT_DIR"],
  ];

/** Our own access token; servers do not need it. */
const OURS = ["DOCS_TOKEN"];

/**
 * The environment of a child process.
 *
 * @param all ours
 * @param pass all of it, or these beside the usual ones
 * @param set over everything
 */
export function childEnvironment(
  all: Readonly<Record<string, string>>,
  pass: true | readonly string[],
  set: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = pass === true ? Object.keys(all) : [...USUAL, ...pass];
  const kept = names.filter((name) =>
    all[name] !== undefined && !OURS.includes(name)
  );
  return { ...Object.fromEntries(kept.map((it) => [it, all[it]!])), ...set };
}
