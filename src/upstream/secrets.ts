import type { Address } from "./config.ts";

/** Names of variables whose values only the server should know. */
const NAMES = /key|token|secret|passw|passphrase|credential|auth/i;

/** Shorter values are words like any other, in UTF-16 units. */
const SHORTEST = 6;

/** Values in the environment of a program that it is not to say on. */
export function secretVariables(env: Readonly<Record<string, string>>) {
  return Object.entries(env)
    .filter(([name, value]) => NAMES.test(name) && value.length >= SHORTEST)
    .map(([, value]) => value);
}

/** Values in the headers of requests, without the scheme of authentication. */
export function secretHeaders({ headers }: Address): string[] {
  return Object.values(headers)
    .map((value) => value.trim().replace(/^(?:Bearer|Basic|Token) +/i, ""))
    .filter((value) => value.length >= SHORTEST);
}

/** A text in which each secret is `***`: servers say what they were given. */
export function hide(text: string, secrets: readonly string[]): string {
  return secrets.reduce((it, secret) => it.replaceAll(secret, "***"), text);
}
