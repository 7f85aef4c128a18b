import { open } from "node:fs/promises";
import type { Ingest } from "./world.ts";

interface Recorder {
  readonly url: string;
  recordings(streamName: string): Promise<string[]>;
  received(): Promise<ReadonlyMap<string, number>>;
}

const FLV_HEAD_BYTES = 13;
const TAG_HEAD_BYTES = 11;
const [AUDIO, VIDEO] = [8, 9];
const [H264, AAC] = [7, 10];
/** A step back is none of a live encoder's, and neither is a leap. */
const LEAP_MS = 5000;
/** Nothing new of either kind for so long, and nothing comes in. */
const QUIET_MS = 4000;

interface Seen {
  path: string;
  offset: number;
  /** When the newest tag of each kind was read. */
  videoAtMs: number;
  audioAtMs: number;
  lastMs: number | null;
  isSane: boolean;
}

/** A stream comes in where either receives it. */
export function flvIngest(main: Recorder, streamNames: () => readonly string[], backup?: Recorder): Ingest {
  const all = [main, ...(backup ? [backup] : [])].map((recorder) => watched(recorder, streamNames));
  return {
    url: main.url,
    ...(backup ? { backupUrl: backup.url } : {}),
    look: async () => void (await Promise.all(all.map((one) => one.look()))),
    comesIn: (name) => all.some((one) => one.comesIn(name)),
  };
}

/**
 * What a real RTMP ingest records, read as it grows: a stream comes in while its newest recording grows by H.264 and AAC whose timestamps
 * go on evenly.
 */
function watched(recorder: Recorder, streamNames: () => readonly string[]) {
  const seen = new Map<string, Seen>();
  const lookAt = async (name: string) => {
    const path = (await recorder.recordings(name)).at(-1);
    if (path === undefined || !(await recorder.received()).has(name)) return void seen.delete(name);
    const before = seen.get(name);
    const fresh = { path, offset: FLV_HEAD_BYTES, videoAtMs: -Infinity, audioAtMs: -Infinity, lastMs: null, isSane: true };
    const own = before?.path === path ? before : fresh;
    seen.set(name, own);
    await readOn(own);
  };
  return {
    async look() {
      for (const name of streamNames()) await lookAt(name);
    },
    comesIn(name: string): boolean {
      const own = seen.get(name);
      return own !== undefined && own.isSane && Date.now() - Math.min(own.videoAtMs, own.audioAtMs) < QUIET_MS;
    },
  };
}

async function readOn(seen: Seen): Promise<void> {
  const file = await open(seen.path);
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.max(0, size - seen.offset));
    await file.read(bytes, 0, bytes.byteLength, seen.offset);
    let at = 0;
    while (at + TAG_HEAD_BYTES < bytes.byteLength) {
      const size = bytes.readUIntBE(at + 1, 3);
      const end = at + TAG_HEAD_BYTES + size + 4;
      if (end > bytes.byteLength) break;
      take(seen, bytes.subarray(at, end));
      at = end;
    }
    seen.offset += at;
  } finally {
    await file.close();
  }
}

function take(seen: Seen, tag: Buffer): void {
  const kind = tag[0];
  if (kind !== AUDIO && kind !== VIDEO) return;
  const atMs = tag.readUIntBE(4, 3) + (tag[7] ?? 0) * 0x1000000;
  const codec = tag[TAG_HEAD_BYTES] ?? 0;
  if (kind === VIDEO && (codec & 0x0f) === H264) seen.videoAtMs = Date.now();
  if (kind === AUDIO && codec >> 4 === AAC) seen.audioAtMs = Date.now();
  // A codec's own data stands at no time.
  const isData = (kind === VIDEO ? (codec & 0x0f) === H264 : codec >> 4 === AAC) && tag[TAG_HEAD_BYTES + 1] === 0;
  if (isData) return;
  // Sound and picture lie beside each other: a little back is no step back.
  const step = seen.lastMs === null ? 0 : atMs - seen.lastMs;
  if (step < -1000 || step > LEAP_MS) seen.isSane = false;
  seen.lastMs = atMs;
}
