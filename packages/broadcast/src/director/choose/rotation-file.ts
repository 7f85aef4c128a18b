import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { replaceFileSync } from "@nightjar/kit/node";
import { type Rotation, rotationSchema } from "./rotation.ts";

/** In the session's own folder. */
export const ROTATION_FILE = "rotation.json";

/** null: there is none that could be read. */
export function readRotation(path: string): Rotation | null {
  try {
    return rotationSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}

/** Without the file a restart would only begin the turns anew: a full disk must not take the stream along. */
export function writeRotation(path: string, rotation: Rotation): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    replaceFileSync(path, JSON.stringify(rotation));
  } catch {
    // Told as a full disk elsewhere.
  }
}
