import type { Privacy } from "@nightjar/contract";

/** Of a broadcast at YouTube; `unknown` is what a newer API may say. */
export const LIFE_CYCLES = [
  ...(["created", "ready", "testStarting", "testing", "liveStarting", "live", "complete", "revoked"] as const),
  "unknown",
] as const;
export type LifeCycle = (typeof LIFE_CYCLES)[number];
export const STREAM_STATUSES = ["created", "ready", "active", "inactive", "error", "unknown"] as const;
export type StreamStatus = (typeof STREAM_STATUSES)[number];
/** From better to worse: good, ok, bad; noData says nothing. */
export const HEALTHS = ["good", "ok", "bad", "noData", "unknown"] as const;
export type Health = (typeof HEALTHS)[number];

export interface YtChannel {
  readonly id: string;
  readonly title: string;
  readonly thumbnailUrl: string | null;
}

export interface YtBroadcast {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly scheduledStartTime: string;
  /** Left out: none is set. */
  readonly scheduledEndTime?: string | undefined;
  /** What its owner has declared; left out: YouTube does not tell. */
  readonly isMadeForKids?: boolean | undefined;
  readonly lifeCycle: LifeCycle;
  readonly privacy: string;
  readonly boundStreamId: string | null;
  /** Somebody has switched its monitor stream on: it is to be tested before it can go live. Left out: no. */
  readonly isMonitored?: boolean | undefined;
  /** What else can be set, as it was read: an update has to carry it. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The key and its health. */
export interface YtStream {
  readonly id: string;
  readonly description: string;
  /** As the API names it: RTMPS where there is one. */
  readonly address: string;
  /** Takes the same a second time, and YouTube goes on from it where the other breaks off; null: it names none. */
  readonly backupAddress: string | null;
  /** Secret: the stream key. */
  readonly streamName: string;
  readonly status: StreamStatus;
  readonly health: Health;
  /** What YouTube finds wrong with what it is sent: how bad, its name for it, and its own words. */
  readonly issues: readonly string[];
}

export interface NewBroadcast {
  readonly title: string;
  readonly description: string;
  readonly privacy: Privacy;
  /** ISO 8601. */
  readonly scheduledStartTime: string;
}

/** Of a list that is told in pieces. */
export interface Page<T> {
  readonly items: readonly T[];
  /** What is not as ours are, as it was told. */
  readonly unread?: readonly string[];
  /** What asks for the next piece; null: it was the last. */
  readonly next: string | null;
}

/** The calls of the YouTube Live Streaming API that we make, one HTTP request each. All throw YouTubeError; the token is an access token. */
export interface YouTubeApi {
  /** All of the account. Alone of all takes a request more for each 50, which hardly anybody has. */
  channels(token: string): Promise<readonly YtChannel[]>;
  insertBroadcast(token: string, broadcast: NewBroadcast): Promise<YtBroadcast>;
  bindBroadcast(token: string, id: string, ytStreamId: string): Promise<YtBroadcast>;
  transitionBroadcast(token: string, id: string, to: "live" | "complete"): Promise<YtBroadcast>;
  deleteBroadcast(token: string, id: string): Promise<void>;
  /** Title and description of one that was read a moment ago, and who may see it; without that, that stays as it is. */
  updateBroadcast(
    token: string,
    broadcast: Omit<YtBroadcast, "lifeCycle" | "privacy" | "boundStreamId">,
    privacy?: Privacy,
  ): Promise<YtBroadcast>;
  /** At most 50; those that are gone are left out. */
  broadcasts(token: string, ids: readonly string[]): Promise<readonly YtBroadcast[]>;
  /** All of the account, 50 at a time. */
  ownBroadcasts(token: string, page: string | null): Promise<Page<YtBroadcast>>;
  insertStream(token: string, stream: { readonly title: string; readonly description: string }): Promise<YtStream>;
  /** At most 50; those that are gone are left out. */
  streams(token: string, ids: readonly string[]): Promise<readonly YtStream[]>;
  /** The reusable ones of the account, 50 at a time. */
  ownStreams(token: string, page: string | null): Promise<Page<YtStream>>;
  /** A JPEG on this machine becomes the broadcast's picture. */
  setThumbnail(token: string, id: string, jpegPath: string): Promise<void>;
  /** By broadcast; null: YouTube does not tell. */
  viewers(token: string, ids: readonly string[]): Promise<ReadonlyMap<string, number | null>>;
}

/** What each call costs of a day's quota: developers.google.com/youtube/v3/determine_quota_cost. */
export const UNITS: Readonly<Record<keyof YouTubeApi, number>> = {
  ...{ channels: 1, broadcasts: 1, ownBroadcasts: 1, streams: 1, ownStreams: 1, viewers: 1 },
  ...{ insertBroadcast: 50, bindBroadcast: 50, transitionBroadcast: 50, deleteBroadcast: 50, updateBroadcast: 50, insertStream: 50 },
  setThumbnail: 50,
};
