import { Refusal } from "./refusal.ts";
import type { Broadcast, World } from "./world.ts";

export interface Call {
  readonly query: URLSearchParams;
  /** null: none was sent. */
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly account: string;
  /** What is no JSON. */
  readonly media: { readonly type: string; readonly bytes: Uint8Array };
}

const PARTS = ["id", "snippet", "contentDetails", "status", "monetizationDetails"];
const PRIVACY = ["public", "unlisted", "private"];
const TITLE_MAX_CHARS = 100;
const DESCRIPTION_MAX_BYTES = 5000;

/** @throws Refusal where `part` is missing, names what there is not, or not all that is needed */
export function partsOf({ query }: Call, known: readonly string[], needed: readonly string[] = []): readonly string[] {
  const parts =
    query
      .get("part")
      ?.split(",")
      .map((part) => part.trim()) ?? [];
  if (parts.length === 0) throw new Refusal(400, "missingRequiredParameter", "No filter selected: part", "global");
  const isKnown = parts.every((part) => known.includes(part)) && needed.every((part) => parts.includes(part));
  if (!isKnown) throw new Refusal(400, "unknownPart", `part=${parts.join(",")}`, "youtube.part");
  return parts;
}

/** What is sent under no part is not taken: the part names what is written as well as what is answered. @throws Refusal */
export function assertNamed({ body }: Call, parts: readonly string[]): void {
  for (const name of Object.keys(body ?? {})) if (name !== "id" && !parts.includes(name)) throw new Refusal(400, "unexpectedPart");
}

export function idOf({ query }: Call): string {
  const id = query.get("id");
  if (id === null || id === "") throw new Refusal(400, "idRequired");
  return id;
}

const recordAt = (value: unknown, key: string): Readonly<Record<string, unknown>> => {
  const inner: unknown = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  return typeof inner === "object" && inner !== null ? { ...inner } : {};
};
export const partAt = recordAt;

function titleOf(snippet: Readonly<Record<string, unknown>>): string {
  const { title } = snippet;
  if (typeof title !== "string" || title === "") throw new Refusal(400, "titleRequired");
  if (title.length > TITLE_MAX_CHARS || /[<>]/.test(title)) throw new Refusal(400, "invalidTitle");
  return title;
}

/** @param isAhead it has not begun: only then its start has to lie in the future */
function snippetOf(world: World, body: Call["body"], isAhead: boolean): Broadcast["snippet"] {
  const snippet = recordAt(body, "snippet");
  const title = titleOf(snippet);
  const { scheduledEndTime, scheduledStartTime, description = "" } = snippet;
  if (typeof description !== "string" || Buffer.byteLength(description) > DESCRIPTION_MAX_BYTES || /[<>]/.test(description)) {
    throw new Refusal(400, "invalidDescription");
  }
  if (typeof scheduledStartTime !== "string") throw new Refusal(400, "scheduledStartTimeRequired");
  const atMs = Date.parse(scheduledStartTime);
  if (Number.isNaN(atMs) || (isAhead && atMs <= world.nowMs())) throw new Refusal(400, "invalidScheduledStartTime");
  if (scheduledEndTime === undefined) return { title, description, scheduledStartTime };
  const isAfter = typeof scheduledEndTime === "string" && Date.parse(scheduledEndTime) > atMs;
  if (!isAfter) throw new Refusal(400, "invalidScheduledEndTime");
  return { title, description, scheduledStartTime, scheduledEndTime };
}

function privacyOf(body: Call["body"]): string {
  const { privacyStatus } = recordAt(body, "status");
  if (privacyStatus === undefined) throw new Refusal(400, "privacyStatusRequired");
  if (typeof privacyStatus !== "string" || !PRIVACY.includes(privacyStatus)) throw new Refusal(400, "invalidPrivacyStatus");
  return privacyStatus;
}

