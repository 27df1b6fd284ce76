/**
 * A JSON Lines file with one row of many passages. They share one line of the
 * file, and all but the last have one length.
 *
 * @module
 */

/** Passages of the row; each is a paragraph. */
export const PARAGRAPHS = 112;

/** Stands in the last one alone. */
export const ANSWER = "The flange of the gasket is torqued to 12 Nm.";

/** Asks for it. */
export const QUESTION = "How far is the flange of the gasket torqued?";

/** All paragraphs have the same length and the same sentence ends. */
function paragraph(number: number): string {
  const say = number === PARAGRAPHS
    ? ANSWER
    : `Part ${
      String(number).padStart(3, "0")
    } of the manual says nothing of worth.`;
  return `${say} ${"And so on. ".repeat(32).trimEnd()}`;
}

/** By name, as tests write them; the row is on the second line. */
export const LONG_ROW = {
  "rows.jsonl": [
    { id: "short", text: "# Short\n\nNothing." },
    {
      id: "manual",
      format: "markdown",
      text: `# Manual\n\n${
        Array.from({ length: PARAGRAPHS }, (_, at) => paragraph(at + 1))
          .join("\n\n")
      }\n\n`,
    },
  ].map((row) => JSON.stringify(row)).join("\n") + "\n",
};
