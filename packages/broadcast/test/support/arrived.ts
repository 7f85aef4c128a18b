import { open } from "node:fs/promises";
import { ARRIVAL_PATIENCE_MS } from "@nightjar/rtmp-ingest";
import { until } from "./studio.ts";

const TAG_HEAD_BYTES = 11;
const SIZE_BYTES = 4;

/** Waits until so much more of a stream has arrived than had when this was called, by the stream's own time. */
export async function moreArrives(recording: string, ms: number, timeoutMs = ms + ARRIVAL_PATIENCE_MS): Promise<void> {
  let fromMs: number | null = null;
  await until(
    async () => {
      const lastMs = await lastTimestampMs(recording);
      fromMs ??= lastMs;
      return fromMs !== null && lastMs !== null && lastMs >= fromMs + ms;
    },
    timeoutMs,
    () => `${ms} ms more in ${recording}`,
  );
}

/** Of the tag that ends the file; null while one is being written. Each tag is followed by its size. */
async function lastTimestampMs(path: string): Promise<number | null> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read = async (bytes: number, at: number) => (await file.read(Buffer.alloc(bytes), 0, bytes, Math.max(0, at))).buffer;
    const tagBytes = (await read(SIZE_BYTES, size - SIZE_BYTES)).readUInt32BE(0);
    if (tagBytes <= TAG_HEAD_BYTES || tagBytes > size - SIZE_BYTES) return null;
    const head = await read(TAG_HEAD_BYTES, size - SIZE_BYTES - tagBytes);
    const isTag = [8, 9, 18].includes(head.readUInt8(0)) && head.readUIntBE(1, 3) === tagBytes - TAG_HEAD_BYTES;
    return isTag ? head.readUIntBE(4, 3) + head.readUInt8(7) * 2 ** 24 : null;
  } finally {
    await file.close();
  }
}

/** The ingest names a recording by the second in which it began: the next one gets a name of its own only after that. */
export async function secondOfItsOwn(recording: string): Promise<void> {
  const second = Number(/-(\d+)\.flv$/.exec(recording)?.[1]);
  await until(() => Math.floor(Date.now() / 1000) > second);
}
