import type { AnswerClaim } from "./claims.ts";
import type { MarkdownBlock } from "../markdown_blocks.ts";
import type { Reference } from "./_references.ts";
import { anyOf } from "./_word_pattern.ts";
import { PRECEDING_LABELS } from "./words/references.ts";
import type { AnswerLanguage } from "../language.ts";

/** Which sources of a reference hold. */
export interface ReferenceVerdict {
  /** Its sources that were sent. */
  sent: number[];
  /** Those of them that support what cites them. */
  kept: number[];
}

const WORDS = {
  ja: {
    mark: "（未確認）",
    link: "（リンク削除）",
    noSource: (n: number) =>
      `[${n}] という参考情報は送っていないため、削除しました`,
    notSaid: (n: number, text: string) =>
      `[${n}] には次の内容がないため、引用を削除しました: ${text}`,
    address: (url: string) => `送った参考情報にないURLを削除しました: ${url}`,
    unsupported: (n: number) =>
      `${n}件の記述は、送った参考情報で確認できません（${
        WORDS.ja.mark.slice(1, -1)
      }と表示）`,
  },
  en: {
    mark: " (unverified)",
    link: "(link removed)",
    noSource: (n: number) => `[${n}] is no source that was sent; removed`,
    notSaid: (n: number, text: string) =>
      `[${n}] does not say this; the citation was removed: ${text}`,
    address: (url: string) => `${url} is not among the sources; removed`,
    unsupported: (n: number) =>
      n === 1
        ? "1 statement is not borne out by the sources that were sent; it is marked (unverified)"
        : `${n} statements are not borne out by the sources that were sent; they are marked (unverified)`,
  },
};
/** Characters of a claim in a warning. */
const SHOWN = 80;

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** References that stand together, with the brackets around them: `(参考情報 [1], [2])`. */
interface Cluster {
  start: number;
  end: number;
  refs: number[];
}

/** The answer without false references, with its unsupported claims marked. */
export function corrected(
  answer: string,
  shown: string,
  { claims, blocks, refs, verdicts, list, language }: {
    claims: readonly (AnswerClaim & { supported: boolean })[];
    blocks: readonly MarkdownBlock[];
    refs: readonly Reference[];
    verdicts: readonly ReferenceVerdict[];
    list: [number, number] | null;
    language: AnswerLanguage;
  },
): { answer: string; warnings: string[] } {
  const words = WORDS[language];
  const warnings: string[] = [];
  const edits: Edit[] = [];
  const clusters = clustersOf(shown, refs, list);
  for (const cluster of clusters) {
    edits.push(
      ...withoutFalse(answer, shown, cluster, refs, verdicts, words.link),
    );
  }
  const claimOf = new Map<number, AnswerClaim>();
  for (const claim of claims) {
    for (const ref of claim.references) claimOf.set(ref, claim);
  }
  refs.forEach(({ numbers, unknown, url }, at) => {
    if (unknown) warnings.push(words.address(url!.slice(0, 200)));
    for (const number of numbers) {
      if (verdicts[at]!.kept.includes(number)) continue;
      const claim = claimOf.get(at);
      const text = (claim?.text ?? "").slice(0, 2 * SHOWN).replace(/\s+/g, " ")
        .slice(0, SHOWN);
      warnings.push(
        claim === undefined || !claim.checked ||
          !verdicts[at]!.sent.includes(number)
          ? words.noSource(number)
          : words.notSaid(number, text.toWellFormed()),
      );
    }
  });
  const unsupported = claims.filter(({ supported }) => !supported);
  for (const claim of unsupported) {
    edits.push(
      mark(answer, shown, claim, blocks[claim.block]!, clusters, words.mark),
    );
  }
  if (unsupported.length > 0) {
    warnings.push(words.unsupported(unsupported.length));
  }
  if (list !== null) edits.push({ start: list[0], end: list[1], text: "" });
  edits.sort((a, b) => a.start - b.start || a.end - b.end);
  let result = "", done = 0;
  for (const { start, end, text } of edits) {
    if (start < done) continue;
    result += answer.slice(done, start) + text;
    done = end;
  }
  result += answer.slice(done);
  return {
    answer: list === null ? result : result.trimEnd(),
    warnings: [...new Set(warnings)],
  };
}

