import type { EnginePort, Logger, StreamId } from "@nightjar/contract";
import type { Db, Tx } from "@nightjar/db";
import type { LoginGuard } from "./auth/login-guard.ts";
import type { Sessions } from "./auth/sessions.ts";
import type { Told } from "./changes.ts";
import type { AccessTokens } from "./grants/access-tokens.ts";
import type { FileSweeps } from "./files/file-sweeps.ts";
import type { GrantProviders } from "./grants/port.ts";
import type { LiveHub } from "./live-hub.ts";
import type { OverlayEdits } from "./plan/overlay-edits.ts";
import type { OffAirPlans } from "./plan/off-air-plans.ts";
import type { LeftTracks } from "./streams/left-tracks.ts";
import type { OwnReplacements } from "./streams/own-replacements.ts";
import type { StartTurns } from "./streams/start-turns.ts";
import type { TakenIn } from "./plan/taken-in.ts";
import type { PlanBook } from "./plan/plan-book.ts";
import type { PlanPushes } from "./plan/plan-pushes.ts";
import type { SampleWork } from "./sample/sample-work.ts";
import type {
  Catalogue,
  Clock,
  Files,
  ForeignPictures,
  Gauge,
  Jobs,
  Hls,
  LocalAir,
  Mailer,
  Media,
  PendingUploads,
  Readiness,
  SampleMaker,
  SecretBox,
  Spotify,
} from "./ports.ts";
import type { Covers } from "./playlists/covers.ts";
import type { ForeignCovers } from "./playlists/foreign-covers.ts";
import type { PlaylistJobs } from "./playlists/playlist-jobs.ts";
import type { Recordings } from "./recordings/recordings.ts";
import type { Broadcasts } from "./youtube/broadcasts.ts";
import type { YouTubeApi } from "./youtube/port.ts";

/** What the composition root brings. */
export interface Ports {
  readonly db: Db;
  readonly engine: EnginePort;
  readonly localAir: LocalAir;
  readonly hls: Hls;
  readonly mailer: Mailer;
  readonly media: Media;
  readonly sampleMaker: SampleMaker;
  /** Asked in this order. */
  readonly catalogues: readonly Catalogue[];
  readonly foreignPictures: ForeignPictures;
  readonly files: Files;
  readonly pendingUploads: PendingUploads;
  readonly jobs: Jobs;
  readonly secrets: SecretBox;
  readonly grantProviders: GrantProviders;
  readonly youtube: YouTubeApi;
  readonly spotify: Spotify;
  readonly clock: Clock;
  readonly log: Logger;
  readonly readiness: Readiness;
  /** Gauges of the process, beside those of the product. */
  readonly gauges: () => readonly Gauge[];
  readonly config: {
    readonly version: string;
    /** Without a slash at the end. */
    readonly publicUrl: string;
    /** False: nobody said where people reach the studio, and publicUrl may lead there from this machine alone. */
    readonly isPublicUrlSet: boolean;
    readonly metricsToken: string | null;
    /** In tests and development: an answer that is not as its schema says is a failure. */
    readonly checksOutputs: boolean;
  };
}

export interface Services extends Ports {
  readonly sessions: Sessions;
  readonly loginGuard: LoginGuard;
  readonly recordings: Recordings;
  readonly playlistJobs: PlaylistJobs;
  readonly covers: Covers;
  readonly foreignCovers: ForeignCovers;
  readonly live: LiveHub;
  readonly overlayEdits: OverlayEdits;
  readonly planBook: PlanBook;
  readonly offAir: OffAirPlans;
  readonly planPushes: PlanPushes;
  readonly startTurns: StartTurns;
  readonly leftTracks: LeftTracks;
  readonly ownReplacements: OwnReplacements;
  /** Does what follows from a commit. */
  readonly follow: (told: Told) => void;
  readonly takenIn: TakenIn;
  readonly fileSweeps: FileSweeps;
  readonly sampleWork: SampleWork;
  /** Why a test that was wanted has ended by itself or never begun, as a sentence: until its next Start or Stop, or the process ends. */
  readonly endedTests: Map<StreamId, string>;
  readonly accessTokens: AccessTokens;
  readonly broadcasts: Broadcasts;
}

/** What a transport knows of one request; the wrapper of verbs decides what it means. */
export interface RequestFacts {
  readonly requestId: string;
  readonly token: string | null;
  readonly tokenFrom: "bearer" | "cookie" | null;
  readonly clientAddress: string;
  readonly origin: string | null;
  readonly secFetchSite: string | null;
  /** Until when whoever asked for a change waits for it; null: it was not said. */
  readonly beforeMs: number | null;
  readonly host: string | null;
  /** Of the cookie by which a browser is known that comes back from a foreign service; null: it has none. */
  readonly browserNonce: string | null;
}

export interface Ctx {
  readonly services: Services;
  readonly request: RequestFacts;
  /** For a verb that does its work by calling others: what it writes into the transaction of the one it calls, whose subject that is. */
  readonly alongside?: ((tx: Tx, subjectId: string) => void) | undefined;
}
