/**
 * `deno task eval:faithfulness [--data FOLDER] [--failures KIND] [--even | --odd]`: how
 * many errors, planted in sentences of real documents, the check of citations
 * finds, and how many true sentences it flags.
 *
 * A sentence of a section becomes a claim by being said a little differently
 * (clauses dropped or turned round, other forms of verbs); then a number, an
 * identifier, its sense or the number of its source is made wrong. The sections
 * sent are its own and others, of the same document first. What is chosen
 * depends on nothing but the data.
 *
 * `--even` and `--odd` take every other page: the even half served to tune, the
 * odd one to report. Less than 90 % of the errors found, or more than 5 % of the
 * true flagged, ends with exit code 1. `--failures` takes `true` or a kind of
 * error and prints what went wrong.
 */
import { parseArgs } from "node:util";
import { checkCitations } from "../../src/answer/citations/check_citations.ts";
import type { SentSection } from "../../src/answer/citations/checked_answer.ts";
import {
  markdownBlocks,
  withoutCode,
} from "../../src/answer/markdown_blocks.ts";
import { sentences } from "../../src/text/sentences.ts";
import { cut } from "../../src/cut/cut.ts";
import { readSources } from "../../src/source/read_sources.ts";
import { type ErrorKind, reworded, withError } from "./planted_errors.ts";
import { TREES } from "./sets.ts";

/** Sections of a page that give claims, claims of a section, sections that are sent. */
const SECTIONS = 3, CLAIMS = 3, SENT = 5;

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/eval" },
    failures: { type: "string" },
    even: { type: "boolean", default: false },
    odd: { type: "boolean", default: false },
  },
});

/** Shares of planted errors that have to be found, of true claims that may be flagged. */
const FOUND = 0.9, FLAGGED = 0.05;

const KINDS: ErrorKind[] = ["number", "identifier", "polarity", "source"];

try {
  Deno.statSync(`${values.data}/trees`);
} catch {
  console.error(
    `there is no evaluation data at ${values.data}; name its folder with --data`,
  );
  Deno.exit(2);
}

/** [flagged, all] by kind. */
type Counts = Map<string, [number, number]>;

console.log("| | true flagged | " + KINDS.join(" | ") + " | all planted |");
console.log("| --- | --- | " + KINDS.map(() => "---").join(" | ") + " | --- |");
for (const language of ["en", "ja"] as const) {
  const counts: Counts = new Map();
  for (const tree of TREES) {
    const pages = await readPages(`${values.data}/trees/${tree}-${language}`);
    pages.forEach((page, at) => {
      if (values.even && at % 2 === 1 || values.odd && at % 2 === 0) return;
      measurePage(page, pages[(at + 7) % pages.length], language, counts);
    });
  }
  const cell = (kind: string) => {
    const [flagged, all] = counts.get(kind) ?? [0, 0];
    return `${(100 * flagged / all).toFixed(1)} % of ${all}`;
  };
  const planted = KINDS.map((kind) => counts.get(kind) ?? [0, 0]);
  counts.set("planted", [
    planted.reduce((sum, [flagged]) => sum + flagged, 0),
    planted.reduce((sum, [, all]) => sum + all, 0),
  ]);
  const share = (kind: string) => counts.get(kind)![0] / counts.get(kind)![1];
  if (share("planted") < FOUND || share("true") > FLAGGED) Deno.exitCode = 1;
  console.log(
    `| ${language} | ${["true", ...KINDS, "planted"].map(cell).join(" | ")} |`,
  );
}

async function readPages(folder: string): Promise<SentSection[][]> {
  const pages: SentSection[][] = [];
  const options = { include: [], exclude: [], follow: false };
  for await (const item of readSources([folder], options)) {
    if (item.kind !== "document") continue;
    const { path, text } = item.document;
    const { sections, title } = cut(item.document, {
      passageSize: 500,
      overlap: 100,
    });
    pages.push(sections.map(({ anchor, headingPath, start, end }, at) => {
      const id = `${path}#${anchor}`;
      const url = `https://docs.example.net/${id}`;
      return {
        ...{ number: at + 1, id, path, anchor, url, title, headingPath },
        ...{ startLine: 1, endLine: 1, text: text.slice(start, end) },
      };
    }));
  }
  return pages;
}

function measurePage(
  page: SentSection[],
  other: SentSection[],
  language: "en" | "ja",
  counts: Counts,
): void {
  const identifiers = [
    ...new Set(
      page.flatMap(({ text }) =>
        [...text.matchAll(/(?<!`)`([^`\n]{2,40})`(?!`)/g)].map(([, it]) => it)
      ),
    ),
  ];
  const telling = page.filter(({ text }) => claimSentences(text).length > 0);
  const step = Math.max(1, telling.length / SECTIONS);
  for (let i = 0; i < Math.min(SECTIONS, telling.length); i++) {
    const section = telling[Math.floor(i * step)];
    const at = page.indexOf(section);
    const others = [...page.slice(at + 1), ...page.slice(0, at), ...other]
      .filter(({ text }) => text.length > 100).slice(0, SENT - 1);
    const sent = [section, ...others]
      .map((it, at) => ({ ...it, number: at + 1 }));
    const found = claimSentences(section.text);
    const every = Math.max(1, found.length / CLAIMS);
    for (let j = 0; j < Math.min(CLAIMS, found.length); j++) {
      const claim = reworded(found[Math.floor(j * every)], language, at + j);
      judge(claim, "true", 1, sent, language, counts);
      for (const kind of KINDS) {
        if (kind === "source") {
          if (sent.length < 3) continue;
          const wrong = 2 + (at + j) % (sent.length - 1);
          judge(claim, kind, wrong, sent, language, counts);
        } else {
          const wrong = withError(claim, kind, language, identifiers, at + j);
          if (wrong !== null) judge(wrong, kind, 1, sent, language, counts);
        }
      }
    }
  }
}

function judge(
  claim: string,
  kind: string,
  source: number,
  sent: SentSection[],
  language: "en" | "ja",
  counts: Counts,
): void {
  const answer = claim.replace(/([.。])?$/, ` [${source}]$1`);
  const { claims } = checkCitations(answer, sent, language);
  if (claims.length !== 1) return;
  const flagged = !claims[0].supported || claims[0].citations.length === 0;
  const count = counts.get(kind) ?? [0, 0];
  counts.set(kind, [count[0] + (flagged ? 1 : 0), count[1] + 1]);
  if (values.failures === kind && flagged === (kind === "true")) {
    console.log(`  ${sent[0].id}: ${claim}`);
  }
}

/** The sentences of a section that say something by themselves. */
function claimSentences(text: string): string[] {
  const blocks = markdownBlocks(text);
  const shown = withoutCode(text, blocks);
  return blocks.flatMap(({ kind, from, to }) => {
    if (kind !== "paragraph" && kind !== "item") return [];
    return sentences(shown, from, to).map(([start, end]) =>
      text.slice(start, end).replace(/\s+/g, " ")
        .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    );
  }).filter((sentence) =>
    /[.。]$/.test(sentence) && !/[<>{}\[\]|]|https?:/.test(sentence) &&
    sentence.length >= 25 && sentence.length <= 260 &&
    !/^(?:See|For example|詳し|例えば|たとえば)/.test(sentence)
  );
}
