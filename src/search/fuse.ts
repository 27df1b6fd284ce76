/** A section that one side of the search found. */
export interface Candidate {
  section: number;
  /** BM25 score, or cosine. */
  score: number;
}

/** A section with what both sides say of it. */
export interface FusedSection {
  section: number;
  /** 0..1: weighted mean of the two normalised scores. */
  score: number;
  keyword: SideScore | null;
  vector: SideScore | null;
}

/** One side's opinion of a section. */
export interface SideScore {
  /** From 1, among the sections that this side found. */
  rank: number;
  /** As found: BM25 score or cosine. */
  raw: number;
  /** 0..1: 1 for the side's best section, 0 for its hundredth. */
  normalised: number;
}

/** Rank whose score counts as zero. */
const FLOOR_RANK = 100;

/**
 * Fuses two ranked lists of sections by their normalised scores. Each side is
 * brought to 0..1 (its best = 1, its hundredth = 0; zero stays zero where it
 * has fewer), so that a side's own scale does not matter.
 *
 * @param keyword Best first.
 * @param vector Best first.
 * @param weight Share of the keyword side, 0..1.
 */
export function fuse(
  keyword: Candidate[],
  vector: Candidate[],
  weight: number,
): FusedSection[] {
  const sections = new Map<number, FusedSection>();
  const add = (candidates: Candidate[], side: "keyword" | "vector") => {
    const best = candidates[0]?.score ?? 0;
    const floor = candidates[FLOOR_RANK - 1]?.score ?? 0;
    const share = side === "keyword" ? weight : 1 - weight;
    candidates.forEach(({ section, score }, at) => {
      let fused = sections.get(section);
      if (fused === undefined) {
        fused = { section, score: 0, keyword: null, vector: null };
        sections.set(section, fused);
      }
      const normalised = best > floor
        ? Math.max(0, (score - floor) / (best - floor))
        : 1;
      fused[side] = { rank: at + 1, raw: score, normalised };
      fused.score += share * normalised;
    });
  };
  add(keyword, "keyword");
  add(vector, "vector");
  return [...sections.values()].sort((a, b) =>
    b.score - a.score || a.section - b.section
  );
}