/** What is not said is not declared any more. */
const isForKids = (body: Call["body"]) => recordAt(body, "status")["selfDeclaredMadeForKids"] === true;
const isUpcoming = ({ lifeCycleStatus }: Broadcast) => lifeCycleStatus === "created" || lifeCycleStatus === "ready";

export function insertBroadcast(world: World, call: Call) {
  const parts = partsOf(call, PARTS, ["snippet", "status"]);
  assertNamed(call, parts);
  const snippet = snippetOf(world, call.body, true);
  const privacyStatus = privacyOf(call.body);
  const details = recordAt(call.body, "contentDetails");
  const monitor = recordAt(details, "monitorStream");
  const id = world.newId();
  const broadcast: Broadcast = {
    ...{ id, account: call.account, publishedAt: new Date(world.nowMs()).toISOString(), snippet, privacyStatus },
    ...{ lifeCycleStatus: "created", boundStreamId: null, silentSinceMs: null, viewers: null, thumbnails: 0 },
    selfDeclaredMadeForKids: isForKids(call.body),
    contentDetails: {
      // What is not said is as unhelpful as the documents allow.
      enableAutoStart: details["enableAutoStart"] !== false,
      enableAutoStop: details["enableAutoStop"] !== false,
      closedCaptionsType: captionsOf(details),
      monitorStream: { enableMonitorStream: monitor["enableMonitorStream"] !== false, broadcastStreamDelayMs: 0 },
    },
  };
  world.broadcasts.set(id, broadcast);
  return broadcastShape(broadcast, parts);
}

export function findBroadcast(world: World, { account }: Call, id: string): Broadcast {
  const broadcast = world.broadcasts.get(id);
  if (broadcast?.account !== account) throw new Refusal(404, "liveBroadcastNotFound");
  return broadcast;
}

export function listBroadcasts(world: World, call: Call) {
  const parts = partsOf(call, PARTS);
  const filters = ["id", "mine", "broadcastStatus"].filter((name) => call.query.has(name));
  if (filters.length !== 1) throw new Refusal(400, filters.length === 0 ? "missingRequiredParameter" : "incompatibleParameters");
  const ids = call.query.get("id")?.split(",");
  const own = [...world.broadcasts.values()].filter(({ account }) => account === call.account);
  const { items, ...next } = pageOf(
    call,
    own.filter(({ id }) => ids?.includes(id) ?? true),
  );
  return { kind: "youtube#liveBroadcastListResponse", ...next, items: items.map((one) => broadcastShape(one, parts)) };
}

const PAGE_MOST = 50;

/** Five at a time unless more are asked for, and the rest with the token that is told. */
export function pageOf<T>({ query }: Call, all: readonly T[]): { readonly items: readonly T[]; readonly nextPageToken?: string } {
  const maxResults = Number(query.get("maxResults") ?? 5);
  if (!Number.isInteger(maxResults) || maxResults < 0 || maxResults > PAGE_MOST) throw new Refusal(400, "invalidMaxResults");
  if ((query.get("id")?.split(",").length ?? 0) > PAGE_MOST) throw new Refusal(400, "invalidFilters");
  const token = query.get("pageToken");
  const from = token === null ? 0 : Number(/^PAGE(\d+)$/.exec(token)?.[1] ?? Number.NaN);
  if (Number.isNaN(from)) throw new Refusal(400, "invalidPageToken");
  const end = from + maxResults;
  return { items: all.slice(from, end), ...(end < all.length ? { nextPageToken: `PAGE${end}` } : {}) };
}

export function bindBroadcast(world: World, call: Call) {
  const parts = partsOf(call, PARTS);
  const broadcast = findBroadcast(world, call, idOf(call));
  if (call.body !== null) throw new Refusal(400, "unexpectedBody");
  if (!isUpcoming(broadcast)) throw new Refusal(403, "liveBroadcastBindingNotAllowed");
  const streamId = call.query.get("streamId");
  if (streamId !== null && world.streams.get(streamId)?.account !== call.account) throw new Refusal(404, "liveStreamNotFound");
  broadcast.boundStreamId = streamId;
  broadcast.lifeCycleStatus = streamId === null ? "created" : "ready";
  return broadcastShape(broadcast, parts);
}

