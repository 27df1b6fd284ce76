import { basename, join } from "node:path";
import { asset } from "../../src/artifact/carried.ts";
import { fileRegion } from "../../src/files/region.ts";
import { openEmbedder } from "../../src/embed/known_embedders.ts";
import { openLateInteraction } from "../../src/embed/open_late_interaction.ts";
import { buildIndex } from "../../src/index/build_index.ts";
import { openIndex } from "../../src/index/open_index.ts";
import { Searcher } from "../../src/search/search.ts";

/** Builds collections into a temporary folder, each once. */
export class Searchers implements Disposable {
  readonly #folder = Deno.makeTempDirSync({ prefix: "docs-eval-" });
  readonly #vectors: string;
  readonly #open = new Map<string, Promise<Searcher>>();

  /**
   * @param model What EMBEDDING_MODEL takes; default: the bundled table.
   * @param vectors Folder where the vectors of another one are kept.
   */
  constructor(readonly model?: string, vectors?: string) {
    this.#vectors = vectors ?? this.#folder;
    Deno.mkdirSync(this.#vectors, { recursive: true });
  }

  /** A searcher over these folders and files. */
  of(sources: string[]): Promise<Searcher> {
    const name = sources.join().replace(/\W+/g, "_") + ".index";
    let searcher = this.#open.get(name);
    if (searcher === undefined) {
      searcher = this.#build(sources, join(this.#folder, name));
      this.#open.set(name, searcher);
    }
    return searcher;
  }

  async #build(sources: string[], output: string): Promise<Searcher> {
    const embedder = await openEmbedder(this.model, asset, {
      cwd: Deno.cwd(),
      env: Deno.env,
      say: console.error,
    });
    const summary = await buildIndex({
      sources,
      output,
      embedder,
      vectors: join(this.#vectors, basename(output) + ".vectors"),
    });
    console.error(
      `${summary.documents} documents, ${summary.passages} passages, ` +
        `index/text ${(summary.bytes / summary.text_bytes).toFixed(2)}, ` +
        `${summary.seconds.toFixed(1)} s`,
    );
    return new Searcher(
      openIndex(fileRegion(output), output),
      embedder,
      openLateInteraction(embedder, asset),
    );
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.#folder, { recursive: true });
  }
}
