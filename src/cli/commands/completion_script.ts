/**
 * Completion scripts for shells, made from the table, so that they never offer
 * what the program does not know.
 *
 * @module
 */

import type { Command, Flag } from "../command.ts";

/** The shells that a script can be made for. */
export type Shell = "bash" | "zsh" | "fish" | "powershell";

/**
 * The completion script of a shell.
 *
 * @param commands the table
 */
export function completionScript(
  shell: Shell,
  commands: readonly Command[],
): string {
  const makers = { bash, zsh, fish, powershell };
  return `# Completion of docs for ${shell}, made by: docs completions ${shell}\n` +
    makers[shell]([...commands, helpCommand(commands)]);
}

/** `docs help COMMAND` is no entry of the table, but is completed like one. */
function helpCommand(commands: readonly Command[]): Command {
  const choices = commands.map(({ name }) => name);
  return {
    name: "help",
    summary: "Print the help of a command",
    about: [],
    arguments: [{ name: "COMMAND", required: false, many: false, choices }],
    flags: [],
    examples: [],
  };
}

const helpFlag: Flag = {
  name: "help",
  short: "h",
  kind: "switch",
  help: "Print help",
};

function allFlags(command: Command): readonly Flag[] {
  return [...command.flags, helpFlag];
}

/** How a flag is typed: `--output`, and `-o` if it has a letter. */
function spellings({ name, short }: Flag): string[] {
  return short ? [`-${short}`, `--${name}`] : [`--${name}`];
}

function offersPaths(command: Command): boolean {
  return command.arguments.some(({ offers }) => offers !== undefined);
}

// Paths are left to bash itself (-o default), which quotes them rightly; where
// nothing fits, that is switched off, so that no files are offered instead.
function bash(commands: readonly Command[]): string {
  const cases = commands.map((command) => {
    const values = (wanted: boolean) =>
      command.flags.filter(({ kind, offers }) =>
        kind !== "switch" && (offers !== undefined) === wanted
      ).flatMap(spellings).join("|");
    const words = allFlags(command).flatMap(spellings).join(" ");
    const choices = command.arguments.flatMap(({ choices = [] }) => choices);
    return `    ${command.name})
      case "$previous" in${
      values(true) && `
        ${values(true)}) return ;;`
    }${
      values(false) && `
        ${values(false)}) _docs_nothing; return ;;`
    }
      esac
      words="${choices.join(" ")}" flags="${words}" paths=${
      offersPaths(command) ? 1 : 0
    } ;;`;
  });
  const names = commands.map(({ name }) => name).join(" ");
  return `_docs_nothing() {
  compopt +o default 2>/dev/null
}

_docs() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words="" flags="" paths=0 i
  local previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  COMPREPLY=()
  # bash splits --flag=value at the sign.
  if [[ $current == "=" ]]; then
    current=""
  elif [[ $previous == "=" ]]; then
    previous="\${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "${names} --help --version" -- "$current"))
    return
  fi
  for ((i = 2; i < COMP_CWORD; i++)); do
    if [[ \${COMP_WORDS[i]} == "--" ]]; then return; fi
  done
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  if [[ $current == -* ]]; then
    words="$flags"
  elif ((paths)); then
    return
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  _docs_nothing
}

complete -o default -F _docs docs
`;
}

function zsh(commands: readonly Command[]): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const escaped = (text: string) => text.replace(/[\[\]:\\]/g, "\\$&");
  const action = (offers?: string) =>
    offers === "folder" ? "_files -/" : offers ? "_files" : " ";
  const flagSpec = (flag: Flag) => {
    const help = `[${escaped(flag.help)}]`;
    const value = flag.value
      ? `:${escaped(flag.value)}:${action(flag.offers)}`
      : "";
    const repeat = flag.kind === "texts" ? "*" : "";
    const equals = flag.value ? "=" : "";
    if (!flag.short) {
      return quoted(`${repeat}--${flag.name}${equals}${help}${value}`);
    }
    const both = `(-${flag.short} --${flag.name})`;
    return `${quoted(both)}{-${flag.short}${
      flag.value ? "+" : ""
    },--${flag.name}${equals}}${quoted(help + value)}`;
  };
  const cases = commands.map((command) => {
    const specs = allFlags(command).map(flagSpec);
    for (const { name, many, choices, offers } of command.arguments) {
      const values = choices ? `(${choices.join(" ")})` : action(offers);
      specs.push(quoted(`${many ? "*" : "1"}:${escaped(name)}:${values}`));
    }
    return `    ${command.name})\n      _arguments -s -S \\\n        ${
      specs.join(" \\\n        ")
    } ;;`;
  });
  const described = commands.map(({ name, summary }) =>
    `    ${quoted(`${name}:${escaped(summary)}`)}`
  );
  return `#compdef docs

_docs() {
  local -a commands
  commands=(
${described.join("\n")}
  )
  if ((CURRENT == 2)); then
    _describe -t commands command commands
    return
  fi
  local command="\${words[2]}"
  shift words
  ((CURRENT--))
  case "$command" in
${cases.join("\n")}
  esac
}

if [[ "\${funcstack[1]}" == "_docs" ]]; then
  _docs "$@"
else
  compdef _docs docs
fi
`;
}

function fish(commands: readonly Command[]): string {
  const quoted = (text: string) =>
    `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = ["complete -c docs -f"];
  for (const command of commands) {
    const inside = `-n '__fish_seen_subcommand_from ${command.name}'`;
    lines.push(
      `complete -c docs -n __fish_use_subcommand -a ${command.name} -d ${
        quoted(command.summary)
      }`,
    );
    for (const { choices, offers } of command.arguments) {
      if (choices) {
        lines.push(
          `complete -c docs ${inside} -a ${quoted(choices.join(" "))}`,
        );
      } else if (offers) lines.push(`complete -c docs ${inside} -F`);
    }
    for (const flag of allFlags(command)) {
      const value = flag.value ? ` -r${flag.offers ? " -F" : ""}` : "";
      lines.push(
        `complete -c docs ${inside}${
          flag.short ? ` -s ${flag.short}` : ""
        } -l ${flag.name}${value} -d ${quoted(flag.help)}`,
      );
    }
  }
  return lines.join("\n") + "\n";
}

// Where nothing is offered, PowerShell offers paths by itself.
function powershell(commands: readonly Command[]): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const entry = (word: string, help: string) =>
    `@(${quoted(word)}, ${quoted(help)})`;
  const lists = commands.map((command) => {
    const entries = [
      ...command.arguments.flatMap(({ choices = [], name }) =>
        choices.map((choice) => entry(choice, name))
      ),
      ...allFlags(command).flatMap((flag) =>
        spellings(flag).map((word) => entry(word, flag.help))
      ),
    ];
    return `    ${quoted(command.name)} = @(\n      ${
      entries.join(",\n      ")
    }\n    )`;
  });
  const names = commands.map(({ name, summary }) => entry(name, summary));
  return `Register-ArgumentCompleter -Native -CommandName docs -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = @(
    ${names.join(",\n    ")}
  )
  $inside = @{
${lists.join("\n")}
  }
  $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  $complete = $words.Count
  if ($wordToComplete -eq '') { $complete += 1 }
  $offered = if ($complete -le 2) { $commands } else { $inside[$words[1]] }
  foreach ($entry in $offered) {
    if ($entry[0].StartsWith($wordToComplete)) {
      [System.Management.Automation.CompletionResult]::new(
        $entry[0], $entry[0], 'ParameterValue', $entry[1])
    }
  }
}
`;
}
