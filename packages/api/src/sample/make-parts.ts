import { AppError, TEST_START_FAILED_TEXT, formatDuration } from "@nightjar/contract";
import type { BackgroundId, StreamId, TemplateId, TrackId } from "@nightjar/contract";
import { overlayTemplates } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { desc } from "drizzle-orm";
import { createBackground } from "../backgrounds/create-background.ts";
import { uploadVideo } from "../backgrounds/upload-video.ts";
import type { Ctx } from "../context.ts";
import { once } from "../files/receive-upload.ts";
import type { IncomingForm } from "../files/receive-upload.ts";
import { createTrack } from "../library/create-track.ts";
import { findDuplicate } from "../library/track-values.ts";
import { uploadArtwork } from "../library/upload-artwork.ts";
import { uploadAudio } from "../library/upload-audio.ts";
import type { SampleSong } from "../ports.ts";
import { addTracks } from "../streams/add-tracks.ts";
import { createStream } from "../streams/create-stream.ts";
import { updateStream } from "../streams/update-stream.ts";
import { startTest } from "../test-stream/start-stop-test.ts";
import { noting } from "./sample-parts.ts";

const SAMPLE_TITLE = "Sample Channel";
const BACKGROUND_TITLE = "Night Sky";
/** Soon there on a small machine; what a newcomer makes of it has the studio's default. */
const PROFILE = "720p30";

/** Of the whole; the songs take the rest. */
const SKY_SHARE = 0.3;

interface Making {
  readonly ctx: Ctx;
  readonly signal: AbortSignal;
  readonly tell: (step: string, progress: number) => void;
}

const formOf = (fileName: string, body: AsyncIterable<Uint8Array>): IncomingForm => ({ file: async () => ({ fileName, body }) });

/**
 * Everything, by the very verbs that people's own music takes; each of its parts is noted in the transaction that makes it. It is seen and
 * heard from the first song on.
 */
export async function makeParts(making: Making): Promise<void> {
  const { ctx, signal } = making;
  const { songs } = ctx.services.sampleMaker;
  const streamId = await makeStream(ctx, await makeBackground(making));
  for (const [index, song] of songs.entries()) {
    signal.throwIfAborted();
    const overall = (share: number) => SKY_SHARE + ((index + share) / songs.length) * (1 - SKY_SHARE);
    const trackId = await makeTrack(making, song, overall);
    // Its files belong to a track now, with which they are taken back.
    signal.throwIfAborted();
    const isLast = index === songs.length - 1;
    await addTracks({ ctx: isLast ? noting(ctx, "complete") : ctx, input: { streamId, trackIds: [trackId] } });
    if (index === 0) await beginTest(ctx, streamId);
  }
}

/** Without it nothing is seen and heard here at once; all is made no less, and it is told why until the test is started by hand. */
async function beginTest(ctx: Ctx, streamId: StreamId): Promise<void> {
  const { endedTests, log } = ctx.services;
  try {
    await startTest({ ctx, input: { streamId } });
  } catch (error) {
    log.warn({ err: error }, "the test stream of the sample channel could not be started");
    endedTests.set(streamId, error instanceof AppError ? error.message : `${TEST_START_FAILED_TEXT}. The log knows more.`);
  }
}

async function makeTrack({ ctx, signal, tell }: Making, song: SampleSong, overall: (share: number) => number): Promise<TrackId> {
  const step = `Playing "${song.title}"`;
  tell(step, overall(0));
  // Before the sound: who cancels leaves no file behind that no track has.
  const cover = await song.cover(signal);
  const sound = song.sound({ signal, onProgress: (share) => tell(step, overall(share)) });
  const { fileUrl } = await uploadAudio({ ctx, input: formOf(`${song.title}.wav`, sound) });
  const { artworkUrl } = await uploadArtwork({ ctx, input: formOf(`${song.title}.png`, once(cover)) });
  const { album, artist, bpm, durationMs, genre, key, mood } = song;
  const texts = { album, artist, genre, key, mood, title: freeTitle(ctx.services.db, song) };
  const fields = { ...texts, bpm, fileUrl, artworkUrl, duration: formatDuration(durationMs) };
  return (await createTrack({ ctx: noting(ctx, "tracks"), input: fields })).id;
}

/** A song of an earlier sample channel that somebody has kept has its title. */
function freeTitle(db: Db, { artist, title }: SampleSong): string {
  let free = title;
  for (let count = 2; findDuplicate(db, { title: free, artist }, null) !== null; count += 1) free = `${title} (${count})`;
  return free;
}

async function makeBackground({ ctx, signal, tell }: Making): Promise<BackgroundId> {
  const onProgress = (share: number) => tell("Painting the night sky", share * SKY_SHARE);
  onProgress(0);
  const video = await ctx.services.sampleMaker.makeBackground({ signal, onProgress });
  const { fileUrl: videoUrl } = await uploadVideo({ ctx, input: formOf(`${BACKGROUND_TITLE}.mp4`, once(video)) });
  return (await createBackground({ ctx: noting(ctx, "backgrounds"), input: { title: BACKGROUND_TITLE, videoUrl } })).id;
}

async function makeStream(ctx: Ctx, backgroundId: BackgroundId): Promise<StreamId> {
  const description = "Three songs that Nightjar plays by itself, to see and hear how a stream works.";
  const { id } = await createStream({ ctx: noting(ctx, "streams"), input: { title: SAMPLE_TITLE, description } });
  const chosen = { activeBackgroundId: backgroundId, activeOverlayTemplateId: templateOf(ctx) };
  await updateStream({ ctx, input: { id, profile: PROFILE, ...chosen } });
  return id;
}

/** The default one; a studio without any template shows the plain scene. */
function templateOf({ services: { db } }: Ctx): TemplateId | null {
  const row = db.select({ id: overlayTemplates.id }).from(overlayTemplates).orderBy(desc(overlayTemplates.isDefault)).limit(1).get();
  return row?.id ?? null;
}
