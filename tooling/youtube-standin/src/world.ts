import { randomBytes } from "node:crypto";
import type { CallName } from "./refusal.ts";

export type LifeCycle = "created" | "ready" | "testStarting" | "testing" | "liveStarting" | "live" | "complete" | "revoked";

export interface Broadcast {
  readonly id: string;
  readonly account: string;
  readonly publishedAt: string;
  snippet: { title: string; description: string; scheduledStartTime: string; scheduledEndTime?: string };
  privacyStatus: string;
  selfDeclaredMadeForKids: boolean;
  lifeCycleStatus: LifeCycle;
  contentDetails: {
    enableAutoStart: boolean;
    enableAutoStop: boolean;
    closedCaptionsType: string;
    monitorStream: { enableMonitorStream: boolean; broadcastStreamDelayMs: number };
  };
  boundStreamId: string | null;
  /** Since when nothing comes in, while it is live. */
  silentSinceMs: number | null;
  /** null: YouTube does not tell it yet. */
  viewers: number | null;
  thumbnails: number;
}

export interface LiveStream {
  readonly id: string;
  readonly account: string;
  readonly snippet: { readonly title: string; readonly description: string };
  readonly isReusable: boolean;
  streamName: string;
  streamStatus: "created" | "ready" | "active" | "inactive" | "error";
  health: "good" | "ok" | "bad" | "noData";
  issues: { type: string; severity: string; reason: string; description: string }[];
}

/** Where RTMP is received: what streams are told to publish to, and what arrives there. */
export interface Ingest {
  readonly url: string;
  /** A far end of its own, without the query that the API tells it with; without it the main one is named twice. */
  readonly backupUrl?: string;
  /** At either address. */
  comesIn(streamName: string): boolean;
  look?(): Promise<void>;
}

/** Its addresses under YouTube's own names: live/docs/liveStreams#cdn.ingestionInfo. */
export interface IngestionAddresses {
  ingestionAddress?: string;
  backupIngestionAddress?: string;
  rtmpsIngestionAddress?: string;
  rtmpsBackupIngestionAddress?: string;
}

export interface Account {
  readonly channelId: string;
  readonly title: string;
  /** Besides that one. */
  readonly others?: readonly { readonly channelId: string; readonly title: string }[];
  /** The user has not let us in any more, or Google has ended it: refreshes answer invalid_grant. */
  isRevoked: boolean;
}

export interface Asked {
  readonly call: CallName;
  readonly units: number;
  readonly outcome: string;
  readonly day: string;
}

/** A fault that the next calls of a name meet. `after`: the call is carried out first, and only its answer is lost. */
export interface Fault {
  readonly call: CallName;
  readonly status: number;
  readonly reason: string;
  readonly after: boolean;
  left: number;
}

/** All that is true at the far end. */
export class World {
  readonly accounts = new Map<string, Account>();
  readonly codes = new Map<string, { account: string; challenge: string; redirectUri: string }>();
  readonly refreshTokens = new Map<string, string>();
  readonly accessTokens = new Map<string, { account: string; expiresAtMs: number }>();
  readonly broadcasts = new Map<string, Broadcast>();
  readonly streams = new Map<string, LiveStream>();
  readonly asked: Asked[] = [];
  readonly faults: Fault[] = [];
  /** What every key is told; a test may take some of them away. */
  addresses: IngestionAddresses;
  quotaUnits: number;
  /** So long after it was made a video is not listed yet. */
  videosAfterMs = 15_000;
  readonly nowMs: () => number;

  constructor(nowMs: () => number, quotaUnits: number, addresses: IngestionAddresses) {
    this.nowMs = nowMs;
    this.addresses = addresses;
    this.quotaUnits = quotaUnits;
  }

  /** Quota is counted by days of California. */
  get day(): string {
    return new Intl.DateTimeFormat("en-CA", { timeZone: "America/Los_Angeles" }).format(this.nowMs());
  }

  /** Of this day. */
  get usedUnits(): number {
    return this.asked.reduce((sum, { day, units }) => sum + (day === this.day ? units : 0), 0);
  }

  newId(): string {
    return randomBytes(8).toString("base64url");
  }

  streamOf({ boundStreamId }: Broadcast): LiveStream | null {
    return boundStreamId === null ? null : (this.streams.get(boundStreamId) ?? null);
  }

  /** The fault that this call meets, if any is left. */
  takeFault(call: CallName): Fault | null {
    const fault = this.faults.find((one) => one.call === call && one.left > 0);
    if (!fault) return null;
    fault.left -= 1;
    return fault;
  }
}

/** A live broadcast ends so long after its ingest has stopped, where autoStop is on. */
export const AUTO_STOP_MS = 60_000;

/** What follows at YouTube from what comes in, and from time alone. */
export function settle(world: World, comesIn: (streamName: string) => boolean): void {
  for (const stream of world.streams.values()) {
    if (stream.streamStatus === "error") continue;
    const isActive = comesIn(stream.streamName);
    if (isActive) stream.streamStatus = "active";
    else if (stream.streamStatus === "active") stream.streamStatus = "inactive";
    stream.health = isActive ? (stream.issues.length > 0 ? "bad" : "good") : "noData";
  }
  for (const broadcast of world.broadcasts.values()) settleBroadcast(world, broadcast);
}

function settleBroadcast(world: World, broadcast: Broadcast): void {
  const { enableAutoStart, enableAutoStop } = broadcast.contentDetails;
  const isFed = world.streamOf(broadcast)?.streamStatus === "active";
  if (broadcast.lifeCycleStatus === "testStarting") broadcast.lifeCycleStatus = "testing";
  if (broadcast.lifeCycleStatus === "liveStarting") broadcast.lifeCycleStatus = "live";
  if (broadcast.lifeCycleStatus === "ready" && isFed && enableAutoStart) broadcast.lifeCycleStatus = "live";
  if (broadcast.lifeCycleStatus !== "live") return;
  broadcast.silentSinceMs = isFed ? null : (broadcast.silentSinceMs ?? world.nowMs());
  const isSilent = broadcast.silentSinceMs !== null && world.nowMs() - broadcast.silentSinceMs >= AUTO_STOP_MS;
  if (enableAutoStop && isSilent) broadcast.lifeCycleStatus = "complete";
}
