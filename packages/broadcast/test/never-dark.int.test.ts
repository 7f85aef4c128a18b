import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Plan, sessionId } from "@nightjar/contract";
import { measureLoudness, run } from "@nightjar/media";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { sessionDir } from "../src/director/session/session-record.ts";
import { makeSound, makeTone, makeVideo, planFile, planItem, testPlan } from "./support/engine.ts";
import { readRecording } from "./support/recording.ts";
import { type Studio, named, openStudio, processesWith, publishers, rtmp, until } from "./support/studio.ts";

let studio: Studio;
let ingest: RtmpIngest;
let good: Plan["items"][number];

beforeAll(async () => {
  studio = await openStudio();
  ingest = await startRtmpIngest();
  good = planItem("a", await makeTone(join(studio.dir, "a.wav"), { seconds: 4, hz: 440 }), 4_000);
  await studio.engine.reconcile([]);
});
afterAll(async () => {
  await studio.close();
  await ingest.remove();
});

/** Goes on air with a destination of its own, and off at the end of the test. */
function start(name: string, items: Plan["items"], changes: Partial<Plan> = {}): Plan {
  const plan = testPlan(items, ingest.url, name, { ...named(name), destinations: [rtmp(name, ingest.url, name)], ...changes });
  studio.engine.apply(plan);
  onTestFinished(() => stop(plan));
  return plan;
}

async function stop(plan: Plan): Promise<void> {
  studio.engine.stop(plan.streamId);
  await studio.waitFor(plan.streamId, ({ state }) => state === "off");
}

async function garbage(name: string): Promise<{ path: string; sha256: string }> {
  const path = join(studio.dir, name);
  await writeFile(path, `not a media file: ${name} `.repeat(500));
  return planFile(path);
}

describe("a tracklist", () => {
  it("with a file that cannot be decoded airs its other tracks, again and again, and not the slate", async () => {
    const broken = planItem("broken", await garbage("broken.mp3"), 4_000);
    const missing = planItem("missing", { path: join(studio.dir, "gone.wav"), sha256: "00" }, 4_000);
    const none = planItem("none", null, 4_000);
    const plan = start("skip", [broken, good, missing, none]);
    await studio.trackStarted(plan, 2);
    const aired = studio.events.filter((event) => event.type === "track-started" && event.sessionId === plan.sessionId);
    expect(aired.map((event) => event.type === "track-started" && event.itemId)).toEqual(["item-a", "item-a"]);
    expect(studio.states(plan.streamId)).toEqual(["preparing", "on-air"]);
    expect(studio.lines.filter(({ message, fields }) => message === "track skipped" && fields["trackId"] === "track-broken")).toHaveLength(
      1,
    );
  });

  it("without a track airs the slate and says so; a track added comes on air without a new connection", async () => {
    const plan = start("slate", []);
    const slate = await studio.waitFor(plan.streamId, ({ state }) => state === "slate");
    expect(slate).toMatchObject({ reason: "No track in the tracklist can be played.", track: null });
    await ingest.waitForBytes("slate", 50_000);
    const pids = publishers(studio.engineDir, plan.streamId).map(({ pid }) => pid);
    studio.engine.apply({ ...plan, items: [good] });
    await studio.trackStarted(plan, 1);
    await studio.waitFor(plan.streamId, ({ state, track, reason }) => state === "on-air" && track?.itemId === "item-a" && reason === null);
    expect(publishers(studio.engineDir, plan.streamId).map(({ pid }) => pid)).toEqual(pids);
    expect(studio.states(plan.streamId)).toEqual(["preparing", "slate", "on-air"]);
    await stop(plan);
    const paths = await ingest.recordings("slate");
    expect(paths).toHaveLength(1);
    const recording = await readRecording(paths[0] ?? "");
    expect(recording.problems).toEqual([]);
    expect(recording.headers.video.size).toBe(1);
  });
});

