import { type Call, assertNamed, pageOf, partAt, partsOf } from "./broadcasts.ts";
import { Refusal } from "./refusal.ts";
import type { Broadcast, LiveStream, World } from "./world.ts";

const PARTS = ["id", "snippet", "cdn", "status"];

export function insertStream(world: World, call: Call) {
  const parts = partsOf(call, [...PARTS, "contentDetails"], ["snippet", "cdn"]);
  assertNamed(call, parts);
  const { title, description = "" } = partAt(call.body, "snippet");
  if (typeof title !== "string" || title === "") throw new Refusal(400, "titleRequired", "titleRequired", "youtube.liveStream");
  if (title.length > 128) throw new Refusal(400, "invalidTitle", "invalidTitle", "youtube.liveStream");
  const cdn = partAt(call.body, "cdn");
  if (Object.keys(cdn).length === 0) throw new Refusal(400, "cdnRequired", "cdnRequired", "youtube.liveStream");
  if (cdn["ingestionType"] === undefined) throw new Refusal(400, "ingestionTypeRequired", "ingestionTypeRequired", "youtube.liveStream");
  if (cdn["ingestionType"] !== "rtmp") throw new Refusal(400, "invalidIngestionType", "invalidIngestionType", "youtube.liveStream");
  for (const name of ["resolution", "frameRate"]) {
    if (cdn[name] === undefined) throw new Refusal(400, `${name}Required`, `${name}Required`, "youtube.liveStream");
  }
  if (cdn["frameRate"] !== "variable" || cdn["resolution"] !== "variable") throw new Refusal(400, "invalidFormat");
  const id = world.newId();
  const stream: LiveStream = {
    ...{ id, account: call.account, snippet: { title, description: String(description) }, streamName: `key-${world.newId()}` },
    isReusable: partAt(call.body, "contentDetails")["isReusable"] === true,
    ...{ streamStatus: "ready", health: "noData", issues: [] },
  };
  world.streams.set(id, stream);
  return streamShape(world, stream, parts);
}

export function listStreams(world: World, call: Call) {
  const parts = partsOf(call, PARTS);
  const filters = ["id", "mine"].filter((name) => call.query.has(name));
  if (filters.length !== 1) throw new Refusal(400, filters.length === 0 ? "missingRequiredParameter" : "incompatibleParameters");
  const ids = call.query.get("id")?.split(",");
  const own = [...world.streams.values()].filter(({ account }) => account === call.account);
  const { items, ...next } = pageOf(
    call,
    own.filter(({ id, isReusable }) => ids?.includes(id) ?? isReusable),
  );
  return { kind: "youtube#liveStreamListResponse", ...next, items: items.map((one) => streamShape(world, one, parts)) };
}

function streamShape({ addresses }: World, stream: LiveStream, parts: readonly string[]) {
  const { health, id, issues, snippet, streamName, streamStatus } = stream;
  const ingestionInfo = { streamName, ...addresses };
  const all: Readonly<Record<string, unknown>> = {
    snippet,
    cdn: { ingestionType: "rtmp", resolution: "variable", frameRate: "variable", ingestionInfo },
    status: { streamStatus, healthStatus: { status: health, ...(issues.length > 0 ? { configurationIssues: issues } : {}) } },
  };
  return { kind: "youtube#liveStream", id, ...Object.fromEntries(parts.filter((part) => part in all).map((part) => [part, all[part]])) };
}

export function listVideos(world: World, call: Call) {
  const parts = partsOf(call, ["id", "liveStreamingDetails", "statistics", "status", "snippet"]);
  const ids = call.query.get("id")?.split(",");
  if (!ids) throw new Refusal(400, "missingRequiredParameter");
  if (ids.length > 50) throw new Refusal(400, "invalidFilters");
  const isListed = ({ id, publishedAt }: Broadcast) => ids.includes(id) && world.nowMs() - Date.parse(publishedAt) >= world.videosAfterMs;
  const items = [...world.broadcasts.values()].filter(isListed);
  return {
    kind: "youtube#videoListResponse",
    items: items.map(({ id, lifeCycleStatus, privacyStatus, viewers }) => {
      const isTold = lifeCycleStatus === "live" && viewers !== null;
      // A number as text, and absent where it is not known.
      const all: Readonly<Record<string, unknown>> = {
        liveStreamingDetails: isTold ? { concurrentViewers: String(viewers) } : {},
        status: { privacyStatus },
      };
      return { kind: "youtube#video", id, ...Object.fromEntries(parts.filter((part) => part in all).map((part) => [part, all[part]])) };
    }),
  };
}

export function listChannels(world: World, call: Call) {
  partsOf(call, ["id", "snippet", "status", "contentDetails"]);
  if (call.query.get("mine") !== "true") throw new Refusal(400, "missingRequiredParameter");
  const account = world.accounts.get(call.account);
  const thumbnails = { default: { url: "https://yt3.example/default.jpg", width: 88, height: 88 } };
  const { items: some, ...next } = pageOf(call, account ? [account, ...(account.others ?? [])] : []);
  const items = some.map(({ channelId: id, title }) => ({ kind: "youtube#channel", id, snippet: { title, thumbnails } }));
  // Without channels there is no `items` at all.
  return { kind: "youtube#channelListResponse", ...next, ...(items.length > 0 ? { items } : {}) };
}
