/**
 * Whether a tool's result says that nothing was found. There is no standard for that,
 * so common forms are recognised: an empty list, a count of 0, a sentence.
 *
 * @module
 */

/** Whole sentences that say that nothing was found. */
const NOTHING = new RegExp(
  "^(?:" + [
    "null|none|nil|empty|undefined|n/a|-",
    "(?:there (?:is|are|were|was) )?(?:no|0|zero)(?: [\\w'-]+){0,3}? ?(?:results?|matches|match|data|records?|items?|entries|documents?|rows?|hits?|features?|files?|information)(?: (?:was |were |are )?(?:found|available|returned|exists?))?(?: (?:for|in|at|near|matching|on|with|within) .{1,150})?",
    "(?:sorry, )?(?:nothing|no one|none)(?: was| were)? (?:was |were )?found(?: .{1,150})?",
    "(?:found|returned) (?:0|no|zero)(?: .{1,150})?",
    "空|なし|無し|該当(?:する[^。]{0,40})?(?:は|が)?(?:なし|無し|ありません(?:でした)?)",
    "[^。]{0,60}(?:が|は|も)?見つかりません(?:でした)?",
    "[^。]{0,60}(?:データ|情報|結果|記録|項目)(?:は|が)?(?:ありません(?:でした)?|なし|無し|存在しません|0 ?件)",
    "(?:[^。]{0,40}[:： はが])?0 ?件(?:です|でした|見つかりました)?",
  ].join("|") + ")[.。!！]?$",
  "iu",
);

/** Keys of the results themselves. If there is one, the other keys are metadata. */
const CONTENT =
  /^(?:results?|items?|data|features?|records?|rows?|hits?|matches|entries|documents?|list|values|elements|objects?|contents?|response|payload|output|結果|データ)$|_results?$/i;

/** Keys of a number of results. */
const COUNT =
  /^(?:count|total|length|hits|matches|件数|num(?:ber)?[_-]?(?:found|of[_-]?\w+|results|returned|matched)|(?:total|result|item|record|row|hit|feature|match)s?[_-]?(?:count|results|items|hits|matched|records)?)$|[_-]count$|Count$/i;

/** Keys of metadata, which empty results have too. */
const METADATA =
  /^(?:status|state|ok|success|successful|code|error|errors|type|message|msg|version|page|per_?page|limit|offset|cursor|next|previous|query|took|elapsed|time|timestamp|url|map_?url|source|crs|name|title|licen[cs]e)$|_(?:url|ms|at)$/i;

/** Deeper values are not examined. */
const MAX_DEPTH = 100;

/** Longer texts are not taken for a sentence that nothing was found; UTF-16 code units. */
const MAX_SENTENCE_LENGTH = 250;

/**
 * Whether a text is a sentence, or JSON, that says that nothing was found.
 *
 * @param args arguments of the call, see {@linkcode isEmptyValue}
 */
export function isEmptyText(
  text: string,
  args: Readonly<Record<string, unknown>>,
  depth = 0,
): boolean {
  const trimmed = text.trim();
  const value = jsonIn(trimmed);
  return value === undefined
    ? trimmed === "" ||
      (trimmed.length <= MAX_SENTENCE_LENGTH && NOTHING.test(trimmed))
    : isEmptyValue(value, args, depth);
}

/**
 * Whether a JSON value contains no results. Arguments of the call that the server
 * echoes do not count as results.
 *
 * @param args arguments of the call
 */
export function isEmptyValue(
  value: unknown,
  args: Readonly<Record<string, unknown>>,
  depth = 0,
): boolean {
  if (depth > MAX_DEPTH) return false;
  const isEmpty = (it: unknown) => isEmptyValue(it, args, depth + 1);
  if (value === null || value === undefined) return true;
  if (typeof value === "string") return isEmptyText(value, args, depth + 1);
  if (typeof value !== "object") return false;
  if (Array.isArray(value)) return value.every(isEmpty);
  const entries = Object.entries(value).filter(([key, it]) =>
    !(Object.hasOwn(args, key) && same(args[key], it))
  );
  if (entries.length === 0) return Object.keys(value).length === 0;
  const isNothing = ([key, it]: [string, unknown]) =>
    it === 0 ? COUNT.test(key) : isEmpty(it);
  const counts = entries.filter(([key, it]) =>
    COUNT.test(key) && typeof it === "number"
  );
  const content = entries.filter(([key, it]) =>
    CONTENT.test(key) && (typeof it === "object" || typeof it === "string")
  );
  if (content.length > 0) {
    // A list of empty records is a result if a count says so.
    const counted = counts.some(([, it]) => it !== 0) &&
      content.some(([, it]) => Array.isArray(it) && it.length > 0);
    return !counted && content.every(isNothing);
  }
  const rest = entries.filter(([key, it]) =>
    !METADATA.test(key) || (typeof it === "object" && it !== null)
  ).filter((entry) => !counts.includes(entry));
  // Only metadata: a status may be the whole answer, unless a message says "nothing found".
  if (counts.length + rest.length === 0) return entries.some(isNothing);
  if (counts.length > 0 && !counts.every(isNothing)) return false;
  return counts.length > 0
    ? !rest.some(([, it]) => typeof it === "object" && !isEmpty(it))
    : rest.every(isNothing);
}

/**
 * Number of items in a JSON value: its length if it is a list, else the elements of
 * all lists in it, except lists of numbers or texts. Undefined without a list.
 */
export function countItems(value: unknown, depth = 0): number | undefined {
  if (Array.isArray(value)) return value.length;
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) {
    return undefined;
  }
  let count: number | undefined;
  for (const inner of Object.values(value)) {
    const more = Array.isArray(inner) && inner.length > 0 &&
        typeof inner[0] !== "object"
      ? undefined
      : countItems(inner, depth + 1);
    if (more !== undefined) count = (count ?? 0) + more;
  }
  return count;
}

/** Parses a text that is a JSON object, list, string or null; undefined for anything else. */
export function jsonIn(text: string): unknown {
  if (!/^\s*(?:[{[]|null\s*$|"[^]*"\s*$)/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
