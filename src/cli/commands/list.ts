import { openLocatedIndex } from "../../app/open_located_index.ts";
import {
  listDocuments,
  type ListedDocument,
} from "../../read/list_documents.ts";
import { printable, visible } from "../../text/visible.ts";
import type { Parsed } from "../command.ts";
import { commandContext } from "../command_context.ts";
import type { listCommand } from "../table.ts";
import type { Io } from "../terminal/io.ts";
import { type Style, styleFor } from "../terminal/style.ts";

/** `docs list`: the documents of the index, ordered by path. */
export function run(
  { flags }: Parsed<typeof listCommand>,
  io: Io,
): number {
  const { settings, context } = commandContext(flags, io);
  using opened = openLocatedIndex(settings, context);
  const { index } = opened;
  const documents = listDocuments(index, flags.sections ?? false);
  if (flags.json) {
    io.stdout.json([...documents]);
    return 0;
  }
  const style = styleFor(io.stdout, settings, io);
  for (const document of documents) io.stdout.write(printed(document, style));
  return 0;
}

function printed(document: ListedDocument, style: Style): string {
  const lines = [
    `${printable(document.path)}  ${style.dim(visible(document.title))}`,
    ...(document.sections ?? []).map((section) => {
      const path = section.heading_path.map(visible).join(" › ") ||
        `${visible(document.title)} (before the first heading)`;
      const place = `${section.start_line}-${section.end_line}`;
      return `    #${section.anchor}  ${style.dim(`${path}  ${place}`)}`;
    }),
  ];
  return lines.join("\n") + "\n";
}
