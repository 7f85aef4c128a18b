import { createEngineDouble, createLocalAirDouble } from "@nightjar/api/testing";
import type { EngineDouble, LocalAirDouble } from "@nightjar/api/testing";
import type { Db } from "@nightjar/db";
import type { Ports } from "../../src/context.ts";
import type { GrantProvider } from "../../src/grants/port.ts";
import type { Catalogue, Files, ForeignPictures, Hls, Jobs, Mail, Media, Missing, SampleMaker, Spotify } from "../../src/ports.ts";
import type { YouTubeApi } from "../../src/youtube/port.ts";

/** A port's call that a test did not say the answer of: its verb has done what nobody expected. */
function unexpected(name: string): never {
  throw new Error(`unexpected call of ${name}`);
}
const refuse = (name: string) => () => unexpected(name);

export interface FakePorts extends Ports {
  readonly engine: EngineDouble;
  readonly localAir: LocalAirDouble;
  readonly media: { -readonly [K in keyof Media]: Media[K] };
  readonly sampleMaker: { -readonly [K in keyof SampleMaker]: SampleMaker[K] };
  readonly hls: { -readonly [K in keyof Hls]: Hls[K] };
  readonly files: { -readonly [K in keyof Files]: Files[K] };
  readonly spotify: { -readonly [K in keyof Spotify]: Spotify[K] };
  readonly foreignPictures: { -readonly [K in keyof ForeignPictures]: ForeignPictures[K] };
  /** Deezer and MusicBrainz, each with nobody to ask until a test says otherwise. */
  readonly catalogues: { -readonly [K in keyof Catalogue]: Catalogue[K] }[];
  /** What was queued and not run, in order. */
  readonly queued: { readonly key: string; readonly run: Parameters<Jobs["asked"]>[1]; readonly afterMs?: number | undefined }[];
  /** Keys of what nobody wanted any more. */
  readonly cancelled: string[];
  readonly mails: Mail[];
  /** What readiness tells. */
  readonly missing: Missing[];
  readonly mailer: { configured: boolean; send(mail: Mail): Promise<void> };
  readonly grantProviders: Readonly<Record<"google" | "spotify", ProviderDouble>>;
  readonly youtube: { -readonly [K in keyof YouTubeApi]: YouTubeApi[K] };
  readonly clock: { nowMs(): number; set(ms: number): void };
  readonly config: { -readonly [K in keyof Ports["config"]]: Ports["config"][K] };
  readonly logged: { readonly level: string; readonly fields: Readonly<Record<string, unknown>>; readonly message: string }[];
}

