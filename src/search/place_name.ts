import { visible } from "../text/visible.ts";

/** Title › headings; the title only once if it is also the heading. */
export function placeName(
  title: string,
  headingPath: readonly string[],
): string {
  const shown = visible(title);
  const headings = headingPath.map(visible);
  return (headings[0] === shown ? headings : [shown, ...headings]).join(" › ");
}
