/** Runs a test in a folder of its own, which is removed afterwards. */
export async function inTemporaryFolder(
  test: (folder: string) => void | Promise<void>,
): Promise<void> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "docs-" }));
  try {
    await test(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** An environment that holds just these variables. */
export function environment(variables: Record<string, string> = {}) {
  const held = new Map(Object.entries(variables));
  return {
    get: (name: string) => held.get(name),
    set: (name: string, value: string) => void held.set(name, value),
  };
}
