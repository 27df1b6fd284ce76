import { visible } from "../text/visible.ts";

/** Title › headings; the title only once if it is also the heading. */
export function placeName(
  title: string,
  headingPath: readonly string[],
): string {
  const shown = visible(title);
  const headings = headingPath.map((heading) =>
    visible(withoutMarkup(heading))
  );
  return (headings[0]?.replaceAll("`", "") === shown
    ? headings
    : [shown, ...headings]).join(" › ");
}

/**
 * A heading's source without markup tags and escapes; code (`<input>`) stays.
 */
function withoutMarkup(heading: string): string {
  const plain = heading.replace(
    /(`[^`]*`)|<\/?[a-z][^>]*>|\\(?=[^\w\s])/gi,
    (_, code) => code ?? "",
  ).replace(/\s+/g, " ").trim();
  return plain === "" ? heading : plain;
}
