/**
 * A WebAssembly module, ready to be called. The modules here are a few hundred
 * bytes that the platform compiles at once, and are kept as text so that a
 * bundle carries them.
 *
 * @param base64 The module's bytes.
 * @param imports What it imports, if anything.
 * @returns Its exports, whose types the caller knows from the `.wat` file.
 */
export function instantiate<Exports>(
  base64: string,
  imports?: WebAssembly.Imports,
): Exports {
  const bytes = Uint8Array.from(atob(base64), (it) => it.charCodeAt(0));
  const module = new WebAssembly.Module(bytes);
  return new WebAssembly.Instance(module, imports).exports as Exports;
}
