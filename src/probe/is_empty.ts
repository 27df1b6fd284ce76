/**
 * Whether an answer says that there is nothing. Servers have no common form for
 * it, so the usual ones are known: an empty list, a count of 0, a sentence.
 *
 * @module
 */

/** Words of a sentence that says so, whole. */
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

/** Keys of what an answer is about; beside them, the rest is about the answer. */
const CONTENT =
  /^(?:results?|items?|data|features?|records?|rows?|hits?|matches|entries|documents?|list|values|elements|objects?|contents?|response|payload|output|結果|データ)$|_results?$/i;

/** Keys of a number of things. */
const COUNT =
  /^(?:count|total|length|hits|matches|件数|num(?:ber)?[_-]?(?:found|of[_-]?\w+|results|returned|matched)|(?:total|result|item|record|row|hit|feature|match)s?[_-]?(?:count|results|items|hits|matched|records)?)$|[_-]count$|Count$/i;

/** Keys of what is said of every answer, also of one that has nothing. */
const ABOUT =
  /^(?:status|state|ok|success|successful|code|error|errors|type|message|msg|version|page|per_?page|limit|offset|cursor|next|previous|query|took|elapsed|time|timestamp|url|map_?url|source|crs|name|title|licen[cs]e)$|_(?:url|ms|at)$/i;

/** What is nested deeper is not looked into. */
const MAX_DEPTH = 100;

/** Longest text that is taken for a sentence which says that there is nothing. */
const SENTENCE = 250;

/** Whether a text says that there is nothing, or is JSON that does. */
export function isEmptyText(
  text: string,
  args: Readonly<Record<string, unknown>>,
  depth = 0,
): boolean {
  const trimmed = text.trim();
  const value = jsonIn(trimmed);
  return value === undefined
    ? trimmed === "" || (trimmed.length <= SENTENCE && NOTHING.test(trimmed))
    : isEmptyValue(value, args, depth);
}

/**
 * Whether a JSON value has nothing in it. What is known before it is asked, such
 * as arguments that are said back, does not count.
 *
 * @param args of the call
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
    // Records of nothing but null are records, where they are counted.
    const counted = counts.some(([, it]) => it !== 0) &&
      content.some(([, it]) => Array.isArray(it) && it.length > 0);
    return !counted && content.every(isNothing);
  }
  const rest = entries.filter(([key, it]) =>
    !ABOUT.test(key) || (typeof it === "object" && it !== null)
  ).filter((entry) => !counts.includes(entry));
  // A status alone may be all that was asked for; a sentence in it counts.
  if (counts.length + rest.length === 0) return entries.some(isNothing);
  if (counts.length > 0 && !counts.every(isNothing)) return false;
  return counts.length > 0
    ? !rest.some(([, it]) => typeof it === "object" && !isEmpty(it))
    : rest.every(isNothing);
}

/**
 * How many things are in a JSON value: the elements of its lists, those of
 * plain numbers and texts aside, unless the value itself is a list.
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

/** The object or list that a text is, or null; undefined for anything else. */
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
