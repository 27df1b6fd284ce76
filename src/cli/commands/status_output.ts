import { shellLine } from "../shell_words.ts";
import type { Staleness } from "../../app/staleness.ts";
import type { Status } from "../../app/status.ts";
import type { SettingDescription } from "../../config/settings.ts";
import { fileSize, plural } from "../../text/quantity.ts";
import { printable } from "../../text/visible.ts";

/** Files named of each kind of change. */
const namedFiles = 20;

/** A status for people: a block on the index, one on the settings. */
export function statusText(
  status: Status,
  settings: readonly SettingDescription[],
): string {
  const width = Math.max(...settings.map(({ name }) => name.length));
  const values = Math.min(
    48,
    Math.max(...settings.map(({ shown }) => shown.length)),
  );
  const lines = [
    ...indexLines(status),
    ...checkLines(status),
    ...(status.files ? fileLines(status.files, status) : []),
    ...questionLines(status),
    ...upstreamLines(status),
    "",
    "settings",
    ...settings.map(({ name, shown, origin }) =>
      `  ${name.padEnd(width)}  ${shown.padEnd(values)}  ${origin}`
    ),
  ];
  return lines.join("\n") + "\n";
}

const row = (name: string, text: string) => name.padEnd(11) + text;

function indexLines({ index, error }: Status): string[] {
  if (!index) return [row("index", `none: ${error?.message}`)];
  const { info } = index;
  const { embedder, settings } = info;
  return [
    row("index", printable(index.path)),
    row("found by", index.from),
    row("built", `${info.created} by ${info.generator}, format ${info.format}`),
    row(
      "holds",
      [
        plural(info.documents, "document"),
        plural(info.sections, "section"),
        plural(info.passages, "passage"),
        plural(info.terms, "term"),
      ].join(", ") + `; ${fileSize(info.textBytes)} of text`,
    ),
    row(
      "made with",
      `embedder ${embedder.id} (${embedder.dimensions} dimensions), tokenizer ${info.tokenizer}, passages of ${settings.passageSize} overlapping by ${settings.overlap}`,
    ),
    row("root", printable(info.root)),
  ];
}

function upstreamLines({ upstreams }: Status): string[] {
  if (upstreams.length === 0) return [];
  const width = Math.max(...upstreams.map(({ name }) => name.length));
  return [
    "",
    "upstreams",
    ...upstreams.map(({ name, state, reason, tools }) =>
      `  ${name.padEnd(width)}  ${state.padEnd(8)}  ${
        printable(
          reason ?? `${plural(tools.length, "tool")}: ${tools.join(", ")}`,
        )
      }`
    ),
  ];
}

function checkLines({ parts, program }: Status): string[] {
  const line = (
    name: string,
    all: readonly { part: string; ok: boolean }[],
  ) => {
    const damaged = all.filter(({ ok }) => !ok).map(({ part }) => part);
    return row(name, checked(all.length, damaged));
  };
  return [
    ...(parts.length > 0 ? [line("checksums", parts)] : []),
    ...(program.parts > 0
      ? [row("program", checked(program.parts, program.damaged))]
      : []),
  ];
}

function questionLines({ questions }: Status): string[] {
  if (questions === null) return [];
  const { sections, stale, missing, is_built } = questions;
  const lines = [row(
    "questions",
    `for ${plural(sections, "section")}` +
      (stale + missing === 0 ? "" : `; ${stale} stale, ${missing} missing`),
  )];
  if (!is_built) {
    lines.push(row("", "the file is another than at the build; build again"));
  }
  return lines;
}

/** The command that builds an index again; it names one that is not found by itself. */
function updateCommandLine(
  { path, from }: NonNullable<Status["index"]>,
): string {
  return from.startsWith(".docs/index")
    ? "docs update"
    : printable(shellLine(["docs", "update", "--index", path]));
}

function checked(parts: number, damaged: readonly string[]): string {
  return damaged.length === 0
    ? `${plural(parts, "part")}, all intact`
    : `DAMAGED: ${damaged.join(", ")}`;
}

function fileLines(files: Staleness, { index }: Status): string[] {
  const gone = files.missing_sources;
  const lines = gone.map((source) =>
    row(
      "files",
      `the source ${
        printable(source)
      } is not there, so its files cannot be compared`,
    )
  );
  if (gone.length === index!.info.sources.length) return lines;
  const kinds = ["changed", "new", "deleted"] as const;
  if (kinds.every((kind) => files[kind].length === 0)) {
    const count = plural(index!.info.files, "file");
    return gone.length > 0
      ? [...lines, row("", "the others are as they were indexed")]
      : [row("files", `${count}, all as they were indexed`)];
  }
  lines.push(row(
    "files",
    "STALE: " +
      kinds.map((kind) => `${files[kind].length} ${kind}`).join(", ") +
      `; ${updateCommandLine(index!)} brings the index up to date`,
  ));
  for (const kind of kinds) {
    const paths = files[kind];
    for (const path of paths.slice(0, namedFiles)) {
      lines.push(row("", `${kind.padEnd(8)} ${printable(path)}`));
    }
    if (paths.length > namedFiles) {
      lines.push(
        row("", `${kind.padEnd(8)} … and ${paths.length - namedFiles} more`),
      );
    }
  }
  return lines;
}
