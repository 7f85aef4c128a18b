import { type StreamId, type StreamTrack, type StreamWithTracks, streamId } from "@nightjar/contract";
import { api } from "../../src/lib/trpc.ts";

export const NIGHT = streamId.parse("night");

const offAir: Omit<StreamWithTracks, "id" | "tracks" | "tracklistIds" | "revision"> = {
  ...{ title: "Night Shift Radio", description: null, artworkUrl: null, channelName: null, createdAt: "2026-01-01T00:00:00.000Z" },
  ...{ isLive: false, viewerCount: 0, streamDuration: "00:00:00", currentTrackId: null, connected: false, destination: null },
  ...{ youtubeConnected: false, youtubeChannelName: null, ytRollOverHours: null, ytSendsBackup: false },
  ...{ activeBackgroundId: null, activeOverlayTemplateId: null, transition: null, autoSwitch: null, timeZone: null },
  ...{ order: "sequential", crossfadeMs: 0, profile: "1080p30", quality: "standard", targetLufs: -14, statsIntervalMs: 60_000 },
};

/** What the studio has read of a stream: its entries at this revision. */
export function asRead(tracks: readonly StreamTrack[], revision: number, id: StreamId = NIGHT): void {
  api.streams.get.setData({ id }, { ...offAir, id, tracks: [...tracks], tracklistIds: tracks.map((track) => track.id), revision });
}
