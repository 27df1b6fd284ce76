import { findConfigFile, type LoadInputs } from "../config/load_settings.ts";
import type { UpstreamEntry } from "./config.ts";
import { readUpstreams } from "./read_upstreams.ts";

/**
 * The upstreams that the user has configured, active or not: in `--config` or
 * the user's own `docs.config.json`, since their commands are executed. Call it
 * after loading the settings, which reads `--env-file`.
 *
 * @throws {UserError} naming what is wrong and where
 */
export function loadUpstreams(inputs: LoadInputs): UpstreamEntry[] {
  const file = findConfigFile(inputs);
  if (file?.upstreams === undefined) return [];
  return readUpstreams(
    file.upstreams,
    file.where("upstreams"),
    file.folder,
    (name) => inputs.env.get(name),
  );
}
