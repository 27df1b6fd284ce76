import type { Settings } from "../config/settings.ts";
import type { EmbedderContext } from "../embed/embedder_context.ts";
import type { Log } from "../log.ts";

/** The parts of the process that the application layer may use. */
export interface AppContext {
  /** Environment variables: keys, addresses, folders. `Deno.env` is one. */
  readonly env: { get(name: string): string | undefined };
  /** Current folder, absolute. */
  readonly cwd: string;
  /** Messages that are not results. */
  readonly log: Log;
  /** Called with a sentence before data leaves the machine: what, and to where. */
  readonly announce: (sentence: string) => void;
}

/** The embedder context, from settings and process. */
export function embedderContext(
  settings: Settings,
  { env, cwd, announce }: AppContext,
): EmbedderContext {
  return {
    env,
    cwd,
    offline: settings.offline.value,
    setting: settings.embeddingModel.value,
    say: announce,
  };
}
