import picomatch from "picomatch";
import { UserError } from "../user_error.ts";

/** picomatch carries no types of its own; this is the part that is used. */
const compile: (
  glob: string,
  options: { dot: boolean; nonegate: boolean; noextglob: boolean },
) => (path: string) => boolean = picomatch;

/**
 * Compiles globs into one test of stored paths.
 *
 * A comma outside braces separates globs (`a.md,*.txt`; write `\,` for one in a
 * name). A glob without `/` matches in every folder, `/` at its start ties it to
 * the root, and a glob that matches a folder matches everything in it. `**`
 * crosses folders, hidden names match like others. Composed and decomposed
 * Unicode are alike, since people type one and file systems store the other.
 *
 * @param globs As the user wrote them.
 * @returns Whether any glob matches a path, `/` separated and relative to the
 *   root; `undefined` if there are no globs.
 * @throws {UserError} For a glob that begins with `!`, which is not a glob here,
 *   and for one with so many wildcards that a name could take seconds.
 */
export function globMatcher(
  globs: string[],
): ((path: string) => boolean) | undefined {
  const matchers = globs.flatMap(splitGlobs).map(compileGlob);
  if (matchers.length === 0) return undefined;
  return (path) => {
    let at = path.normalize("NFC");
    while (!matchers.some((match) => match(at))) {
      const slash = at.lastIndexOf("/");
      if (slash < 0) return false;
      at = at.slice(0, slash);
    }
    return true;
  };
}

/** Wildcards in one name of a glob, and `**` in all of it. */
const MOST_WILDCARDS = 4;

function compileGlob(glob: string): (path: string) => boolean {
  // picomatch 4.0.7 never comes back from four.
  if (glob.includes("\\\\\\")) {
    throw new UserError(
      `the glob ${JSON.stringify(glob.slice(0, 200))} has three \\ in a row`,
      "One \\ takes the sign behind it as it is; folders are parted by /.",
    );
  }
  // Each is a loop of the expression that picomatch makes, within the others.
  const names = glob.split("/");
  const crossing = names.filter((name) => name === "**").length;
  const wildcards = names.map((name) =>
    name === "**" ? 0 : name.match(/\*+/g)?.length ?? 0
  );
  if (Math.max(crossing, ...wildcards) > MOST_WILDCARDS) {
    throw new UserError(
      `the glob "${glob.slice(0, 200)}" has too many wildcards`,
      `A name in it may have ${MOST_WILDCARDS} of *, and the whole ${MOST_WILDCARDS} of **.`,
    );
  }
  if (glob.startsWith("!")) {
    throw new UserError(
      `the glob "${glob}" begins with "!"`,
      "A glob says what matches; what should be left out goes into --exclude of docs build.",
    );
  }
  const plain = glob.normalize("NFC").replace(/^(?:\.\/)+/, "")
    .replace(/\/+$/, "");
  const anywhere = !plain.includes("/");
  const anchored = plain.replace(/^\/+/, "");
  const matches = compile(anywhere ? `**/${plain}` : anchored, {
    dot: true,
    nonegate: true,
    noextglob: true,
  });
  // A name such as `[id] (v2).md` means itself before it means a pattern.
  const isItself = (path: string) =>
    path === anchored || anywhere && path.endsWith("/" + plain);
  return (path) => isItself(path) || matches(path);
}

/** Splits at commas that are neither escaped nor between braces. */
function splitGlobs(globs: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < globs.length; i++) {
    const character = globs[i];
    if (character === "\\") i++;
    else if (character === "{" && globs.includes("}", i)) depth++;
    else if (character === "}" && depth > 0) depth--;
    else if (character === "," && depth === 0) {
      found.push(globs.slice(from, i));
      from = i + 1;
    }
  }
  found.push(globs.slice(from));
  return found.map((glob) => glob.trim()).filter((glob) => glob !== "");
}
