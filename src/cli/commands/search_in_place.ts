import type { AppContext } from "../../app/app_context.ts";
import { inPlaceIndex, isDamaged } from "../../app/in_place_index.ts";
import type { OpenedIndex } from "../../app/open_located_index.ts";
import type { Settings } from "../../config/settings.ts";
import { plural } from "../../text/quantity.ts";
import { interruptible } from "../terminal/interruptible.ts";
import type { Io } from "../terminal/io.ts";
import { ProgressLine } from "../terminal/progress.ts";

/**
 * Makes, or finds, the index of a folder that is searched in place, and opens it. A
 * kept one that is damaged is made anew.
 *
 * @param stack Gets what is to be removed at the end.
 */
export async function buildInPlace(
  folder: string,
  settings: Settings,
  context: AppContext,
  open: (path: string) => OpenedIndex,
  stack: AsyncDisposableStack,
  io: Io,
): Promise<OpenedIndex> {
  const progress = new ProgressLine(io.stderr);
  const make = () =>
    interruptible(io, (signal) =>
      inPlaceIndex(folder, settings, context, {
        onProgress: ({ files, passages }) =>
          progress.update(() =>
            `${plural(files, "file")}, ${plural(passages, "passage")}`
          ),
      }, signal));
  try {
    const made = stack.use(await make());
    try {
      return open(made.path);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      Deno.removeSync(made.path);
      return open(stack.use(await make()).path);
    }
  } finally {
    progress.clear();
  }
}
