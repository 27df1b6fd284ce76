import {
  attribute,
  findElement,
  type HtmlElement,
  isElement,
  textContent,
} from "./_html_node.ts";

/** What a link to a heading itself is drawn as. */
const PERMALINK = /^[\s\u200b#¶§🔗]*$/u;

/** The link beside a heading that points at the heading. */
export function isPermalink(element: HtmlElement): boolean {
  return element.tagName === "a" &&
    attribute(element, "href")?.includes("#") === true &&
    PERMALINK.test(textContent(element));
}

/**
 * The id that a link to a heading uses: its own, that of an anchor in it, or
 * that of the section it is the first element of.
 */
export function headingId(heading: HtmlElement): string | undefined {
  const own = attribute(heading, "id");
  if (own) return own;
  const named = findElement(
    heading,
    (element) =>
      !!(attribute(element, "id") || element.tagName === "a" &&
          attribute(element, "name")),
  );
  if (named) return attribute(named, "id") || attribute(named, "name");
  const section = heading.parentNode;
  if (section === null || !isElement(section)) return undefined;
  const first = section.childNodes.find(isElement);
  const isSection = section.tagName === "section" || section.tagName === "div";
  return isSection && first === heading
    ? attribute(section, "id") || undefined
    : undefined;
}
