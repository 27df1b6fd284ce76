import type { CommandModule } from "./command.ts";
import type { CommandName } from "./table.ts";

/** Loads the code of a command, for every command of the table. */
export type Loaders = Readonly<
  Record<CommandName, () => Promise<CommandModule>>
>;

/** Loads a command's code, and only that, when it is about to run. */
export const loaders: Loaders = {
  build: () => import("./commands/build.ts"),
  update: () => import("./commands/update.ts"),
  questions: () => import("./commands/questions.ts"),
  search: () => import("./commands/search.ts"),
  ask: () => import("./commands/ask.ts"),
  get: () => import("./commands/get.ts"),
  list: () => import("./commands/list.ts"),
  serve: () => import("./commands/serve.ts"),
  install: () => import("./commands/install.ts"),
  proxy: () => import("./commands/proxy.ts"),
  probe: () => import("./commands/probe.ts"),
  status: () => import("./commands/status.ts"),
  cache: () => import("./commands/cache.ts"),
  completions: () => import("./commands/completions.ts"),
  version: () => import("./commands/version.ts"),
};
