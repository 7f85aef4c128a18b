import type {
  ArtworkPx,
  HlsAnswer,
  LiveViewer,
  Loudness,
  PlanDestination,
  PlaylistEntryFields,
  RecordingSource,
  SpotifyPlaylist,
} from "@nightjar/contract";

export * from "./files/port.ts";

export interface Clock {
  nowMs(): number;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}
export interface Mailer {
  /** False: nothing can be sent, and the screens say so. */
  readonly configured: boolean;
  /** @throws MailUnsentError where surely nobody got it */
  send(mail: Mail): Promise<void>;
}

/** Encryption at rest for stream keys and foreign tokens. */
export interface SecretBox {
  seal(plain: string): string;
  /** @throws when the text was not sealed with our key */
  open(sealed: string): string;
}

export interface AudioProbe {
  /** Of the sniffed format, without the dot. */
  readonly extension: string;
  readonly codec: string;
  readonly durationMs: number;
  readonly sampleRateHz: number;
  readonly channels: number;
}

export interface AudioMetadata {
  readonly title: string | null;
  readonly artist: string | null;
  readonly album: string | null;
  readonly genre: string | null;
  readonly year: number | null;
  readonly bpm: number | null;
  readonly isrcCode: string | null;
  readonly recordLabel: string | null;
  /** The embedded picture as it is in the file: untrusted bytes. */
  readonly picture: Uint8Array | null;
}

export interface Video {
  /** Of the sniffed format, without the dot. */
  readonly extension: string;
  readonly durationMs: number;
  /** As shown, after the rotation a phone writes into the file. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** One decoded picture that stands for it. */
  readonly poster: Uint8Array;
}

/** `unsupported-type`: no video that we take; `damaged`: cut off, or not one picture of it can be decoded; `too-slow`: not read in the time given. */
export type VideoRefusal = "unsupported-type" | "no-video" | "single-picture" | "too-many-pixels" | "damaged" | "too-slow";

