/**
 * Compiles a WebAssembly module, synchronously: ours have a few kilobytes. They
 * are embedded in the code as base64, so that a bundle contains them.
 *
 * @param base64 The module's bytes.
 */
export function compileModule(base64: string): WebAssembly.Module {
  return new WebAssembly.Module(Uint8Array.fromBase64(base64));
}

/**
 * Compiles and instantiates a WebAssembly module.
 *
 * @param base64 The module's bytes.
 * @param imports The module's imports, if it has any.
 * @returns Its exports; `Exports` must match the `.wat` file, nothing checks it.
 */
export function instantiate<Exports>(
  base64: string,
  imports?: WebAssembly.Imports,
): Exports {
  return new WebAssembly.Instance(compileModule(base64), imports)
    .exports as Exports;
}
