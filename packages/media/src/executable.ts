import { access, constants, stat } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";

/**
 * The absolute path of a program, or null. Children get a fixed PATH, so the composition root resolves ffmpeg once,
 * by the operator's own. `name` with a slash is a path.
 */
export async function findExecutable(name: string, searchPath: string): Promise<string | null> {
  const candidates = name.includes("/")
    ? [resolve(name)]
    : searchPath
        .split(delimiter)
        .filter((folder) => folder !== "")
        .map((folder) => resolve(join(folder, name)));
  for (const candidate of candidates) {
    if (await isExecutable(candidate)) return candidate;
  }
  return null;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