export function transitionBroadcast(world: World, call: Call) {
  const parts = partsOf(call, PARTS);
  const broadcast = findBroadcast(world, call, idOf(call));
  if (call.body !== null) throw new Refusal(400, "unexpectedBody");
  const wanted = call.query.get("broadcastStatus");
  if (wanted === null) throw new Refusal(400, "statusRequired");
  if (wanted === "live") goLive(world, broadcast);
  else if (wanted === "testing") test(world, broadcast);
  else if (wanted === "complete") complete(broadcast);
  else throw new Refusal(403, "invalidTransition");
  return broadcastShape(broadcast, parts);
}

function goLive(world: World, broadcast: Broadcast): void {
  const { lifeCycleStatus, contentDetails } = broadcast;
  if (lifeCycleStatus === "live" || lifeCycleStatus === "liveStarting") throw new Refusal(403, "redundantTransition");
  // With a monitor stream it is tested first.
  const from = contentDetails.monitorStream.enableMonitorStream ? "testing" : "ready";
  if (lifeCycleStatus !== from) throw new Refusal(403, "invalidTransition");
  if (world.streamOf(broadcast)?.streamStatus !== "active") throw new Refusal(403, "errorStreamInactive");
  broadcast.lifeCycleStatus = "liveStarting";
}

function test(world: World, broadcast: Broadcast): void {
  const { lifeCycleStatus, contentDetails } = broadcast;
  if (lifeCycleStatus === "testing" || lifeCycleStatus === "testStarting") throw new Refusal(403, "redundantTransition");
  if (lifeCycleStatus !== "ready" || !contentDetails.monitorStream.enableMonitorStream) throw new Refusal(403, "invalidTransition");
  if (world.streamOf(broadcast)?.streamStatus !== "active") throw new Refusal(403, "errorStreamInactive");
  broadcast.lifeCycleStatus = "testStarting";
}

/** One that never was live or tested can only be deleted, and one that is on its way there is neither. */
function complete(broadcast: Broadcast): void {
  if (broadcast.lifeCycleStatus === "complete") throw new Refusal(403, "redundantTransition");
  if (!["live", "testing"].includes(broadcast.lifeCycleStatus)) throw new Refusal(403, "invalidTransition");
  broadcast.lifeCycleStatus = "complete";
}

/** Replaces whole parts. */
export function updateBroadcast(world: World, call: Call) {
  const parts = partsOf(call, PARTS);
  const id: unknown = call.body?.["id"];
  if (typeof id !== "string") throw new Refusal(400, "idRequired");
  const broadcast = findBroadcast(world, call, id);
  assertNamed(call, parts);
  replaceDetails(broadcast, recordAt(call.body, "contentDetails"));
  if (parts.includes("snippet")) broadcast.snippet = snippetOf(world, call.body, isUpcoming(broadcast));
  if (parts.includes("status")) {
    // Without it, it is reset.
    broadcast.privacyStatus = recordAt(call.body, "status")["privacyStatus"] === undefined ? "public" : privacyOf(call.body);
    broadcast.selfDeclaredMadeForKids = isForKids(call.body);
  }
  return broadcastShape(broadcast, parts);
}

