import { visible } from "../text/visible.ts";
import type { Hit } from "./search.ts";

/** Title › headings, without saying the title twice where it is the heading. */
export function placeName(
  { title, heading_path }: Pick<Hit, "title" | "heading_path">,
): string {
  const shown = visible(title);
  const headings = heading_path.map((heading) =>
    visible(withoutMarkup(heading))
  );
  return (headings[0]?.replaceAll("`", "") === shown
    ? headings
    : [shown, ...headings]).join(" › ");
}

/**
 * A heading's source without the tags and escapes that say nothing to people;
 * code (`<input>`) stays.
 */
function withoutMarkup(heading: string): string {
  const plain = heading.replace(
    /(`[^`]*`)|<\/?[a-z][^>]*>|\\(?=[^\w\s])/gi,
    (_, code) => code ?? "",
  ).replace(/\s+/g, " ").trim();
  return plain === "" ? heading : plain;
}
