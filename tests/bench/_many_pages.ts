import { walkSync } from "./_walk.ts";

/**
 * Fills a folder with Markdown pages made of the paragraphs of this product's
 * guide, shuffled: about `passages` passages in Japanese and English. The same
 * guide gives the same pages.
 *
 * @param guide folder with the guide
 * @param folder where the pages go
 */
export function manyPages(
  guide: string,
  folder: string,
  passages: number,
): void {
  const paragraphs = [...walkSync(guide)]
    .filter((path) => path.endsWith(".md"))
    .flatMap((path) => Deno.readTextFileSync(path).split(/\n\s*\n/))
    .filter((text) => text.length > 80 && !/^(#|---|```|\|)/.test(text))
    .sort();
  if (paragraphs.length < 20) throw new Error(`too little text in ${guide}`);
  const random = numbers(1);
  // A section of two or three paragraphs makes about one passage.
  for (let made = 0; made < passages; made += 20) {
    const sections = Array.from({ length: 20 }, (_, i) => {
      const picked = Array.from(
        { length: 3 },
        () => paragraphs[random() % paragraphs.length],
      );
      const text = picked.join("\n\n").slice(0, 450);
      return `## Section ${made + i} 第${made + i}節\n\n${text}\n`;
    });
    const page = `# Page ${made} 第${made}頁\n\n${sections.join("\n")}`;
    Deno.writeTextFileSync(`${folder}/page-${made}.md`, page.toWellFormed());
  }
}

/** Numbers that look random, the same each time (xorshift32, Marsaglia 2003). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
