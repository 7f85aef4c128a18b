import { HEALTHS, LIFE_CYCLES, STREAM_STATUSES, YouTubeError } from "@nightjar/api";
import type { YouTubeApi, YtBroadcast, YtStream } from "@nightjar/api";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { type ForeignCall, UnreachableError, callForeign } from "./foreign-call.ts";

const BROADCAST_PARTS = "id,snippet,contentDetails,status";
const STREAM_PARTS = "id,snippet,cdn,status";
const MOST_IDS = 50;
/** developers.google.com/youtube/v3/docs/thumbnails/set */
const THUMBNAIL_MAX_BYTES = 2 * 1024 * 1024;

const text = z.string();
const any = z.unknown().optional();
/** What may be set in contentDetails: an update replaces all of it, so that it is sent back as it was read. */
const settingsAnswer = z.object({
  ...{ enableAutoStart: any, enableAutoStop: any, enableDvr: any, enableEmbed: any, recordFromStart: any, latencyPreference: any },
  ...{ enableClosedCaptions: any, closedCaptionsType: any, enableContentEncryption: any, startWithSlate: any, projection: any },
  monitorStream: z
    .object({ enableMonitorStream: z.boolean().default(false), broadcastStreamDelayMs: z.number().default(0) })
    .default({ enableMonitorStream: false, broadcastStreamDelayMs: 0 }),
});
const broadcastAnswer = z.object({
  id: text,
  snippet: z.object({
    ...{ title: text, description: text.default(""), scheduledStartTime: text.default(""), scheduledEndTime: text.optional() },
  }),
  status: z
    .object({
      lifeCycleStatus: z.enum(LIFE_CYCLES).catch("unknown"),
      privacyStatus: text.default(""),
      selfDeclaredMadeForKids: z.boolean().optional(),
    })
    .default({ lifeCycleStatus: "unknown", privacyStatus: "" }),
  contentDetails: settingsAnswer.extend({ boundStreamId: text.optional() }).prefault({}),
});
const issueAnswer = z.object({
  ...{ type: text.default(""), severity: text.default("") },
  ...{ reason: text.optional(), description: text.optional() },
});
const streamAnswer = z.object({
  id: text,
  snippet: z.object({ description: text.default("") }).default({ description: "" }),
  cdn: z.object({
    ingestionInfo: z.object({
      streamName: text,
      ...{ ingestionAddress: text.optional(), backupIngestionAddress: text.optional() },
      ...{ rtmpsIngestionAddress: text.optional(), rtmpsBackupIngestionAddress: text.optional() },
    }),
  }),
  status: z
    .object({
      streamStatus: z.enum(STREAM_STATUSES).catch("unknown"),
      healthStatus: z
        .object({ status: z.enum(HEALTHS).catch("unknown"), configurationIssues: z.array(issueAnswer).default([]) })
        .default({ status: "unknown", configurationIssues: [] }),
    })
    .default({ streamStatus: "unknown", healthStatus: { status: "unknown", configurationIssues: [] } }),
});
const videoAnswer = z.object({ id: text, liveStreamingDetails: z.object({ concurrentViewers: text.optional() }).default({}) });
const channelAnswer = z.object({
  id: text,
  snippet: z.object({ title: text, thumbnails: z.record(text, z.object({ url: text })).default({}) }),
});
/** One that says no reason does not hide that of the others. */
const errorAnswer = z.object({ error: z.object({ errors: z.array(z.object({ reason: text }).catch({ reason: "" })) }) });
/** Lists that are empty may have no `items` at all. Of all that an account has, one that is not as ours are, as a key for another way of sending, does not hide the others. */
const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z
      .array(z.unknown())
      .default([])
      .transform((items) => ({
        read: items.flatMap((one) => item.safeParse(one).data ?? []),
        unread: items.filter((one) => !item.safeParse(one).success),
      })),
    nextPageToken: text.optional(),
  });

/**
 * The YouTube Live Streaming API v3, one request a call: no call is repeated here, because what was lost may have been done.
 * developers.google.com/youtube/v3/live/docs
 */
