/** Whether an address is of this machine, by its name alone. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/i
    .test(hostname);
}
