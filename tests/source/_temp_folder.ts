import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/**
 * Makes a folder of files for one test and removes it afterwards.
 *
 * @param files What each path holds, `/` separated.
 * @param test Gets the folder's absolute path.
 */
export async function withFiles(
  files: Record<string, string | Uint8Array>,
  test: (folder: string) => void | Promise<void>,
): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "docs-source-")));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    await test(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
