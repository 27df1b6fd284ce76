import type { Schema } from "../upstream/adapt_arguments.ts";

/** What a text is where nothing else is said of it. */
export const PLAIN = "test";

/** Characters that are made up at most, whatever a server asks for. */
const MOST = 10_000;

/** Texts of the formats that JSON Schema names (2020-12, section 7.3). */
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

/** Tried on a `pattern`, which nobody can turn into a text in general. */
const TRIED = [
  ...["test", "1", "01", "001", "0001", "12345", "123456", "a", "A", "ja"],
  ...["abc", "ABC", "1.0.0", "100-0001", "test_1", "a/b", "#ffffff", "+0"],
];

/** A text of the format, pattern and length that the schema asks for. */
export function sampleText(schema: Schema, turn: number): string {
  const { format, pattern } = schema;
  const least = Math.min(Number(schema.minLength ?? 0), MOST);
  const most = Number(schema.maxLength ?? Infinity);
  if (typeof format === "string" && Object.hasOwn(FORMATS, format)) {
    return FORMATS[format]!;
  }
  if (typeof pattern === "string") {
    const found = [...TRIED, ...Object.values(FORMATS)].find((it) =>
      it.length >= least && it.length <= most && matches(it, pattern)
    );
    if (found !== undefined) return found;
  }
  const plain = turn === 0 ? PLAIN : `${turn}${PLAIN}`;
  return plain.padEnd(least, PLAIN).slice(0, most);
}

function matches(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return false;
  }
}
