/** (placeholder until the branch `cite` is merged) */
export interface SentSection {
  number: number;
  id: string;
  path: string;
  anchor: string;
  url: string;
  title: string;
  headingPath: string[];
  startLine: number;
  endLine: number;
  text: string;
}
export interface Citation {
  id: string;
  path: string;
  start_line: number;
  end_line: number;
  quote: string;
}
export interface Claim {
  text: string;
  citations: Citation[];
  supported: boolean;
}
export interface CheckedAnswer {
  answer: string;
  claims: Claim[];
  cited: number[];
  warnings: string[];
}
export function checkCitations(
  answer: string,
  sent: readonly SentSection[],
  _language: "ja" | "en",
): CheckedAnswer {
  const cited = sent.filter(({ number }) => answer.includes(`[${number}]`))
    .map(({ number }) => number);
  return {
    answer,
    claims: [{ text: answer, citations: [], supported: true }],
    cited,
    warnings: [],
  };
}
