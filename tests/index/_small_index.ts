import { join } from "node:path";
import { AssetScope } from "../../src/app/asset_scope.ts";
import { fileRegion } from "../../src/files/region.ts";
import { openEmbedder } from "../../src/embed/known_embedders.ts";
import {
  buildIndex,
  type BuildOptions,
  type BuildSummary,
} from "../../src/index/build_index.ts";
import { openIndex } from "../../src/index/open_index.ts";
import type { PackedIndex } from "../../src/index/packed_index.ts";

/** A folder of documents, gone after the test. */
export async function withDocuments(
  files: Record<string, string | Uint8Array>,
  test: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = Deno.makeTempDirSync({ prefix: "docs-index-" });
  try {
    const documents = join(folder, "documents");
    Deno.mkdirSync(documents);
    for (const [name, content] of Object.entries(files)) {
      const path = join(documents, name);
      Deno.mkdirSync(join(path, ".."), { recursive: true });
      if (typeof content === "string") Deno.writeTextFileSync(path, content);
      else Deno.writeFileSync(path, content);
    }
    await test(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** Builds `folder/documents` into `folder/index`. */
export async function build(
  folder: string,
  options: Partial<BuildOptions> = {},
): Promise<BuildSummary> {
  using assets = new AssetScope();
  return await buildIndex({
    sources: [join(folder, "documents")],
    output: join(folder, "index"),
    embedder: await openEmbedder(undefined, assets.open),
    ...options,
  });
}

/** Opens `folder/index`. */
export function open(folder: string): PackedIndex {
  const path = join(folder, "index");
  return openIndex(fileRegion(path), path);
}
