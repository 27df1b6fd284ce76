import type { Settings } from "../config/settings.ts";
import type { EmbedderContext } from "../embed/embedder_context.ts";
import type { Log } from "../log.ts";

/** What the application layer may use of the process that it runs in. */
export interface AppContext {
  /** Environment variables: keys, addresses, folders. `Deno.env` is one. */
  readonly env: { get(name: string): string | undefined };
  /** Current folder, absolute. */
  readonly cwd: string;
  /** Messages beside the results. */
  readonly log: Log;
  /** Told in a sentence what leaves the machine and where to, before it does. */
  readonly announce: (sentence: string) => void;
}

/** What an embedder may use, of the settings and of the process. */
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
