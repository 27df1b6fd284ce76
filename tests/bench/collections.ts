/**
 * Collections of real documents in the sizes that the figures speak of, made
 * from the documentation trees of the evaluation data.
 */
import { join } from "node:path";
import { asset } from "../../src/artifact/carried.ts";
import { openEmbedder } from "../../src/embed/known_embedders.ts";
import { buildIndex, type BuildSummary } from "../../src/index/build_index.ts";

/** Where the trees are; measurements that need them say so where they are not. */
export const TREES = "../shared/eval/trees";

/** The names of the trees, or undefined where there are none. */
export function trees(): string[] | undefined {
  try {
    return [...Deno.readDirSync(TREES)].map(({ name }) => name).sort();
  } catch {
    return undefined;
  }
}

/**
 * Builds an index of about so many passages: trees are added, and repeated
 * under other names, until there are enough.
 *
 * @param folder Where the copies and the index go.
 */
export async function buildCollection(
  folder: string,
  passages: number,
): Promise<BuildSummary> {
  // Passages of a tree with the default cut, to know how many trees it takes.
  const sizes: Record<string, number> = {
    "vite-en": 1300,
    "vite-ja": 1100,
    "vue-en": 5300,
    "vue-ja": 4600,
    "react-en": 9000,
    "react-ja": 7500,
    "astro-en": 8000,
    "astro-ja": 2700,
  };
  const source = join(folder, `documents-${passages}`);
  let total = 0;
  for (let round = 0; total < passages; round++) {
    for (const name of trees()!) {
      if (total >= passages) break;
      copyTree(join(TREES, name), join(source, `${name}-${round}`));
      total += sizes[name] ?? 2000;
    }
  }
  return await build([source], join(folder, `${passages}.index`));
}

/** Builds with the program's defaults. */
export async function build(
  sources: string[],
  output: string,
): Promise<BuildSummary> {
  return await buildIndex({
    sources,
    output,
    include: [],
    exclude: [],
    passageSize: 500,
    overlap: 100,
    follow: false,
    strict: false,
    embedder: await openEmbedder(undefined, asset),
  });
}

function copyTree(from: string, to: string): void {
  Deno.mkdirSync(to, { recursive: true });
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    const source = join(from, name), target = join(to, name);
    if (isDirectory) copyTree(source, target);
    else Deno.writeFileSync(target, Deno.readFileSync(source));
  }
}

/** Questions as people type them, both languages. */
export const QUERIES = [
  "小さいアイコン画像がビルドすると勝手にbase64になるのをやめたい",
  "環境変数をクライアントに公開する",
  "コンポーネントにプロパティを渡すには",
  "useEffect が2回実行される",
  "How do I change the output folder of a build?",
  "vite site lives under a sub path and all assets 404",
  "v-model on a custom component",
  "import.meta.env type completion",
  "プロキシの設定",
  "server side rendering with streaming",
];
