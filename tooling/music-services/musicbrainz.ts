import { createAllowance, pngOf, startStandIn } from "./stand-in.ts";
import type { Call, Reply, StandIn } from "./stand-in.ts";

export interface MusicBrainzRecording {
  readonly id: string;
  readonly title: string;
  /** Each with what stands after it. */
  readonly artists: readonly (readonly [name: string, joinphrase: string])[];
  /** Milliseconds. */
  readonly length: number | null;
  readonly "first-release-date": string;
  readonly releases: readonly { readonly id: string; readonly title: string; readonly date: string; readonly status: string }[];
  readonly label: string;
  readonly genres: readonly { readonly name: string; readonly count: number }[];
  /** Whether its releases have a cover: they do unless it is said; null: they tell nothing of it. */
  readonly hasCover?: boolean | null;
}

export interface MusicBrainzStandIn extends StandIn {
  /** From now on the next so many calls are told that the service is busy, however seldom they come. */
  exhaust(calls: number): void;
  /** From now on calls are taken and not answered. @returns answers them, and those that come from then on */
  hold(): () => void;
  /** From now on nothing is told of releases but that something is wrong, until it is said otherwise. */
  breakReleases(areBroken: boolean): void;
}

const failure = (status: number, error: string): Reply => ({
  status,
  body: { error, help: "For usage, please see: https://musicbrainz.org/development/mmd" },
});
const INCLUDES: Readonly<Record<string, readonly string[]>> = {
  isrc: ["artist-credits", "isrcs", "artists", "releases"],
  recording: ["artist-credits", "artists", "releases", "release-groups", "isrcs", "genres", "tags", "ratings", "media"],
  release: ["artist-credits", "artists", "labels", "recordings", "release-groups", "media", "isrcs"],
};

/** Refused before anybody looks for an answer. */
function refusalOf({ url, headers }: Call): Reply | null {
  const agent = headers["user-agent"] ?? "";
  // A name, a version and a contact, or nothing.
  if (!/^[\w-]+\/\S+ \( ?\S*(:\/\/|@)\S+ ?\)$/.test(agent)) return failure(403, "Your User-Agent names no application and contact.");
  if (url.searchParams.get("fmt") !== "json") return { headers: { "content-type": "application/xml" }, body: "<metadata/>" };
  const [entity = ""] = url.pathname.replace(/^\/ws\/2\//, "").split("/");
  const asked = (/[?&]inc=([^&]*)/.exec(url.search)?.[1] ?? "").split("+").filter((word) => word !== "");
  const wrong = asked.find((word) => !(INCLUDES[entity] ?? []).includes(word));
  return wrong === undefined ? null : failure(400, `${wrong} is not a valid inc parameter for the ${entity} resource.`);
}

/** MusicBrainz' web service and the Cover Art Archive at one address: one call a second, one at a time, from those who say who they are. */
export async function startMusicBrainz(
  codes: Readonly<Record<string, readonly MusicBrainzRecording[]>>,
  nowMs?: () => number,
): Promise<MusicBrainzStandIn> {
  const allows = createAllowance(1, 1000);
  const all = Object.values(codes).flat();
  let exhausted = 0;
  let held: Promise<void> = Promise.resolve();
  let areReleasesBroken = false;
  const find = (path: string): Reply => {
    const [, entity, id = ""] = /^\/ws\/2\/(isrc|recording|release)\/([^/]+)$/.exec(path) ?? [];
    if (entity === "isrc") return isrcReply(id, codes[id]);
    const recording = all.find((each) => (entity === "recording" ? each.id === id : each.releases.some((release) => release.id === id)));
    if (!recording) return failure(404, "Not Found");
    return { body: entity === "recording" ? recordingBody(recording) : releaseBody(recording, id) };
  };
  const standIn: StandIn = await startStandIn(async (call) => {
    await held;
    const { pathname } = call.url;
    const cover = coverReply(pathname, standIn.root, all);
    if (cover) return cover;
    const refusal = refusalOf(call);
    if (refusal) return refusal;
    if (!allows(call.atMs) || (exhausted > 0 && exhausted-- > 0)) {
      return failure(
        503,
        "Your requests are exceeding the allowable rate limit. Please see https://wiki.musicbrainz.org/XMLWebService for more information.",
      );
    }
    if (areReleasesBroken && pathname.startsWith("/ws/2/release/")) return failure(500, "Internal server error");
    return find(decodeURIComponent(pathname));
  }, nowMs);
  return Object.assign(standIn, {
    exhaust: (calls: number) => void (exhausted = calls),
    breakReleases: (areBroken: boolean) => void (areReleasesBroken = areBroken),
    hold() {
      let resolve: () => void = () => undefined;
      const promise = new Promise<void>((done) => (resolve = done));
      held = promise;
      return resolve;
    },
  });
}

/** The archive leads elsewhere for each picture. */
function coverReply(path: string, root: string, all: readonly MusicBrainzRecording[]): Reply | null {
  if (path.startsWith("/download/")) return { headers: { "content-type": "image/png" }, body: pngOf(64, [30, 90, 200]) };
  const [, id] = /^\/release\/([^/]+)\/front-500$/.exec(path) ?? [];
  if (id === undefined) return null;
  const isThere = all.some(({ releases }) => releases.some((release) => release.id === id));
  return isThere ? { status: 307, headers: { location: `${root}/download/mbid-${id}/front-500.png` } } : { status: 404 };
}

function isrcReply(isrc: string, recordings: readonly MusicBrainzRecording[] | undefined): Reply {
  if (!/^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(isrc)) return failure(400, "Invalid isrc.");
  if (!recordings) return failure(404, "Not Found");
  return { body: { isrc, recordings: recordings.map((recording) => headOf(recording)) } };
}

const headOf = (recording: MusicBrainzRecording) => ({
  ...{ id: recording.id, title: recording.title, length: recording.length, video: false, disambiguation: "" },
  "first-release-date": recording["first-release-date"],
  "artist-credit": recording.artists.map(([name, joinphrase]) => ({ name, joinphrase, artist: { name } })),
});

const recordingBody = (recording: MusicBrainzRecording) => ({
  ...headOf(recording),
  releases: recording.releases,
  genres: recording.genres,
  tags: recording.genres,
});

const releaseBody = (recording: MusicBrainzRecording, id: string) => ({
  ...recording.releases.find((release) => release.id === id),
  "label-info": [{ "catalog-number": "NJ 1", label: { id: "label", name: recording.label } }],
  ...(recording.hasCover === null ? {} : { "cover-art-archive": coverArt(recording.hasCover ?? true) }),
});

const coverArt = (front: boolean) => ({ front, back: false, artwork: front, count: front ? 1 : 0 });