/** What is not sent falls back to what it would be for a new one; most of it is frozen once the broadcast is under way. */
function replaceDetails(broadcast: Broadcast, details: Readonly<Record<string, unknown>>): void {
  const { broadcastStreamDelayMs, enableMonitorStream } = recordAt(details, "monitorStream");
  if (typeof enableMonitorStream !== "boolean") throw new Refusal(400, "enableMonitorStreamRequired");
  if (typeof broadcastStreamDelayMs !== "number") throw new Refusal(400, "broadcastStreamDelayMsRequired");
  const enableAutoStart = details["enableAutoStart"] !== false;
  const enableAutoStop = details["enableAutoStop"] !== false;
  const monitorStream = { enableMonitorStream, broadcastStreamDelayMs };
  const wanted = { enableAutoStart, enableAutoStop, closedCaptionsType: captionsOf(details), monitorStream };
  const isSame = JSON.stringify(wanted) === JSON.stringify(broadcast.contentDetails);
  if (!isSame && !isUpcoming(broadcast)) throw new Refusal(403, "modificationNotAllowed");
  broadcast.contentDetails = wanted;
}

/** Two fields say it, and exclude each other. */
function captionsOf({ closedCaptionsType, enableClosedCaptions }: Readonly<Record<string, unknown>>): string {
  if (closedCaptionsType !== undefined && enableClosedCaptions !== undefined) throw new Refusal(400, "incompatibleProperties");
  if (typeof closedCaptionsType === "string") return closedCaptionsType;
  return enableClosedCaptions === true ? HTTP_POST_CAPTIONS : "closedCaptionsDisabled";
}
const HTTP_POST_CAPTIONS = "closedCaptionsHttpPost";

export function deleteBroadcast(world: World, call: Call) {
  const broadcast = findBroadcast(world, call, idOf(call));
  if (["testStarting", "testing", "live", "liveStarting"].includes(broadcast.lifeCycleStatus))
    throw new Refusal(403, "liveBroadcastDeletionNotAllowed");
  world.broadcasts.delete(broadcast.id);
  return null;
}

const THUMBNAIL_MAX_BYTES = 2 * 1024 * 1024;
/** How each of the kinds begins that it takes. */
const BEGINNINGS: Readonly<Record<string, string>> = { "image/jpeg": "ffd8ff", "image/png": "89504e47" };

export function setThumbnail(world: World, call: Call) {
  const broadcast = world.broadcasts.get(call.query.get("videoId") ?? "");
  if (broadcast?.account !== call.account) throw new Refusal(404, "videoNotFound", "videoNotFound", "youtube.thumbnail");
  const { bytes, type } = call.media;
  if (bytes.byteLength === 0) throw new Refusal(400, "mediaBodyRequired", "mediaBodyRequired", "youtube.thumbnail");
  const beginning = BEGINNINGS[type];
  const isPicture = beginning !== undefined && Buffer.from(bytes).toString("hex", 0, 4).startsWith(beginning);
  if (!isPicture || bytes.byteLength > THUMBNAIL_MAX_BYTES) throw new Refusal(400, "invalidImage", "invalidImage", "youtube.thumbnail");
  broadcast.thumbnails += 1;
  return { kind: "youtube#thumbnailSetResponse", items: [{ default: { url: `https://i.ytimg.example/vi/${broadcast.id}/default.jpg` } }] };
}

function broadcastShape(broadcast: Broadcast, parts: readonly string[]) {
  const { id, boundStreamId, contentDetails, lifeCycleStatus, privacyStatus, publishedAt, selfDeclaredMadeForKids, snippet } = broadcast;
  const enableClosedCaptions = contentDetails.closedCaptionsType === HTTP_POST_CAPTIONS;
  const recordingStatus = lifeCycleStatus === "live" ? "recording" : "notRecording";
  const all: Readonly<Record<string, unknown>> = {
    snippet: { publishedAt, ...snippet },
    status: { lifeCycleStatus, privacyStatus, recordingStatus, selfDeclaredMadeForKids },
    contentDetails: { ...contentDetails, enableClosedCaptions, ...(boundStreamId === null ? {} : { boundStreamId }) },
  };
  const shown = parts.filter((part) => part in all).map((part) => [part, all[part]]);
  return { kind: "youtube#liveBroadcast", id, ...Object.fromEntries(shown) };
}
