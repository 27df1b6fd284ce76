/**
 * A WebAssembly module, compiled. The modules here are a few hundred bytes that
 * the platform compiles at once, and are kept as text so that a bundle carries
 * them.
 *
 * @param base64 The module's bytes.
 */
export function compileModule(base64: string): WebAssembly.Module {
  return new WebAssembly.Module(Uint8Array.fromBase64(base64));
}

/**
 * A WebAssembly module, ready to be called.
 *
 * @param base64 The module's bytes.
 * @param imports What it imports, if anything.
 * @returns Its exports, whose types the caller knows from the `.wat` file.
 */
export function instantiate<Exports>(
  base64: string,
  imports?: WebAssembly.Imports,
): Exports {
  return new WebAssembly.Instance(compileModule(base64), imports)
    .exports as Exports;
}
