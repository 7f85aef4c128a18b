import {
  clearStrays,
  createMediaSweep,
  createServices,
  endBroadcasts,
  followEngine,
  followPlaylists,
  followYoutube,
  measureAllPending,
  prepareAllPending,
  prepareFirstAdministrator,
  reconcileWanted,
  resetOnMachine,
  seedTemplates,
  stopAllWanted,
  sweepGrantRequests,
  sweepResetTokens,
  sweepStrays,
} from "@nightjar/api";
import type { Services } from "@nightjar/api";
import type { Logger } from "@nightjar/contract";
import { HlsShelf } from "@nightjar/broadcast";
import { withinMs } from "@nightjar/kit";
import { createScheduler } from "@nightjar/media";
import { join } from "node:path";
import { diskTrouble } from "./adapters/disk.ts";
import { createFiles } from "./adapters/files.ts";
import { createJobs } from "./adapters/jobs.ts";
import { createLocalAir } from "./adapters/local-air.ts";
import { createMailer } from "./adapters/mailer.ts";
import { createMedia } from "./adapters/media.ts";
import { createGrantProviders } from "./adapters/oauth.ts";
import { createResumableUploads } from "./adapters/resumable-uploads.ts";
import type { ResumableUploads } from "./adapters/resumable-uploads.ts";
import { createSampleMaker } from "./adapters/sample-maker.ts";
import { createSecretBox } from "./adapters/secret-box.ts";
import { createYouTube } from "./adapters/youtube.ts";
import { createMusicServices } from "./catalogues/index.ts";
import type { Config } from "./config.ts";
import { listenForWishes } from "./control-socket.ts";
import type { StopWish, Stopped } from "./control-socket.ts";
import { takeDataFolder } from "./data-folder.ts";
import { startEngine } from "./engine.ts";
import type { Engine, EngineNeeds } from "./engine.ts";
import { createApp } from "./http/app.ts";
import { createLifecycle } from "./lifecycle.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { listen, localUrl } from "./listen.ts";
import { openStudioDatabase } from "./open-database.ts";
import { createPlayoutGauges } from "./playout-gauges.ts";
import { processGauges } from "./process-gauges.ts";
import { findTools } from "./tools.ts";
import type { Tools } from "./tools.ts";
import { VERSION } from "./version.ts";

/** Five seconds are promised; the rest is for the process to go. */
const STOP_DEADLINE_MS = 4_500;
/** Publishers are fed until they have said good-bye to the far end. */
const OFF_AIR_DEADLINE_MS = 20_000;
/** Of that, while publishers say good-bye: YouTube answers within seconds, or not for long. */
const BROADCASTS_DEADLINE_MS = 10_000;
const GIGABYTE = 1e9;
/** Under `npm run dev` and in tests; what ships is bundled. */
const RUNS_FROM_SOURCE = import.meta.url.endsWith("/src/server.ts");
/** A command that asked and hangs does not hold up the end. */
const ANSWERED_WITHIN_MS = 1000;
const HOUSEKEEPING_MS = 6 * 60 * 60 * 1000;

export interface ServerOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Shown once, to people, never logged. */
  readonly announceAdministrator: (account: { readonly email: string; readonly password: string }) => void;
  /** Tests bring a double; the product never does. */
  readonly engineFactory?: (needs: EngineNeeds) => Promise<Engine>;
}

export interface RunningServer {
  readonly port: number;
  readonly publicUrl: string;
  readonly services: Services;
  /** Resolves when everything has ended, whoever asked for it. */
  readonly ended: Promise<boolean>;
  stop(wish?: StopWish): Promise<Stopped>;
}