export function createYouTube({ apiRoot }: { readonly apiRoot: string }): YouTubeApi {
  const ask = async <T extends z.ZodType>(token: string, answer: T, call: string, query: Query, more: ForeignCall = {}) =>
    asked(`${apiRoot}/youtube/v3/${call}?${new URLSearchParams(query).toString()}`, token, answer, more);
  /** Those of which each was asked for: one that cannot be read is not one that is gone. */
  const list = async <T extends z.ZodType>(token: string, item: T, call: string, query: Query) => {
    const { read, unread } = (await ask(token, listOf(item), call, query)).items;
    if (unread.length > 0) throw notUnderstood(z.array(item).safeParse(unread).error);
    return read;
  };
  const page = async <T extends z.ZodType>(token: string, item: T, call: string, part: string, pageToken: string | null) => {
    const query = { part, mine: "true", maxResults: String(MOST_IDS), ...(pageToken === null ? {} : { pageToken }) };
    const { items, nextPageToken } = await ask(token, listOf(item), call, query);
    return { items: items.read, unread: items.unread.map((one) => JSON.stringify(one)), next: nextPageToken ?? null };
  };
  const channelsFrom = async (token: string, from: string | null): Promise<z.output<typeof channelAnswer>[]> => {
    const { items, next, unread } = await page(token, channelAnswer, "channels", "snippet", from);
    if (items.length === 0 && unread.length > 0) throw notUnderstood(unread);
    return next === null || next === from ? items : [...items, ...(await channelsFrom(token, next))];
  };
  // Declared where it goes out alone: an empty body is no JSON.
  const headers = { "content-type": "application/json" };
  const send = (method: "POST" | "PUT", body: object): ForeignCall => ({ method, headers, body: JSON.stringify(body) });
  return {
    async channels(token) {
      const found = await channelsFrom(token, null);
      return found.map(({ id, snippet }) => ({ id, title: snippet.title, thumbnailUrl: thumbnailOf(snippet.thumbnails) }));
    },
    async insertBroadcast(token, { title, description, privacy, scheduledStartTime }) {
      const body = {
        snippet: { title, description, scheduledStartTime },
        status: { privacyStatus: privacy, selfDeclaredMadeForKids: false },
        // What the defaults are, sources disagree about; a monitor stream would ask for a test first.
        contentDetails: { enableAutoStart: false, enableAutoStop: false, monitorStream: { enableMonitorStream: false } },
      };
      return toBroadcast(await ask(token, broadcastAnswer, "liveBroadcasts", { part: BROADCAST_PARTS }, send("POST", body)));
    },
    async bindBroadcast(token, id, streamId) {
      const query = { id, part: BROADCAST_PARTS, streamId };
      return toBroadcast(await ask(token, broadcastAnswer, "liveBroadcasts/bind", query, { method: "POST" }));
    },
    async transitionBroadcast(token, id, broadcastStatus) {
      const query = { id, part: BROADCAST_PARTS, broadcastStatus };
      return toBroadcast(await ask(token, broadcastAnswer, "liveBroadcasts/transition", query, { method: "POST" }));
    },
    async deleteBroadcast(token, id) {
      await ask(token, z.unknown(), "liveBroadcasts", { id }, { method: "DELETE" });
    },
    async updateBroadcast(token, { id, title, description, scheduledStartTime, scheduledEndTime, isMadeForKids, settings }, privacy) {
      const texts = { id, snippet: { title, description, scheduledStartTime, scheduledEndTime }, contentDetails: settings };
      const status = { privacyStatus: privacy, selfDeclaredMadeForKids: isMadeForKids };
      // A part is replaced whole, so that one which stays as it is is not sent.
      const body = privacy === undefined ? texts : { ...texts, status };
      const part = privacy === undefined ? "id,snippet,contentDetails" : BROADCAST_PARTS;
      return toBroadcast(await ask(token, broadcastAnswer, "liveBroadcasts", { part }, send("PUT", body)));
    },
    async broadcasts(token, ids) {
      if (ids.length === 0) return [];
      const query = { part: BROADCAST_PARTS, id: ids.slice(0, MOST_IDS).join(","), maxResults: String(MOST_IDS) };
      return (await list(token, broadcastAnswer, "liveBroadcasts", query)).map(toBroadcast);
    },
    async ownBroadcasts(token, from) {
      const { items, ...rest } = await page(token, broadcastAnswer, "liveBroadcasts", BROADCAST_PARTS, from);
      return { items: items.map(toBroadcast), ...rest };
    },
    async insertStream(token, snippet) {
      const cdn = { ingestionType: "rtmp", resolution: "variable", frameRate: "variable" };
      const body = { snippet, cdn, contentDetails: { isReusable: true } };
      return toStream(await ask(token, streamAnswer, "liveStreams", { part: "id,snippet,cdn,status,contentDetails" }, send("POST", body)));
    },
    async streams(token, ids) {
      if (ids.length === 0) return [];
      const query = { part: STREAM_PARTS, id: ids.slice(0, MOST_IDS).join(","), maxResults: String(MOST_IDS) };
      return (await list(token, streamAnswer, "liveStreams", query)).map(toStream);
    },
    async ownStreams(token, from) {
      const { items, ...rest } = await page(token, streamAnswer, "liveStreams", STREAM_PARTS, from);
      return { items: items.map(toStream), ...rest };
    },
    async setThumbnail(token, id, jpegPath) {
      const body = await readFile(jpegPath);
      // What it would refuse need not be sent.
      if (body.byteLength > THUMBNAIL_MAX_BYTES) throw new YouTubeError("invalidImage", 400);
      const url = `${apiRoot}/upload/youtube/v3/thumbnails/set?${new URLSearchParams({ videoId: id }).toString()}`;
      await asked(url, token, z.unknown(), { method: "POST", body, headers: { "content-type": "image/jpeg" } });
    },
    async viewers(token, ids) {
      if (ids.length === 0) return new Map();
      const found = await list(token, videoAnswer, "videos", { part: "id,liveStreamingDetails", id: ids.slice(0, MOST_IDS).join(",") });
      return new Map(found.map(({ id, liveStreamingDetails }) => [id, numberOrNull(liveStreamingDetails.concurrentViewers)]));
    },
  };
}

