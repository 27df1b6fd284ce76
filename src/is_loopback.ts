/**
 * Whether a host name or address means this machine. Nothing is resolved: it
 * knows the loopback addresses of RFC 1122 and RFC 4291 and the names that RFC
 * 6761, section 6.3, reserves for them.
 *
 * @param hostname an IPv6 address with or without brackets
 */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|::1|\[::1\])$/i
    .test(hostname);
}
