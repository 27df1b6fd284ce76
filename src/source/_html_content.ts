import {
  attribute,
  findElement,
  headingDepth,
  type HtmlElement,
  type HtmlParent,
  walkHtml,
} from "./_html_node.ts";

/** Elements that never hold what a page is about. */
const DROPPED_TAGS = new Set([
  ...["script", "style", "template", "noscript", "head", "title", "svg"],
  ...["nav", "footer", "aside", "iframe", "object", "embed", "canvas"],
  ...["video", "audio", "select", "datalist", "textarea", "annotation"],
]);

/** ARIA's names for the same. */
const DROPPED_ROLES = new Set(["navigation", "contentinfo", "complementary"]);

/**
 * Finds the element that holds what the page is about: the `<main>` with the
 * most text, else the `<article>` with the most, else the body. One without
 * text, as scripts fill in later, does not count.
 */
export function mainContent(document: HtmlParent): HtmlParent {
  let length = 0;
  const starts = new Map<HtmlElement, number>();
  const best = { main: 0, article: 0 };
  const found: { main?: HtmlElement; article?: HtmlElement } = {};
  walkHtml(document, {
    enter: (element) => {
      if (element.tagName === "head" || isDropped(element)) return false;
      if (contentKind(element) !== undefined) starts.set(element, length);
      return true;
    },
    text: ({ value }) => {
      length += value.trim().length;
    },
    leave: (element) => {
      const kind = contentKind(element);
      if (kind === undefined) return;
      const own = length - starts.get(element)!;
      if (own <= best[kind]) return;
      best[kind] = own;
      found[kind] = element;
    },
  });
  return found.main ?? found.article ??
    findElement(document, ({ tagName }) => tagName === "body") ?? document;
}

function contentKind(element: HtmlElement): "main" | "article" | undefined {
  if (element.tagName === "main" || attribute(element, "role") === "main") {
    return "main";
  }
  return element.tagName === "article" ? "article" : undefined;
}

/** Whether an element and all in it is hidden or beside the matter. */
export function isDropped(element: HtmlElement): boolean {
  const role = attribute(element, "role");
  return DROPPED_TAGS.has(element.tagName) || isHidden(element) ||
    role !== undefined && DROPPED_ROLES.has(role) ||
    isHeader(element) && isSiteHeader(element) ||
    element.tagName === "button" && !isLabel(element);
}

function isHidden(element: HtmlElement): boolean {
  const hidden = attribute(element, "hidden");
  // "until-found" is shown as soon as someone searches for it.
  if (hidden !== undefined && hidden !== "until-found") return true;
  if (attribute(element, "aria-hidden") === "true") return true;
  if (element.tagName === "dialog") {
    return attribute(element, "open") === undefined;
  }
  const style = attribute(element, "style") ?? "";
  return /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i
    .test(style);
}

function isHeader(element: HtmlElement): boolean {
  return element.tagName === "header" ||
    attribute(element, "role") === "banner";
}

/**
 * A header is content if it holds a heading of the article that it heads, or
 * the page's only h1.
 */
function isSiteHeader(header: HtmlElement): boolean {
  const heads = (element: HtmlElement) => headingDepth(element) > 0;
  if (isWithin(header, ["main", "article", "section"])) {
    return findElement(header, heads) === undefined;
  }
  const isH1 = ({ tagName }: HtmlElement) => tagName === "h1";
  if (findElement(header, isH1) === undefined) return true;
  let page: HtmlParent = header;
  while ("parentNode" in page && page.parentNode !== null) {
    page = page.parentNode;
  }
  let elsewhere = false;
  walkHtml(page, {
    enter: (element) => {
      elsewhere ||= isH1(element);
      return element !== header && !elsewhere;
    },
  });
  return elsewhere;
}

/** Buttons are controls, but accordions put headings' words into them. */
function isLabel(button: HtmlElement): boolean {
  return isWithin(button, ["h1", "h2", "h3", "h4", "h5", "h6", "summary"]) ||
    findElement(button, (element) => headingDepth(element) > 0) !== undefined;
}

function isWithin(element: HtmlElement, tags: string[]): boolean {
  for (let at = element.parentNode; at !== null && "tagName" in at;) {
    if (tags.includes(at.tagName)) return true;
    at = at.parentNode;
  }
  return false;
}
