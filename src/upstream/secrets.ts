import type { Address } from "./config.ts";

/** Names of variables whose values are secret. */
const NAMES = /key|token|secret|passw|passphrase|credential|auth/i;

/** Minimum length of a secret, in UTF-16 units; shorter values are ordinary words. */
const SHORTEST = 6;

/** Secret values in the environment of a program. */
export function secretVariables(env: Readonly<Record<string, string>>) {
  return Object.entries(env)
    .filter(([name, value]) => NAMES.test(name) && value.length >= SHORTEST)
    .map(([, value]) => value);
}

/** Secret values in request headers, without the authentication scheme. */
export function secretHeaders({ headers }: Address): string[] {
  return Object.values(headers)
    .map((value) => value.trim().replace(/^(?:Bearer|Basic|Token) +/i, ""))
    .filter((value) => value.length >= SHORTEST);
}

/** Replaces each secret by `***`: servers may log what they receive. */
export function hide(text: string, secrets: readonly string[]): string {
  return secrets.reduce((it, secret) => it.replaceAll(secret, "***"), text);
}
