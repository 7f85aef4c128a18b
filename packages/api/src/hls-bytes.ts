import { AppError } from "@nightjar/contract";
import type { LiveViewer } from "@nightjar/contract";
import { z } from "zod";
import type { Services } from "./context.ts";
import type { SentBytes } from "./ports.ts";

/** As a playlist names it. */
export const segmentName = z
  .string()
  .regex(/^\d{1,15}\.ts$/)
  .transform((name) => Number.parseInt(name, 10));

/** @throws AppError 404 where nothing is sent, 503 where too much is asked for */
export async function hlsPlaylist(
  { hls }: Pick<Services, "hls">,
  key: string,
  watch: (viewer: LiveViewer) => (() => void) | null,
): Promise<SentBytes> {
  const answer = await hls.playlist(key, watch);
  if (answer.is === "full") throw new AppError("unavailable", "Too many streams are watched this way at once. Close one of them first");
  if (answer.is !== "playlist") throw new AppError("not-found", "Nothing is sent for now");
  return { contentType: "application/vnd.apple.mpegurl", bytes: new TextEncoder().encode(answer.text) };
}

/** @throws AppError 404 */
export function hlsSegment({ hls }: Pick<Services, "hls">, key: string, number: number): SentBytes {
  const bytes = hls.segment(key, number);
  if (!bytes) throw new AppError("not-found", "This part of the stream is not kept any more");
  return { contentType: "video/mp2t", bytes };
}
