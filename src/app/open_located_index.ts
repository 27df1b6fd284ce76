import { carriedIndex, carriesDocuments } from "../artifact/carried.ts";
import {
  type DocsJson,
  readDocsJson,
  restrictSettings,
} from "../config/docs_json.ts";
import { namesIndex, noIndex } from "../config/locate_index.ts";
import type { Settings } from "../config/settings.ts";
import { fileRegion, type Region } from "../files/region.ts";
import { openIndex } from "../index/open_index.ts";
import type { PackedIndex } from "../index/packed_index.ts";
import type { Log } from "../log.ts";
import { UserError } from "../user_error.ts";
import type { AppContext } from "./app_context.ts";
import { chooseIndex } from "./choose_index.ts";

/** An open index, how it was found, and the settings that apply to it. Disposing closes it. */
export interface OpenedIndex extends Disposable {
  readonly index: PackedIndex;
  /** How it was found, as `status` shows it. */
  readonly from: string;
  /** Whether it is the program's own guide, for want of another index. */
  readonly isFallback: boolean;
  /** With the restrictions of the `docs.json` in the root of the index's sources. */
  readonly settings: Settings;
}

/**
 * Opens the index that the settings name, else the nearest one, else the one
 * embedded in the program.
 *
 * @param context its log gets the non-fatal warnings
 * @throws {UserError} when there is none, or it is damaged
 */
export function openLocatedIndex(
  settings: Settings,
  { cwd, log }: Pick<AppContext, "cwd" | "log">,
): OpenedIndex {
  const located = chooseIndex(settings, cwd);
  if (located) {
    const region = fileRegion(located.path);
    return {
      ...opened(region, located.path, located.from, settings, log),
      isFallback: false,
    };
  }
  const carried = carriedIndex();
  if (!carried) throw noIndex(settings, cwd);
  const from = "carried by the program";
  const isFallback = !namesIndex(settings) && !carriesDocuments();
  if (isFallback) {
    log.info(
      "there is no index here; this is from the guide of docs itself. Build one with docs build FOLDER (--index carried asks for the guide)",
    );
  }
  return {
    ...opened(carried.region, carried.from, from, settings, log),
    isFallback,
  };
}

function opened(
  region: Region,
  path: string,
  from: string,
  settings: Settings,
  log: Log,
): Omit<OpenedIndex, "isFallback"> {
  try {
    const index = openIndex(region, path);
    const { root, settings: { offline } } = index.info;
    // An index may be untrusted; its root must not make Windows authenticate to
    // a server of the index author's choice.
    const docsJson = /^[\\/]{2}/.test(root)
      ? undefined
      : readRestrictions(root, log);
    return {
      index,
      from,
      settings: restrictSettings(
        restrictSettings(settings, docsJson),
        // Without the sources, the index still records it.
        offline && { path: `as ${path} was built`, offline },
      ),
      [Symbol.dispose]: () => index.close(),
    };
  } catch (error) {
    region.close();
    throw error;
  }
}

/**
 * The `docs.json` of an index's root. An invalid one fails a build; reading an
 * index only logs a warning and ignores it.
 */
function readRestrictions(
  root: string,
  log: Log,
): DocsJson | undefined {
  try {
    return readDocsJson(root);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    log.warning(`${error.message}; it is not heeded`);
    return undefined;
  }
}
