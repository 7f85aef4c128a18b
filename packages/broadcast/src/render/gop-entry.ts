import { open } from "node:fs/promises";
import type { UnitRef } from "../timeline/unit.ts";
import { walkTags } from "./tag-walk.ts";

/** Where a GOP of a unit begins, as byte offset and frame. */
export interface GopEntry {
  readonly offset: number;
  readonly frame: number;
}

/** Where the second GOP of a unit begins; null: it has none that can be read. */
export function secondGop(unit: UnitRef, gopFrames: number): Promise<GopEntry | null> {
  return entryAt(unit, gopFrames);
}

/** Where the coded picture `frame` of a unit begins; null: it cannot be read yet. */
export async function entryAt(unit: UnitRef, frame: number): Promise<GopEntry | null> {
  const file = await open(unit.path, "r");
  try {
    let at = 0;
    for await (const { offset } of walkTags(file, unit.firstTagOffset, unit.readableBytes)) {
      if (at === frame) return { offset, frame };
      at += 1;
    }
    return null;
  } finally {
    await file.close();
  }
}
