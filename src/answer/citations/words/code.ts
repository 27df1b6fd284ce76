/** Commands and keywords of shells. */
export const SHELL_WORDS: readonly string[] = `
  case cat cd cp do done echo elif else env esac exit export false fi for
  function if in ls mkdir mv printf return rm set source sudo test then true
  unset while
`.trim().split(/\s+/);

/** Keywords and types of JavaScript and TypeScript that shells do not have. */
export const SCRIPT_WORDS: readonly string[] = `
  any as async await boolean break catch class const continue declare default
  delete enum extends finally from get implements import instanceof interface
  let namespace never new null number object of private protected public
  readonly static string super switch this throw try type typeof undefined
  unknown var void yield
`.trim().split(/\s+/);

/** Keywords and functions of Python that those do not have. */
export const PYTHON_WORDS: readonly string[] = `
  and def dict except float int is lambda len list none not or pass print
  raise range self str tuple with
`.trim().split(/\s+/);

/** Names of the standard libraries, of HTML and of programs' parts. */
export const LIBRARY_WORDS: readonly string[] = `
  argv array body console div document error exports filter foreach head html
  info join json length log main map math module parse process promise push
  reduce require script span split stringify style warn window
`.trim().split(/\s+/);
