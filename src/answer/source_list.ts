import type { AnswerLanguage, SentSection } from "./checked_answer.ts";

/**
 * The list of sources that stands under an answer: those that were cited and
 * hold, with path and lines.
 *
 * @returns "" where none is
 */
export function sourceList(
  cited: readonly number[],
  sent: readonly SentSection[],
  language: AnswerLanguage,
): string {
  const lines = cited.flatMap((number) => {
    const section = sent.find((it) => it.number === number);
    if (section === undefined) return [];
    const { path, startLine, endLine, url } = section;
    const place = startLine === endLine
      ? `${path}:${startLine}`
      : `${path}:${startLine}-${endLine}`;
    const address = /^(?:https?:)?\//.test(url) ? ` <${url}>` : "";
    return [`- [${number}] ${name(section)} (${place})${address}`];
  });
  if (lines.length === 0) return "";
  return [language === "ja" ? "参考:" : "Sources:", ...lines].join("\n");
}

function name({ title, headingPath, path }: SentSection): string {
  const names = [title, ...headingPath].filter((it) => it);
  return names.filter((it, at) => it !== names[at - 1]).join(" › ") || path;
}