/** Puts the house together, in this order; it is taken apart in the reverse one. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, log } = options;
  const lifecycle = createLifecycle(log);
  try {
    return await assemble(options, lifecycle);
  } catch (error) {
    await lifecycle.stop(STOP_DEADLINE_MS);
    throw error;
  } finally {
    log.debug({ dataDir: config.DATA_DIR }, "the start is over");
  }
}

async function assemble(options: ServerOptions, lifecycle: Lifecycle): Promise<RunningServer> {
  const { config, log } = options;
  const folder = takeDataFolder(config.DATA_DIR);
  lifecycle.onStop("data folder", () => folder.release());
  const address = { publicUrl: config.PUBLIC_URL ?? localUrl({ host: config.HOST, port: config.PORT }) };
  const tools = await findTools(config);
  for (const sentence of tools.missing) log.warn({}, sentence);

  const { services, resumable, wish } = await assembleServices(options, lifecycle, tools, address);
  const makeAdministrator = await prepareFirstAdministrator(services, {
    email: config.ADMIN_EMAIL ?? null,
    password: config.ADMIN_PASSWORD ?? null,
  });
  seedTemplates(services);
  sweepStrays(services);
  lifecycle.onStop("engine events", followEngine(services));
  const unfollow = followYoutube(services);
  let left: Stopped["left"] = [];
  lifecycle.onStop("YouTube", async () => {
    unfollow();
    if (wish.offAir) left = await endBroadcasts(services, BROADCASTS_DEADLINE_MS);
  });
  lifecycle.onStop("playlists", followPlaylists(services));
  // Publishers of an earlier process are running dry: this goes before everything that can wait.
  void reconcileWanted(services).catch((error: unknown) => log.error({ err: error }, "the wanted streams could not be restored"));

  const ending = new AbortController();
  const app = createApp({ services, resumable, trustProxy: config.TRUST_PROXY, ending: ending.signal });
  const listening = await listen(app, { host: config.HOST, port: config.PORT });
  lifecycle.onStop("http", async () => {
    ending.abort();
    await listening.close();
  });
  // Only now is it sure that somebody can sign in, and before the first request is heard.
  const account = makeAdministrator();
  if (account) options.announceAdministrator(account);
  if (config.PUBLIC_URL === undefined) {
    address.publicUrl = localUrl({ host: config.HOST, port: listening.port });
    if (config.SMTP_URL !== undefined)
      log.warn({}, `the links in e-mails lead to ${address.publicUrl}; set PUBLIC_URL to where people reach the studio`);
  }

  const ended = Promise.withResolvers<boolean>();
  const stop = async ({ offAir } = { offAir: false }) => {
    if (offAir) {
      stopAllWanted(services);
      await services.db
        .flushed()
        .catch((error: unknown) => log.error({ err: error }, "that nothing is wanted may not outlive a power cut"));
      wish.offAir = true;
    }
    const isInTime = await lifecycle.stop(offAir ? OFF_AIR_DEADLINE_MS : STOP_DEADLINE_MS);
    ended.resolve(isInTime);
    return { isInTime, left };
  };
  const control = await listenForWishes(config.DATA_DIR, {
    stop,
    resetPassword: (email) => resetOnMachine(services, email),
  });
  // Not waited for among the others: who asked for the stop is answered when they are done, and only then is gone.
  let closing: Promise<void> = Promise.resolve();
  lifecycle.onStop("control socket", () => void (closing = control.close()));
  const answered = async () => {
    const isClean = await ended.promise;
    await withinMs(closing, ANSWERED_WITHIN_MS);
    return isClean;
  };
  startHousekeeping(services, lifecycle);
  return {
    port: listening.port,
    publicUrl: address.publicUrl,
    services,
    ended: answered(),
    stop,
  };
}

interface Assembled {
  readonly services: Services;
  readonly resumable: ResumableUploads;
  /** What the engine is to do with its publishers when it is closed. */
  readonly wish: { offAir: boolean };
}