/** A still picture as we encoded it, bounded and upright; a JPEG where nothing else is said. */
export interface Still {
  readonly bytes: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** What an element of a scene shows: ours, still, upright; with its transparency where it has some. */
export interface Picture {
  readonly image: Still & { readonly extension: "jpg" | "png" };
  /** A webp. */
  readonly thumbnail: Uint8Array;
}
export type PictureRefusal = "unsupported-type" | "too-large" | "animated" | "damaged";

export interface MezzanineOptions {
  readonly signal: AbortSignal;
  /** 0 to 1. */
  readonly onProgress: (progress: number) => void;
}

export interface Media {
  /** Sniffs by content; null: no audio that we take. */
  probeAudio(path: string): Promise<AudioProbe | null>;
  /** What tags say; all null where there are none. */
  readMetadata(path: string, extension: AudioProbe["extension"]): Promise<AudioMetadata>;
  /** Re-encodes an untrusted picture to a bounded JPEG; null: it is no picture. */
  encodeArtwork(image: Uint8Array): Promise<Uint8Array | null>;
  /** A cover as small as it is shown, as webp, made once; null: there is none at that path, or it is no picture. */
  shrinkArtwork(path: string, maxPx: ArtworkPx): Promise<Uint8Array | null>;
  /** The same of an untrusted picture that lies nowhere; null: it is no picture. */
  shrinkPicture(image: Uint8Array, maxPx: ArtworkPx): Promise<Uint8Array | null>;
  measureLoudness(path: string, signal: AbortSignal): Promise<Loudness>;
  /** Sniffs by content and decodes. */
  readVideo(path: string): Promise<Video | VideoRefusal>;
  /** A png, jpeg or webp by content for a background, or why it is not taken; null: it is none. */
  readStill(path: string): Promise<Still | PictureRefusal | null>;
  /** A png, jpeg or webp by content for the media library, or why it is not taken. */
  readPicture(path: string): Promise<Picture | PictureRefusal>;
  /** Writes the normalised copy of a video that goes on air, an mp4. @throws UnusableMedia when the file is at fault, else what the machine could not do */
  makeMezzanine(path: string, target: string, options: MezzanineOptions): Promise<void>;
}

/** A recording as a foreign service tells of it; null where it says nothing. */
export interface ForeignRecording {
  readonly title: string | null;
  readonly artist: string | null;
  readonly album: string | null;
  readonly durationMs: number | null;
  readonly genre: string | null;
  /** At that service. */
  readonly artworkUrl: string | null;
  readonly bpm: number | null;
  readonly explicit: boolean;
  readonly recordLabel: string | null;
  /** A year, a month or a day. */
  readonly releaseDate: string | null;
  /** One of the calls that tell of it was not answered: what is missing may be known all the same. */
  readonly isPartial?: boolean;
}

/** A service that knows recordings by their ISRC. It keeps to what the service allows. */
export interface Catalogue {
  readonly name: Exclude<RecordingSource, "library">;
  /** False: there is nobody to ask, as where no account is connected. */
  readonly isOpen: () => boolean;
  /**
   * null: it knows no such code. Its deadlines are of the calls, and begin with them: for its turn it waits as long as the signal says.
   * @param durationMs how long it should be, for codes that stand at several @throws when it did not answer, or not with what it should
   */
  find(isrc: string, signal: AbortSignal, durationMs?: number | null): Promise<ForeignRecording | null>;
}

/** A token for the next call; given the one that was refused, another. @throws GrantError */
export type TokenSource = (refused?: string) => Promise<string>;

export interface SpotifyHead extends SpotifyPlaylist {
  readonly description: string | null;
  /** Another with each change of what is in it; null: Spotify does not tell it. */
  readonly snapshotId: string | null;
  /** The app is answered as all were before February 2026. */
  readonly isOldShape: boolean;
}

export interface SpotifyEntry extends PlaylistEntryFields {
  /** Of the album whose label can be asked for; null: there is none, or labels of albums are not told. */
  readonly spotifyAlbumId?: string | null;
}

export interface SpotifyPage {
  readonly entries: readonly SpotifyEntry[];
  /** Episodes, what is not there any more, and what has no title or no artist, as files from somebody's disk may. */
  readonly leftOut: number;
  /** Of the whole playlist. */
  readonly total: number;
}

/** Spotify, by the leave of an account. What throws throws AppError, whose message is a sentence for the operator. */
export interface Spotify {
  /** Whose it is; null: Spotify wants more leave for that than we ask for. */
  account(token: TokenSource): Promise<{ readonly id: string; readonly name: string | null } | null>;
  playlists(token: TokenSource): Promise<SpotifyPlaylist[]>;
  playlist(token: TokenSource, id: string, signal: AbortSignal): Promise<SpotifyHead>;
  /** Of a playlist whose head was shown, page by page, so that one of any length takes no more memory than one. */
  pages(token: TokenSource, head: Pick<SpotifyHead, "id" | "isOldShape">, signal: AbortSignal): AsyncIterable<SpotifyPage>;
  /** The record labels of twenty albums at most, by their ids; what names none is left out. null: Spotify does not tell them. */
  albumLabels(token: TokenSource, albumIds: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string> | null>;
  /** null: it knows no such code. */
  find(token: TokenSource, isrc: string, signal: AbortSignal): Promise<ForeignRecording | null>;
}

export type PictureFetchRefusal = "private-address" | "unreachable" | "too-large" | "no-picture";

/** Pictures at addresses that somebody wrote: never anything but a picture, and never from within the operator's network. */
export interface ForeignPictures {
  fetch(url: string, limitBytes: number): Promise<Uint8Array | PictureFetchRefusal>;
}

/** A song of ours, and what its track is filled with. */
export interface SampleSong {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly genre: string;
  readonly mood: string;
  readonly key: string;
  readonly bpm: number;
  readonly durationMs: number;
  /** A png. */
  cover(signal: AbortSignal): Promise<Uint8Array>;
  /** A wav, made while it is read. */
  sound(options: MezzanineOptions): AsyncIterable<Uint8Array>;
}

/** Makes sound and pictures out of nothing, always the same, for who has brought none yet. */
export interface SampleMaker {
  readonly songs: readonly SampleSong[];
  /** An mp4 that goes round without a seam. */
  makeBackground(options: MezzanineOptions): Promise<Uint8Array>;
}

/** Work that can wait. `report` takes how far it is, 0 to 1. */
export type JobRun = (signal: AbortSignal, report: (progress: number) => void) => Promise<void>;

export interface JobState {
  readonly isRunning: boolean;
  /** 0 to 1. */
  readonly progress: number;
  /** Since it runs, or since it waits. */
  readonly elapsedMs: number;
}

/** A file that can never be worked with, however often it is tried. */
export class UnusableMedia extends Error {
  override readonly name = "UnusableMedia";
}

/** The machine's rationing of work that can wait. */
export interface Jobs {
  /** Runs when nothing more urgent is due; a job of the same key that still waits is not queued twice. */
  background(key: string, run: JobRun): void;
  /** The same for what somebody waits for: before all that can wait, after what is needed on air. Queued after `afterMs`; lost if we end before. */
  asked(key: string, run: JobRun, afterMs?: number): void;
  /** Nobody wants it any more: it is not begun, and aborted where it runs. */
  cancel(key: string): void;
  /** All that waits or runs, by its key. */
  states(): ReadonlyMap<string, JobState>;
}

/** Bytes that go on until somebody ends them. */
export interface LiveBytes {
  readonly contentType: string;
  /** @returns the way to leave */
  start(viewer: LiveViewer): () => void;
}

/** What is sent, in pieces for browsers that cannot play it as it comes (HLS): made while somebody asks, and kept in memory alone. */
export interface Hls {
  /** Waits for the first piece. @param key names what is sent @param watch begins to; null: nothing is sent */
  playlist(key: string, watch: (viewer: LiveViewer) => (() => void) | null): Promise<HlsAnswer>;
  /** null: it is not kept any more. */
  segment(key: string, number: number): Uint8Array | null;
}

/** Bytes as they are now, which nobody keeps. */
export interface SentBytes {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The far end of test streams, in our own process. It listens while there is something to watch. */
export interface LocalAir {
  readonly port: number;
  /** Stands in addresses before the name. */
  readonly application: string;
  /** @returns why nobody can be listened to, as a sentence; null: it listens */
  open(): Promise<string | null>;
  /** From now on what has one of these names can be watched, and nothing else. */
  keep(names: ReadonlySet<string>): void;
  /** Where the engine sends what has that name. */
  destination(name: string): Pick<PlanDestination, "url" | "streamKey">;
  /** @returns the way to leave; null: there is nothing of that name */
  watch(name: string, viewer: LiveViewer): (() => void) | null;
  viewers(name: string): number;
}

/** What is missing for service. */
export interface Missing {
  readonly kind: "disk-full" | "service";
  readonly sentence: string;
}

/** Empty: ready. */
export type Readiness = () => Promise<readonly Missing[]>;

export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly value: number;
}