describe("a picture that cannot be made as wanted", () => {
  it("for a broken cover goes on air without the cover", async () => {
    const plan = start("cover", [{ ...good, artwork: await garbage("cover.png") }]);
    await studio.trackStarted(plan, 1);
    await studio.waitFor(plan.streamId, ({ state }) => state === "on-air");
    // It may be on air before its cover is looked at.
    await expect.poll(() => studio.lines.some(({ message }) => message === "artwork not readable")).toBe(true);
  });

  it("for a broken background video goes on air over the plain background", async () => {
    const plan = start("background", [good], { background: { kind: "video", file: await garbage("background.mp4") } });
    await studio.trackStarted(plan, 1);
    await studio.waitFor(plan.streamId, ({ state }) => state === "on-air");
    // It may be on air before the video has turned out to be broken.
    const why = "The background could not be rendered: the plain one is shown.";
    const { picture } = await studio.waitFor(plan.streamId, ({ picture: { reason } }) => reason?.startsWith(why) ?? false);
    expect(picture.level).toBe("background");
  });

  it("is the wanted one for a sound background video of another size and rate", async () => {
    const file = await makeVideo(join(studio.dir, "small.mp4"), { seconds: 2, size: "320x240", rate: 24 });
    const plan = start("video", [good], { background: { kind: "video", file } });
    await studio.trackStarted(plan, 1);
    await studio.waitFor(plan.streamId, ({ state }) => state === "on-air");
    expect(
      studio.lines.filter(({ message, fields }) => message === "composite not rendered" && fields["streamId"] === plan.streamId),
    ).toEqual([]);
  });
});

describe("loudness on air", () => {
  it("is -14 LUFS for a quiet master with high peaks and for a loud one, with no true peak above -0.5 dBTP", async () => {
    // A tone at -30 LUFS with clicks 20 dB above it; and one so loud that its peaks are clipped.
    const quiet = await makeSound(join(studio.dir, "quiet.wav"), "0.042*sin(2*PI*997*t)+0.33*sin(2*PI*3001*t)*lt(mod(t,2),0.002)", 6);
    const loud = await makeSound(join(studio.dir, "loud.wav"), "0.62*sin(2*PI*997*t)+0.36*sin(2*PI*211*t)", 6);
    const sources = await Promise.all([quiet, loud].map(({ path }) => measureLoudness(path, { ffmpegPath: "ffmpeg" })));
    const wanted = [-30, -6];
    for (const [index, { integratedLufs }] of sources.entries()) expect(Math.abs(integratedLufs - (wanted[index] ?? 0))).toBeLessThan(0.7);
    const plans = [quiet, loud].map((audio, index) => start(["quiet", "loud"][index] ?? "", [{ ...good, audio, durationMs: 6_000 }]));
    for (const plan of plans) await studio.trackStarted(plan, 2);
    for (const plan of plans) {
      await stop(plan);
      const [path = ""] = await ingest.recordings(plan.streamId.replace("stream-", ""));
      const aired = `${path}.wav`;
      await run("ffmpeg", ["-v", "error", "-y", "-i", path, "-vn", aired], { timeoutMs: 30_000 });
      const measured = await measureLoudness(aired, { ffmpegPath: "ffmpeg" });
      expect(Math.abs(measured.integratedLufs + 14), plan.streamId).toBeLessThan(1);
      expect(measured.truePeakDbtp, plan.streamId).toBeLessThan(-0.5);
    }
  });
});

describe("Start and Stop in quick succession", () => {
  it("end off, without a process or a folder, when Stop was pressed while the first picture was being made", async () => {
    const slow = { ...good, title: "Never drawn before" };
    const plan = start("hasty", [slow]);
    await studio.waitFor(plan.streamId, ({ state }) => state === "preparing");
    await stop(plan);
    // What was being prepared is ready by now: a stream that plays the same waited for the same units.
    const same = start("same", [slow]);
    await studio.trackStarted(same, 1);
    expect(existsSync(sessionDir(studio.engineDir, plan.streamId))).toBe(false);
    expect(studio.engine.onAir(plan.streamId).state).toBe("off");
    expect(await processesWith(sessionDir(studio.engineDir, plan.streamId))).toEqual([]);
  });

  it("end with what was pressed last", async () => {
    const plan = start("restless", [good]);
    for (const turn of ["two", "three", "four"]) {
      studio.engine.stop(plan.streamId);
      studio.engine.apply({ ...plan, sessionId: sessionId.parse(`session-restless-${turn}`) });
    }
    await studio.waitFor(plan.streamId, ({ state, sessionId: id }) => state === "on-air" && id === "session-restless-four");
    studio.engine.stop(plan.streamId);
    studio.engine.apply({ ...plan, sessionId: sessionId.parse("session-restless-five") });
    studio.engine.stop(plan.streamId);
    await until(async () => (await processesWith(sessionDir(studio.engineDir, plan.streamId))).length === 0);
    await studio.waitFor(plan.streamId, ({ state }) => state === "off");
    expect(studio.lines.filter(({ level }) => level === "error")).toEqual([]);
  });
});