async function assembleServices(
  { config, log, engineFactory = startEngine }: ServerOptions,
  lifecycle: Lifecycle,
  tools: Tools,
  address: { readonly publicUrl: string },
): Promise<Assembled> {
  const database = await openStudioDatabase(join(config.DATA_DIR, "nightjar.db"), log);
  lifecycle.onStop("database", () => database.close());

  const scheduler = createScheduler({ concurrency: config.RENDER_CONCURRENCY, now: () => performance.now(), log });
  lifecycle.onStop("jobs", () => scheduler.close());
  const localAir = createLocalAir({ host: config.HOST, port: config.RTMP_PORT, log });
  lifecycle.onStop("test streams", () => localAir.close());
  const wish = { offAir: false };
  const playout = createPlayoutGauges();
  const engine = await engineFactory({
    ...{ dataDir: config.DATA_DIR, tools, log, scheduler, onHealth: playout.take },
    cacheMaxBytes: config.CACHE_MAX_GB === undefined ? undefined : config.CACHE_MAX_GB * GIGABYTE,
  });
  lifecycle.onStop("engine", () => engine.close(wish));

  const resumable = createResumableUploads(config.DATA_DIR);
  const services = createServices({
    db: database.db,
    engine,
    log,
    localAir: localAir.port,
    hls: new HlsShelf(),
    mailer: createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM }),
    media: createMedia(tools),
    sampleMaker: createSampleMaker({ ffmpegPath: tools.ffmpegPath, dataDir: config.DATA_DIR }),
    ...createMusicServices(config, address.publicUrl),
    files: createFiles(config.DATA_DIR),
    pendingUploads: resumable,
    jobs: createJobs(scheduler),
    secrets: createSecretBox(config.DATA_DIR),
    grantProviders: createGrantProviders(config),
    youtube: createYouTube({ apiRoot: config.YOUTUBE_API_ROOT }),
    clock: { nowMs: Date.now },
    readiness: async () => [
      ...[...tools.missing, ...engine.troubles].map((sentence) => ({ kind: "service" as const, sentence })),
      ...(await diskTrouble(config.DATA_DIR)).map((sentence) => ({ kind: "disk-full" as const, sentence })),
    ],
    gauges: () => [...processGauges(scheduler, engine.cacheBytes), ...playout.gauges()],
    config: {
      version: VERSION,
      get publicUrl() {
        return address.publicUrl;
      },
      isPublicUrlSet: config.PUBLIC_URL !== undefined,
      metricsToken: config.METRICS_TOKEN ?? null,
      checksOutputs: RUNS_FROM_SOURCE,
    },
  });
  lifecycle.onStop("tokens of accounts", () => services.accessTokens.storeSpares());
  lifecycle.onStop("plans", () => services.planPushes.close());
  lifecycle.onStop("overlay edits", () => services.overlayEdits.close());
  lifecycle.onStop("file sweeps", () => services.fileSweeps.close());
  lifecycle.onStop("streams off air", () => services.offAir.close());
  return { services, resumable, wish };
}

function startHousekeeping(services: Services, lifecycle: Lifecycle): void {
  measureAllPending(services);
  prepareAllPending(services);
  const { clock, db, log } = services;
  const parts: readonly (readonly [what: string, sweep: () => Promise<void> | void])[] = [
    ["unused pictures", createMediaSweep(services)],
    ["what was laid aside", () => clearStrays(services)],
    ["old uploads", () => services.pendingUploads.sweep()],
    ["old links to reset a password", () => sweepResetTokens(db, clock.nowMs())],
    ["old requests for a consent", () => sweepGrantRequests(db, clock.nowMs())],
    ["new tokens of accounts", () => services.accessTokens.storeSpares()],
    ["old sessions", () => services.sessions.sweepExpired()],
  ];
  // Each by itself: what a full disk refuses ends neither the others nor the server.
  const sweepPart = async ([what, sweepIt]: (typeof parts)[number]) => {
    try {
      await sweepIt();
    } catch (error) {
      log.error({ err: error }, `${what} could not be swept`);
    }
  };
  const sweep = () => {
    services.fileSweeps.now();
    for (const part of parts) void sweepPart(part);
  };
  sweep();
  // What was deleted right before this start is not due yet.
  services.fileSweeps.soon();
  const timer = setInterval(sweep, HOUSEKEEPING_MS);
  timer.unref();
  lifecycle.onStop("housekeeping", () => clearInterval(timer));
}
