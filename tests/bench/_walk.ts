/** Paths of all files below a folder, in no order. */
export function* walkSync(folder: string): Generator<string> {
  for (const entry of Deno.readDirSync(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) yield* walkSync(path);
    else if (entry.isFile) yield path;
  }
}
