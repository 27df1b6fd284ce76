import type { Source } from "./answer.ts";
import type { SentSection } from "./citations/checked_answer.ts";

/** Said where no section is good enough to answer from. */
export const NOTHING_FOUND = {
  ja: "申し訳ございません。関連する情報が見つかりませんでした。",
  en: "Sorry, nothing related was found in the documents.",
};

/** A section that was sent or quoted, as a source. */
export function sourceOf(
  section: Omit<SentSection, "text">,
  score: number,
): Source {
  const { number, id, path, anchor, title, headingPath, url } = section;
  return {
    number,
    ...{ id, path, anchor, title, heading_path: headingPath, url },
    start_line: section.startLine,
    end_line: section.endLine,
    score,
  };
}

/** Mean of the scores, 4 decimals; 0 without any. */
export function relevanceScore(found: readonly { score: number }[]): number {
  if (found.length === 0) return 0;
  const sum = found.reduce((sum, { score }) => sum + score, 0);
  return Number((sum / found.length).toFixed(4));
}
