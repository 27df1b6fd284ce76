import { type Budget, lineEnd } from "./_javascript.ts";

/** A block that a site generator takes as it is, without reading Markdown in it. */
export interface RawBlock {
  /** Offset of the end of the closer's line. */
  end: number;
  /** Whether readers see it. */
  kind: "code" | "hidden";
}

/** Hugo's `{{< highlight go >}}` and `{{% code %}}`; a closing one begins with `/`. */
const SHORTCODE =
  /\{\{[<%]\s*([\w-]+)(?:\s(?:[^"`>%]|"[^"\n]*"|`[^`]*`|[>%](?![%}>]))*)?\s*[>%]\}\}[ \t]*(?=[\r\n])/y;
/** Jekyll's `{% highlight ruby %}`, with or without trimming dashes. */
const TAG = /\{%-?\s*(\w+)(?:\s[^%\n]*)?-?%\}[ \t]*(?=[\r\n])/y;
/** Hugo's comment. */
const TEMPLATE_COMMENT = /\{\{-?\s*\/\*/y;

/** Shortcodes whose body is no Markdown, by usual names of Hugo's themes. */
const CODE_SHORTCODE =
  /^(?:(?:\w+-)?(?:code|highlight|raw|rawhtml|verbatim|literal|pre|console|terminal|output|mermaid|plantuml|kroki|diagram|katex|math|chart|json|yaml|toml|html)|code-?\w+|codeblock|command)$/i;
const COMMENT = /^comment$/i;
/** Liquid's tags of the same kind. */
const CODE_TAG = /^(?:highlight|raw|verbatim|codeblock|code|mermaid|prism)$/;

/**
 * The raw block whose opener stands alone on the line at `from`.
 *
 * Liquid's `raw` keeps only Liquid from being read: where it holds a fence, its
 * author meant Markdown, and the fence protects what it has to.
 *
 * @returns undefined when there is none, or it is not closed
 */
export function rawBlockAt(
  text: string,
  from: number,
  budget: Budget,
): RawBlock | undefined {
  if (text[from] !== "{" || budget.left <= 0) return undefined;
  TEMPLATE_COMMENT.lastIndex = from;
  if (TEMPLATE_COMMENT.test(text)) {
    const end = closedBy(/\*\/\s*-?\}\}/g, text, from, budget);
    return end === undefined ? undefined : { end, kind: "hidden" };
  }
  SHORTCODE.lastIndex = from;
  const shortcode = SHORTCODE.exec(text)?.[1];
  if (shortcode !== undefined) {
    const kind = kindOf(shortcode, CODE_SHORTCODE);
    const closer = new RegExp(
      `\\{\\{[<%]\\s*/\\s*${shortcode}\\s*[>%]\\}\\}`,
      "g",
    );
    const end = kind && closedBy(closer, text, SHORTCODE.lastIndex, budget);
    return end ? { end, kind } : undefined;
  }
  TAG.lastIndex = from;
  const tag = TAG.exec(text)?.[1];
  const kind = tag && kindOf(tag, CODE_TAG);
  if (!kind) return undefined;
  const body = TAG.lastIndex;
  const closer = new RegExp(`\\{%-?\\s*end${tag}\\s*-?%\\}`, "g");
  const end = closedBy(closer, text, body, budget);
  if (end === undefined) return undefined;
  const holdsFence = /^[ \t]*(?:```|~~~)/m.test(text.slice(body, end));
  return tag === "raw" && holdsFence ? undefined : { end, kind };
}

function kindOf(name: string, code: RegExp): RawBlock["kind"] | undefined {
  return COMMENT.test(name) ? "hidden" : code.test(name) ? "code" : undefined;
}

/** The end of the line with the closer; what is searched comes out of the budget. */
function closedBy(
  closer: RegExp,
  text: string,
  from: number,
  budget: Budget,
): number | undefined {
  closer.lastIndex = from;
  const found = closer.exec(text);
  budget.left -= (found?.index ?? text.length) - from;
  return found ? lineEnd(text, closer.lastIndex) : undefined;
}
