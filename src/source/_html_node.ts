import type { DefaultTreeAdapterTypes } from "parse5";

export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlText = DefaultTreeAdapterTypes.TextNode;
export type HtmlParent = DefaultTreeAdapterTypes.ParentNode;

/** What {@link walkHtml} meets. */
export interface HtmlVisitor {
  /** @returns Whether to go into the element; if not, `leave` is not called. */
  enter(element: HtmlElement): boolean;
  leave?(element: HtmlElement): void;
  text?(text: HtmlText): void;
}

/**
 * Visits everything below a node in document order, without recursion: pages
 * nest elements deeper than a call stack.
 */
export function walkHtml(root: HtmlParent, visitor: HtmlVisitor): void {
  const open: { node: HtmlParent; next: number }[] = [{ node: root, next: 0 }];
  while (open.length > 0) {
    const top = open[open.length - 1]!;
    const child = top.node.childNodes[top.next++];
    if (child === undefined) {
      open.pop();
      if (open.length > 0) visitor.leave?.(top.node as HtmlElement);
    } else if (isText(child)) {
      visitor.text?.(child);
    } else if (isElement(child) && visitor.enter(child)) {
      open.push({ node: child, next: 0 });
    }
  }
}

export function isElement(node: HtmlNode | HtmlParent): node is HtmlElement {
  return "tagName" in node;
}

function isText(node: HtmlNode): node is HtmlText {
  return node.nodeName === "#text";
}

/** An attribute's value, trimmed; `undefined` if the element has none. */
export function attribute(
  element: HtmlElement,
  name: string,
): string | undefined {
  return element.attrs.find((attr) => attr.name === name)?.value.trim();
}

/** All the text below a node, as it is. */
export function textContent(node: HtmlParent): string {
  let all = "";
  walkHtml(node, {
    enter: () => true,
    text: (text) => {
      all += text.value;
    },
  });
  return all;
}

/** The first element below a node that passes a test. */
export function findElement(
  node: HtmlParent,
  test: (element: HtmlElement) => boolean,
): HtmlElement | undefined {
  let found: HtmlElement | undefined;
  walkHtml(node, {
    enter: (element) => {
      if (found === undefined && test(element)) found = element;
      return found === undefined;
    },
  });
  return found;
}

/** 1 to 6 for `h1` to `h6`, else 0. */
export function headingDepth(element: HtmlElement): number {
  return /^h[1-6]$/.test(element.tagName) ? Number(element.tagName[1]) : 0;
}

/** The 1-based source line that a text begins on. */
export function lineOfText(text: HtmlText): number {
  const { startLine, endLine } = text.sourceCodeLocation ??
    { startLine: 1, endLine: 1 };
  // The newline that HTML drops at the start of `<pre>` counts in the place
  // that the parser gives, if another newline follows it.
  const newlines = text.value.split("\n").length - 1;
  return endLine - newlines === startLine + 1 ? startLine + 1 : startLine;
}