/** Every port of a verb, strict: what asks for the world outside throws unless the test brings its answer. */
export function createFakePorts(db: Db): FakePorts {
  const queued: FakePorts["queued"] = [];
  const cancelled: string[] = [];
  const mails: Mail[] = [];
  const missing: Missing[] = [];
  const logged: FakePorts["logged"] = [];
  const at = (level: string) => (fields: Readonly<Record<string, unknown>>, message: string) =>
    void logged.push({ level, fields, message });
  const queue: Jobs["asked"] = (key, run, afterMs) => void queued.push({ key, run, afterMs });
  return {
    ...{
      db,
      queued,
      cancelled,
      mails,
      missing,
      logged,
      clock: settableClock(),
      media: strictMedia(),
      files: strictFiles(),
      engine: createEngineDouble(),
    },
    jobs: { background: queue, asked: queue, cancel: (key) => void cancelled.push(key), states: () => new Map() },
    localAir: createLocalAirDouble(),
    hls: { playlist: refuse("hls.playlist"), segment: refuse("hls.segment") },
    catalogues: [closed("deezer"), closed("musicbrainz")],
    spotify: {
      ...{ account: refuse("spotify.account"), playlists: refuse("spotify.playlists"), playlist: refuse("spotify.playlist") },
      ...{ pages: refuse("spotify.pages"), albumLabels: refuse("spotify.albumLabels"), find: refuse("spotify.find") },
    },
    foreignPictures: { fetch: refuse("foreignPictures.fetch") },
    sampleMaker: { songs: [], makeBackground: refuse("sampleMaker.makeBackground") },
    pendingUploads: { find: async () => null, sweep: async () => undefined },
    mailer: { configured: false, send: async (mail) => void mails.push(mail) },
    secrets: { seal: (plain) => Buffer.from(`sealed ${plain}`).toString("base64"), open: openSealed },
    grantProviders: { google: createProviderDouble(), spotify: { ...createProviderDouble(), revoke: null } },
    youtube: strictYouTube(),
    log: { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") },
    readiness: async () => missing,
    gauges: () => [],
    config: { version: "0.0.0", publicUrl: "https://studio.example", isPublicUrlSet: true, metricsToken: null, checksOutputs: true },
  };
}

export type ProviderDouble = { -readonly [K in keyof GrantProvider]: GrantProvider[K] };
/** Configured, and strict about everything that asks the service. */
const createProviderDouble = (): ProviderDouble => ({
  isConfigured: true,
  authorizeUrl: (request) => `https://service.example/consent?${new URLSearchParams({ ...request }).toString()}`,
  exchange: refuse("grantProviders.exchange"),
  refresh: refuse("grantProviders.refresh"),
  revoke: refuse("grantProviders.revoke"),
});

const closed = (name: Catalogue["name"]): FakePorts["catalogues"][number] => ({
  ...{ name, isOpen: () => false, find: refuse(`${name}.find`) },
});

const strictYouTube = (): FakePorts["youtube"] => ({
  channels: refuse("youtube.channels"),
  insertBroadcast: refuse("youtube.insertBroadcast"),
  bindBroadcast: refuse("youtube.bindBroadcast"),
  transitionBroadcast: refuse("youtube.transitionBroadcast"),
  deleteBroadcast: refuse("youtube.deleteBroadcast"),
  updateBroadcast: refuse("youtube.updateBroadcast"),
  broadcasts: refuse("youtube.broadcasts"),
  ownBroadcasts: refuse("youtube.ownBroadcasts"),
  insertStream: refuse("youtube.insertStream"),
  streams: refuse("youtube.streams"),
  ownStreams: refuse("youtube.ownStreams"),
  setThumbnail: refuse("youtube.setThumbnail"),
  viewers: refuse("youtube.viewers"),
});

function openSealed(sealed: string): string {
  const text = Buffer.from(sealed, "base64").toString();
  if (!text.startsWith("sealed ")) throw new Error("sealed with another key");
  return text.slice("sealed ".length);
}

/** The real one until it is set; from then on it stands. */
function settableClock(): FakePorts["clock"] {
  let fixedMs: number | null = null;
  return { nowMs: () => fixedMs ?? Date.now(), set: (ms) => void (fixedMs = ms) };
}

const strictMedia = (): FakePorts["media"] => ({
  probeAudio: refuse("media.probeAudio"),
  readMetadata: refuse("media.readMetadata"),
  encodeArtwork: refuse("media.encodeArtwork"),
  shrinkArtwork: refuse("media.shrinkArtwork"),
  shrinkPicture: refuse("media.shrinkPicture"),
  measureLoudness: refuse("media.measureLoudness"),
  readVideo: refuse("media.readVideo"),
  readStill: refuse("media.readStill"),
  readPicture: refuse("media.readPicture"),
  makeMezzanine: refuse("media.makeMezzanine"),
});

/** Paths are only names; nothing is on a disk. */
const strictFiles = (): FakePorts["files"] => ({
  receive: refuse("files.receive"),
  make: refuse("files.make"),
  publish: refuse("files.publish"),
  discard: () => undefined,
  has: () => false,
  path: (kind, name) => `/data/${kind}/${name}`,
  list: () => [],
  remove: refuse("files.remove"),
  layAside: refuse("files.layAside"),
  listAside: () => [],
  bringBack: refuse("files.bringBack"),
  clearAside: refuse("files.clearAside"),
});
