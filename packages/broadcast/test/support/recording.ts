import { run } from "@nightjar/media";

export interface Packet {
  readonly dtsMs: number;
  readonly ptsMs: number;
  readonly isKey: boolean;
}

export interface Recording {
  readonly video: readonly Packet[];
  readonly audio: readonly Packet[];
}

/** What ffprobe, not our own reader, finds in a recording. */
export async function readRecording(path: string): Promise<Recording> {
  const entries = "packet=codec_type,dts_time,pts_time,flags";
  const { stdout } = await run("ffprobe", ["-v", "error", "-show_entries", entries, "-of", "csv=p=0", path], { timeoutMs: 60_000 });
  const video: Packet[] = [];
  const audio: Packet[] = [];
  for (const line of stdout.toString("utf8").split("\n")) {
    const [type, pts, dts, flags] = line.split(",");
    // The RTMP module writes the sequence header once more as a packet without data: it has no time of its own.
    if (!type || !dts || !pts || dts === "N/A") continue;
    const packet = { dtsMs: Number(dts) * 1000, ptsMs: Number(pts) * 1000, isKey: flags?.startsWith("K") ?? false };
    (type === "video" ? video : audio).push(packet);
  }
  return { video, audio };
}

/** Largest step between neighbours, and whether time ever stood still or went back. */
export function steps(packets: readonly Packet[]): { largestMs: number; isRising: boolean } {
  let largestMs = 0;
  let isRising = true;
  packets.forEach((packet, index) => {
    const before = packets[index - 1];
    if (!before) return;
    largestMs = Math.max(largestMs, packet.dtsMs - before.dtsMs);
    isRising &&= packet.dtsMs > before.dtsMs;
  });
  return { largestMs, isRising };
}
