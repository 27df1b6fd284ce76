/**
 * Whether a host is this machine, by its name alone: the addresses of RFC 1122
 * and RFC 4291, and the names that RFC 6761, section 6.3, keeps for them.
 *
 * @param hostname an IPv6 address with or without brackets
 */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|::1|\[::1\])$/i
    .test(hostname);
}
