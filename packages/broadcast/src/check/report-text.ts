import type { BeatFacts } from "./beat.ts";
import type { RecordingReport } from "./recording-checker.ts";

/** The report as lines for people: what was found in it, then what is wrong, with time and byte. */
export function reportLines(report: RecordingReport): string[] {
  const { video, audio, problems, problemCount, cutBytes, bytes } = report;
  const lines = [
    `${bytes} bytes, ${clock(Math.max(video.lastMs, audio.lastMs) - Math.min(video.firstMs, audio.firstMs))}`,
    `picture  ${video.count} at ${video.framesPerSecond} a second, ${video.keyframes} keyframes, at most ${video.longestGopFrames} pictures from one to the next, ${holes(video)}`,
    `sound    ${audio.count} packets, ${holes(audio)}`,
  ];
  if (cutBytes > 0) lines.push(`The recording was cut: its last ${cutBytes} bytes are the beginning of a tag.`);
  for (const { atMs, byteOffset, rule, text } of problems) lines.push(`${clock(atMs)}  byte ${byteOffset}  ${rule}  ${text}`);
  if (problemCount > problems.length) lines.push(`… and ${problemCount - problems.length} more.`);
  lines.push(
    problemCount === 0 ? "Nothing is wrong with it." : `${problemCount} ${problemCount === 1 ? "thing is" : "things are"} wrong with it.`,
  );
  return lines;
}

function holes({ holes: count, longestHoleMs, missingMs }: BeatFacts): string {
  return count === 0 ? "no hole" : `${count} ${count === 1 ? "hole" : "holes"}, the longest ${longestHoleMs} ms, ${missingMs} ms in all`;
}

/** h:mm:ss.mmm */
function clock(totalMs: number): string {
  const ms = Math.max(0, Math.round(totalMs));
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `${Math.floor(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, "0")}`;
}
