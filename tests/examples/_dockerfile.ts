/** One instruction of a Dockerfile. */
export interface Instruction {
  /** In capitals. */
  name: string;
  /** What follows it, continued lines joined. */
  value: string;
}

/** The instructions of a Dockerfile, without comments. */
export function readDockerfile(text: string): Instruction[] {
  return text.split("\n").filter((line) => !/^\s*#/.test(line)).join("\n")
    .replace(/\\\n/g, " ").split("\n")
    .map((line) => /^\s*([A-Z]+)\s+(.*?)\s*$/.exec(line))
    .flatMap((match) => match ? [{ name: match[1], value: match[2] }] : []);
}

/** The variables that `ENV NAME=VALUE …` sets. */
export function environmentOf(
  instructions: readonly Instruction[],
): Map<string, string> {
  return new Map(
    instructions.filter(({ name }) => name === "ENV").flatMap(({ value }) =>
      [...value.matchAll(/(\w+)=("[^"]*"|\S*)/g)].map(([, name, it]) =>
        [name, it.replace(/^"|"$/g, "")] as [string, string]
      )
    ),
  );
}