const LABEL = anyOf([...PRECEDING_LABELS.ja, ...PRECEDING_LABELS.en]);
const OPENS = new RegExp(
  `[(（][ 　]{0,3}(?:${LABEL}[ 　]{0,2}[:：]?[ 　]{0,2})?$`,
  "i",
);
const LABELLED = new RegExp(`${LABEL}[ 　]{0,2}[:：]?[ 　]{0,2}$`, "i");

function clustersOf(
  shown: string,
  refs: readonly Reference[],
  list: [number, number] | null,
): Cluster[] {
  const found: Cluster[] = [];
  refs.forEach(({ start, end, kind }, at) => {
    if (list !== null && start >= list[0] && start < list[1]) return;
    const last = found[found.length - 1];
    const joins = last !== undefined && kind === "number" &&
      refs[last.refs[0]!]!.kind === "number" &&
      /^[ \t　,、]{0,4}$/.test(
        shown.slice(last.end, Math.min(start, last.end + 5)),
      ) &&
      start - last.end < 5;
    if (joins) {
      last.refs.push(at);
      last.end = end;
    } else found.push({ start, end, refs: [at] });
  });
  for (const cluster of found) {
    const before = shown.slice(Math.max(0, cluster.start - 20), cluster.start);
    const closes = /^[ 　]{0,3}[)）]/.exec(
      shown.slice(cluster.end, cluster.end + 4),
    );
    const opens = OPENS.exec(before);
    if (opens !== null && closes !== null) {
      cluster.start -= opens[0].length;
      cluster.end += closes[0].length;
    }
  }
  return found;
}

/** The edits that remove the false references of a cluster. */
function withoutFalse(
  answer: string,
  shown: string,
  { start, end, refs: own }: Cluster,
  refs: readonly Reference[],
  verdicts: readonly ReferenceVerdict[],
  note: string,
): Edit[] {
  const gone = (at: number) =>
    verdicts[at]!.kept.length === 0 &&
    (refs[at]!.numbers.length > 0 || refs[at]!.unknown === true);
  if (own.every(gone)) {
    const first = refs[own[0]!]!;
    const { kind, label } = first;
    if (kind === "link" && !/^[\d０-９]*$/.test(answer.slice(...label!))) {
      return [{
        start: first.start,
        end: first.end,
        text: answer.slice(...label!),
      }];
    }
    if (kind === "url" && start === first.start) {
      return [{ start, end, text: note }];
    }
    let from = start;
    const labelled = LABELLED.exec(shown.slice(Math.max(0, from - 20), from));
    if (labelled !== null) from -= labelled[0].length;
    while (from > 0 && /[ \t　]/.test(answer[from - 1]!)) from--;
    const lineStart = from === 0 || answer[from - 1] === "\n";
    if (lineStart) from = start;
    return [{ start: from, end, text: "" }];
  }
  return own.flatMap((at): Edit[] => {
    const { start, end, numbers, kind } = refs[at]!;
    if (gone(at)) return [{ start, end, text: "" }];
    const { kept } = verdicts[at]!;
    if (kind === "link" && refs[at]!.unknown) {
      return [{ start, end, text: `[${kept.join(", ")}]` }];
    }
    if (kind !== "number" || kept.length === numbers.length) return [];
    const text = answer[start] + kept.join(", ") + answer[end - 1];
    return [{ start, end, text }];
  });
}

function mark(
  answer: string,
  shown: string,
  { kind, start, end }: AnswerClaim,
  block: MarkdownBlock,
  clusters: readonly Cluster[],
  text: string,
): Edit {
  if (kind === "code") {
    const indent = /^[ \t>]*/.exec(answer.slice(block.start, block.end))![0];
    const at = block.open ? block.start : block.end;
    const line = indent + text.trim();
    return {
      start: at,
      end: at,
      text: block.open ? `${line}\n\n` : `\n\n${line}`,
    };
  }
  let at = end;
  for (let moved = true; moved && at > start;) {
    moved = false;
    const cluster = lastUpTo(clusters, at);
    if (cluster !== undefined && cluster.end === at && cluster.start >= start) {
      at = cluster.start;
      moved = true;
    } else if (/[\s。．.!！|*_]/.test(shown[at - 1]!)) {
      at--;
      moved = true;
    }
  }
  if (at <= start) at = end;
  return { start: at, end: at, text };
}

function lastUpTo(
  clusters: readonly Cluster[],
  to: number,
): Cluster | undefined {
  let low = 0, high = clusters.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (clusters[middle]!.end <= to) low = middle + 1;
    else high = middle;
  }
  return clusters[low - 1];
}
