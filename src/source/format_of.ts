import { extensionOf } from "../files/relative_path.ts";
import type { FileFormat } from "./reader.ts";
import { readers } from "./readers.ts";

/**
 * The format of a file by its extension, whatever the case.
 *
 * @param path A stored path.
 * @param formats The formats that are read.
 * @returns `undefined` for a file that is not read.
 */
export function formatOf(
  path: string,
  formats: readonly FileFormat[] = readers,
): FileFormat | undefined {
  const extension = extensionOf(path);
  return formats.find(({ extensions }) =>
    (extensions as readonly string[]).includes(extension)
  );
}
