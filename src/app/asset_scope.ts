import { asset, type AssetName } from "../artifact/carried.ts";
import type { Region } from "../files/region.ts";

/** Embedded assets, closed together at the end of a command. */
export class AssetScope implements Disposable {
  readonly #open: Region[] = [];

  /** Opens an asset, as `asset` does. */
  readonly open = (name: AssetName): Region => {
    const region = asset(name);
    this.#open.push(region);
    return region;
  };

  [Symbol.dispose](): void {
    for (const region of this.#open.splice(0)) region.close();
  }
}