type Query = Readonly<Record<string, string>>;

async function asked<T extends z.ZodType>(url: string, token: string, answer: T, more: ForeignCall): Promise<z.output<T>> {
  const headers = { accept: "application/json", ...more.headers, authorization: `Bearer ${token}` };
  const { status, json } = await callForeign(url, { ...more, headers }).catch((error: unknown) => {
    throw error instanceof UnreachableError ? new YouTubeError("unreachable", 503, { cause: error }) : error;
  });
  if (status < 200 || status > 299) {
    const why = errorAnswer.safeParse(json).data?.error.errors.find(({ reason }) => reason !== "");
    throw new YouTubeError(why?.reason ?? "", status);
  }
  const parsed = answer.safeParse(json);
  if (parsed.success) return parsed.data;
  // What it did is not known, as where nobody answered. What is no JSON is not YouTube's, but of whoever stands between.
  throw json === null ? new YouTubeError("unreachable", 502, { cause: parsed.error }) : notUnderstood(parsed.error);
}

const notUnderstood = (cause: unknown) => new YouTubeError("unreadable", 502, { cause });

function toBroadcast({ id, snippet, status, contentDetails }: z.output<typeof broadcastAnswer>): YtBroadcast {
  const { lifeCycleStatus: lifeCycle, privacyStatus: privacy, selfDeclaredMadeForKids: isMadeForKids } = status;
  const { boundStreamId = null, enableClosedCaptions, ...rest } = contentDetails;
  // YouTube tells both, and takes one of them.
  const settings = rest.closedCaptionsType === undefined ? { ...rest, enableClosedCaptions } : rest;
  const isMonitored = settings.monitorStream.enableMonitorStream;
  return { id, ...snippet, lifeCycle, privacy, isMadeForKids, boundStreamId, isMonitored, settings };
}

function toStream({ id, snippet, cdn, status }: z.output<typeof streamAnswer>): YtStream {
  const { ingestionInfo } = cdn;
  const { streamName, rtmpsIngestionAddress } = ingestionInfo;
  // What the main address keeps secret the backup does not send in the clear.
  const backup = rtmpsIngestionAddress === undefined ? ingestionInfo.backupIngestionAddress : ingestionInfo.rtmpsBackupIngestionAddress;
  const { configurationIssues, status: health } = status.healthStatus;
  return {
    ...{ id, streamName, health, description: snippet.description, status: status.streamStatus },
    address: rtmpsIngestionAddress ?? ingestionInfo.ingestionAddress ?? "",
    backupAddress: backup ?? null,
    issues: configurationIssues.map(issueText),
  };
}

/** How bad it is and what YouTube calls it, by which its help can be searched, then its words. */
function issueText({ description, reason, severity, type }: z.output<typeof issueAnswer>): string {
  const filled = (parts: readonly string[]) => parts.filter((part) => part !== "");
  return filled([filled([severity, type]).join(", "), description ?? reason ?? ""]).join(": ");
}

/** A number, as text. */
const numberOrNull = (value: string | undefined) => (value !== undefined && /^\d{1,12}$/.test(value) ? Number(value) : null);
const thumbnailOf = (all: Readonly<Record<string, { readonly url: string }>>) =>
  (all["medium"] ?? all["default"] ?? Object.values(all)[0])?.url ?? null;
