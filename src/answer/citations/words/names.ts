/**
 * Names and abbreviations that an answer may use whether or not a source does.
 */
export const GENERAL_NAMES: readonly string[] = `
  and/or api app apps ascii cli css docs e.g en etc ex faq gui html i i.e id
  ide ids ja json note ok os pc tip ui uri url urls vs web yaml
`.trim().split(/\s+/);

/**
 * Proper names that differ between Japanese and English: of languages, days
 * and months.
 */
export const TRANSLATED_NAMES: readonly string[] = `
  april august chinese december english february french friday german january
  japanese july june korean march monday november october saturday september
  sunday thursday tuesday wednesday
`.trim().split(/\s+/);
