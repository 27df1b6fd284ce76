import { chooseIndex } from "./choose_index.ts";
import { readDocsJson } from "../config/docs_json.ts";
import type { Setting, Settings } from "../config/settings.ts";
import { UserError } from "../user_error.ts";
import type { AppContext } from "./app_context.ts";
import type { BuildPlan } from "./build_plan.ts";
import { openLocatedIndex } from "./open_located_index.ts";

/**
 * The plan that builds an index again as it was built: from its sources, with its
 * embedder and settings, into the same file.
 *
 * @throws {UserError} there is no index file, or it is damaged
 */
export function planUpdate(
  settings: Settings,
  context: Pick<AppContext, "cwd" | "log">,
): BuildPlan {
  if (chooseIndex(settings, context.cwd) === undefined) {
    throw new UserError(
      "there is no index file to update",
      "Build one with docs build FOLDER, or name one with --index FILE.",
    );
  }
  using opened = openLocatedIndex(settings, context);
  const { path, info } = opened.index;
  const { root, sources, embedder, settings: built } = info;
  const as = <T>(value: T): Setting<T> => ({
    ...{ value, level: "flag", origin: `as ${path} was built` },
  });
  return {
    sources,
    root,
    settings: {
      ...opened.settings,
      include: as(built.include),
      exclude: as(built.exclude),
      urlBase: as(built.urlBase),
      passageSize: as(built.passageSize),
      overlap: as(built.overlap),
      embeddingModel: as(embedder.source ?? embedder.id),
    },
    offline: readDocsJson(root)?.offline ?? built.offline ?? false,
    output: path,
    isStep: false,
    vectors: `${path}.vectors`,
    follow: built.follow,
    strict: false,
  };
}
