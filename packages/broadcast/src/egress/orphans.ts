import { join } from "node:path";
import { identify, isOurs, otherProcessIds } from "./kernel/index.ts";
import { type PublisherRecord, publisherDirOf } from "./publisher.ts";
import { TRIALS_FOLDER } from "./trial.ts";

/**
 * Publishers of this studio that stand in no record: their session's folder is gone, or they were started in the very moment of a crash. They
 * hold their keys for ever, so that nobody else can send. Ours are known by the folder in their command line, and never by that alone:
 * they run as our user, and what they see at that path is our own folder and not that of a studio in another container.
 */
export function findOrphans(engineDir: string, known: readonly PublisherRecord[]): PublisherRecord[] {
  const folders = ["sessions", TRIALS_FOLDER].map((name) => `${join(engineDir, name)}/`);
  const isKnown = (pid: number, startTicks: number) => known.some((record) => record.pid === pid && record.startTicks === startTicks);
  return otherProcessIds().flatMap((pid) => {
    const identity = identify(pid);
    if (!identity) return [];
    const { startTicks, commandLine } = identity;
    const dir = publisherDirOf(commandLine);
    if (dir === null || !folders.some((folder) => dir.startsWith(folder))) return [];
    if (isKnown(pid, startTicks) || !isOurs(pid, engineDir)) return [];
    return [{ destinationId: "", generation: 0, pid, startTicks, dir, startedAtMs: 0, targetHash: "" }];
  });
}
