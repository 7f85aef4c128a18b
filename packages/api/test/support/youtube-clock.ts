import { afterEach, beforeEach, vi } from "vitest";
import { followYoutube } from "../../src/youtube/follow.ts";
import type { YtBroadcast, YtStream } from "../../src/youtube/port.ts";
import { YouTubeError } from "../../src/youtube/reasons.ts";
import { broadcastThere, streamThere } from "./at-youtube.ts";
import { openStudio } from "./call-verb.ts";
import type { Studio } from "./call-verb.ts";

type Api = Studio["ports"]["youtube"];

export interface UnderClock {
  readonly studio: Studio;
  readonly follow: () => void;
  /** From now on YouTube answers this call so; how often it is asked counts from here. */
  readonly answer: <K extends keyof Api>(name: K, run: Api[K]) => void;
  /** @returns how often it was asked since it is answered so */
  readonly times: (name: keyof Api) => number;
}

export const refusing = (reason: string, status: number) => async () => {
  throw new YouTubeError(reason, status);
};

/** A studio for each test of a file, under a clock that begins at `startMs`. */
export function studioUnderClock(startMs: number): UnderClock {
  let studio: Studio;
  let stop: () => void = () => undefined;
  beforeEach(async () => {
    studio = await openStudio();
    // Days pass within seconds, and nothing here is read after a crash.
    studio.services.db.$client.pragma("synchronous = OFF");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: startMs });
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
    return studio.close();
  });
  return {
    get studio() {
      return studio;
    },
    follow: () => void (stop = followYoutube(studio.services)),
    answer: (name, run) => {
      studio.ports.youtube[name] = run;
      vi.spyOn(studio.ports.youtube, name).mockClear();
    },
    times: (name) => vi.mocked(studio.ports.youtube[name]).mock.calls.length,
  };
}

export interface FarYoutube {
  readonly broadcasts: Map<string, YtBroadcast>;
  readonly streams: Map<string, YtStream>;
  /** The broadcasts that were asked for. */
  readonly read: ReadonlySet<string>;
  viewers: number;
  /** Of the quota, by its own count. */
  usedUnits: number;
  /** What it lets no broadcast be called, whether that is made or changed. */
  readonly invalidTitles: Set<string>;
  become(id: string, values: Partial<YtBroadcast>): YtBroadcast;
}

/** What calls take of the quota: developers.google.com/youtube/v3/determine_quota_cost. It stands here once more, for the studio's own count is under test. */
function costsAt(far: Pick<FarYoutube, "usedUnits">) {
  const costing =
    (units: number) =>
    <A extends readonly unknown[], R>(call: (...asked: A) => R) =>
    (...asked: A): R => {
      far.usedUnits += units;
      return call(...asked);
    };
  return { reading: costing(1), changing: costing(50) };
}

/** YouTube as it is when nothing goes wrong: it keeps what it is told, and takes what it is asked for. */
export function youtubeThere(studio: Studio, broadcastsThere: readonly YtBroadcast[], streamsThere: readonly YtStream[]): FarYoutube {
  const broadcasts = new Map(broadcastsThere.map((one) => [one.id, one]));
  const streams = new Map(streamsThere.map((one) => [one.id, one]));
  const read = new Set<string>();
  const far: FarYoutube = { broadcasts, streams, read, become, viewers: 0, usedUnits: 0, invalidTitles: new Set() };
  let [made, keys] = [broadcasts.size, streams.size];
  function become(id: string, values: Partial<YtBroadcast>): YtBroadcast {
    const broadcast = broadcastThere({ ...broadcasts.get(id), ...values, id });
    broadcasts.set(id, broadcast);
    return broadcast;
  }
  function take(id: string, values: Pick<YtBroadcast, "title"> & Partial<YtBroadcast>): YtBroadcast {
    if (far.invalidTitles.has(values.title)) throw new YouTubeError("invalidTitle", 400);
    return become(id, values);
  }
  function makeStream(): YtStream {
    const stream = streamThere({ id: `s${(keys += 1)}`, streamName: "new" });
    streams.set(stream.id, stream);
    return stream;
  }
  const { changing, reading } = costsAt(far);
  Object.assign(studio.ports.youtube, {
    insertBroadcast: changing(async (_token: string, { description, privacy, title }: YtBroadcast) => {
      const broadcast = take(`b${made + 1}`, { title, description, privacy, lifeCycle: "created", boundStreamId: null });
      made += 1;
      return broadcast;
    }),
    updateBroadcast: changing(async (_token: string, { description, id, title }: YtBroadcast, privacy?: string) =>
      take(id, { title, description, ...(privacy === undefined ? {} : { privacy }) }),
    ),
    bindBroadcast: changing(async (_token: string, id: string, boundStreamId: string) => become(id, { lifeCycle: "ready", boundStreamId })),
    transitionBroadcast: changing(async (_token: string, id: string, to: "live" | "complete") => become(id, { lifeCycle: to })),
    broadcasts: reading(async (_token: string, ids: readonly string[]) => {
      for (const id of ids) read.add(id);
      return ids.flatMap((id) => broadcasts.get(id) ?? []);
    }),
    streams: reading(async (_token: string, ids: readonly string[]) => ids.flatMap((id) => streams.get(id) ?? [])),
    ownStreams: reading(async () => ({ items: [], next: null })),
    insertStream: changing(async () => makeStream()),
    viewers: reading(async (_token: string, ids: readonly string[]) => new Map(ids.map((id) => [id, far.viewers]))),
  });
  return far;
}
