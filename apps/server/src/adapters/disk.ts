import { MB } from "@nightjar/contract";
import { readdir, statfs } from "node:fs/promises";
import { leftIn } from "./left-files.ts";

/** As much as the engine leaves to the database and the journal: below it nothing new is rendered. */
const FLOOR_BYTES = 256 * MB;
/** A small disk keeps less back. */
const FLOOR_SHARE = 0.02;

const ROOM_COMES_TEXT = "A deleted background or track gives its room back within ten minutes, or once nothing on air needs it any more";
const ASIDE_TEXT = "What a start laid aside in files/left takes room too";

/** What is missing for service where the data folder's disk is full; where nothing can be learned, nothing is said. */
export async function diskTrouble(dataDir: string): Promise<string[]> {
  const facts = await statfs(dataDir).catch(() => null);
  if (!facts) return [];
  const freeBytes = facts.bavail * facts.bsize;
  if (freeBytes >= Math.min(FLOOR_BYTES, facts.blocks * facts.bsize * FLOOR_SHARE)) return [];
  const full = `the disk of the data folder is full (${Math.floor(freeBytes / MB)} MB are free); free some space. ${ROOM_COMES_TEXT}`;
  return [(await hasAside(dataDir)) ? `${full}. ${ASIDE_TEXT}` : full];
}

async function hasAside(dataDir: string): Promise<boolean> {
  const entries = await readdir(leftIn(dataDir), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.some((entry) => !entry.isDirectory());
}
