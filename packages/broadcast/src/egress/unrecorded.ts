import { setTimeout as pause } from "node:timers/promises";
import type { SessionPosition } from "../playout/record.ts";
import { readPipe } from "./kernel/index.ts";
import { type PublisherRecord, fifoPath } from "./publisher.ts";

/** Between taking bytes from a pipe and counting them a process is a moment in which they are in neither count. */
const LOOKS = 4;
const LOOK_PAUSE_MS = 5;

/** All bytes that were ever put into the FIFO of a publisher that nobody feeds now; null: that cannot be told. */
async function everFedBytes(record: PublisherRecord): Promise<number | null> {
  const { pid, ownReads: own } = record;
  if (!own?.isSure) return null;
  let most: number | null = null;
  for (let look = 0; look < LOOKS; look += 1) {
    if (look > 0) await pause(LOOK_PAUSE_MS);
    const reading = readPipe(pid, fifoPath(record));
    if (!reading) return null;
    most = Math.max(most ?? 0, reading.readBytes - own.bytes + reading.waitingBytes);
  }
  return most;
}

/** More than a pipe and what waits before it can hold: no figure of ours. */
const UNRECORDED_MAX_BYTES = 16 * 1024 * 1024;

/** The position with what was fed after it was recorded: the next byte is the one behind that. */
export async function withUnrecorded(position: SessionPosition, publishers: readonly PublisherRecord[]): Promise<SessionPosition> {
  const feeds = position.feeds.map(async (feed) => {
    const isOwn = ({ destinationId, generation }: PublisherRecord) =>
      destinationId === feed.destinationId && generation === feed.generation;
    const publisher = publishers.find(isOwn);
    const fedBytes = publisher && (await everFedBytes(publisher));
    const unrecorded = (fedBytes ?? 0) - feed.fedBytes;
    if (unrecorded <= 0 || unrecorded > UNRECORDED_MAX_BYTES) return feed;
    return { ...feed, bytes: feed.bytes + unrecorded, fedBytes: feed.fedBytes + unrecorded };
  });
  return { ...position, feeds: await Promise.all(feeds) };
}
