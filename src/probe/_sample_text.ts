import type { Schema } from "../upstream/adapt_arguments.ts";

/** The sample of a string without further constraints. */
export const DEFAULT_TEXT = "test";

/** Maximum length that a `minLength` is heeded to, in UTF-16 code units. */
const MAX_LENGTH = 10_000;

/** Samples of the formats of JSON Schema (2020-12 validation, section 7.3), and `url`. */
const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2025-01-01T00:00:00Z",
  date: "2025-01-01",
  time: "00:00:00Z",
  duration: "P1D",
  email: "user@example.com",
  "idn-email": "user@example.com",
  hostname: "example.com",
  "idn-hostname": "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/",
  "uri-reference": "https://example.com/",
  iri: "https://example.com/",
  "iri-reference": "https://example.com/",
  url: "https://example.com/",
  uuid: "00000000-0000-4000-8000-000000000000",
  "json-pointer": "/test",
  "relative-json-pointer": "0",
  "uri-template": "https://example.com/{id}",
  regex: "test",
};

/** Candidates for a `pattern`: the first that matches is used. */
const PATTERN_CANDIDATES = [
  ...["test", "1", "01", "001", "0001", "12345", "123456", "a", "A", "ja"],
  ...["abc", "ABC", "1.0.0", "100-0001", "test_1", "a/b", "#ffffff", "+0"],
];

/**
 * A text with the format, pattern and length of a schema. It may not match a pattern
 * that none of the candidates matches.
 *
 * @param turn number of the sample, from 0; plain texts differ by it
 */
export function sampleText(schema: Schema, turn: number): string {
  const { format, pattern } = schema;
  const least = Math.min(Number(schema.minLength ?? 0), MAX_LENGTH);
  const most = Number(schema.maxLength ?? Infinity);
  if (typeof format === "string" && Object.hasOwn(FORMATS, format)) {
    return FORMATS[format]!;
  }
  if (typeof pattern === "string") {
    const found = [...PATTERN_CANDIDATES, ...Object.values(FORMATS)].find((
      it,
    ) => it.length >= least && it.length <= most && matches(it, pattern));
    if (found !== undefined) return found;
  }
  const plain = turn === 0 ? DEFAULT_TEXT : `${turn}${DEFAULT_TEXT}`;
  return plain.padEnd(least, DEFAULT_TEXT).slice(0, most);
}

function matches(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return false;
  }
}
