import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Plan, PROFILE_IDS, QUALITIES, RENDER_ENCODERS } from "@nightjar/contract";
import { replaceFileSync } from "@nightjar/kit/node";
import { z } from "zod";
import { type PublisherRecord, publisherRecord } from "../../egress/publisher.ts";
import type { SessionPort } from "./session-port.ts";

/** What the next process needs to find a session's publishers; the playout thread keeps the position beside it. */
export const sessionRecord = z.object({
  streamId: z.string(),
  sessionId: z.string(),
  profileId: z.enum(PROFILE_IDS),
  /** What made its pictures, and at which quality where that is in the headers: others cannot follow them. */
  encoder: z.enum(RENDER_ENCODERS).default("software"),
  quality: z.enum(QUALITIES).default("standard"),
  /** Pids and monotonic times mean nothing after a boot. */
  bootId: z.string(),
  publishers: z.array(publisherRecord),
});
export type SessionRecord = z.infer<typeof sessionRecord>;

const RECORD_FILE = "session.json";

export function sessionDir(engineDir: string, streamId: string): string {
  return join(engineDir, "sessions", encodeURIComponent(streamId));
}

/** Atomic, and on the disk of this machine before it returns, as far as a crash of ours goes. */
export function writeSessionRecord(dir: string, record: SessionRecord): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  replaceFileSync(join(dir, RECORD_FILE), JSON.stringify(record));
}

/** Writes what is true now. Where it cannot be written the stream goes on; the process to come may have to begin it anew. */
export function keepSessionRecord(
  { dir, bootId, diskFailed, log }: Pick<SessionPort, "dir" | "bootId" | "diskFailed" | "log">,
  { streamId, sessionId, profileId, quality, renderEncoder: encoder }: Plan,
  publishers: PublisherRecord[],
): void {
  try {
    writeSessionRecord(dir, { streamId, sessionId, profileId, encoder, quality, bootId, publishers });
  } catch (error) {
    // A full disk is told by whoever watches it.
    if (!diskFailed(error)) log.error({ err: error, streamId }, "the record of a session could not be written");
  }
}

export function readSessionRecord(dir: string): SessionRecord | null {
  try {
    return sessionRecord.parse(JSON.parse(readFileSync(join(dir, RECORD_FILE), "utf8")));
  } catch {
    return null;
  }
}

export function removeSession(dir: string): void {
  rmSync(dir, { recursive: true, force: true });
}
