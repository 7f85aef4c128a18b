import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { checkRecording } from "../src/check/check-recording.ts";
import { readSessionRecord, sessionDir } from "../src/director/session/session-record.ts";
import type { Engine } from "../src/index.ts";
import { EncoderCatalogue } from "../src/render/encoders.ts";
import { LEAD_MS } from "../src/playout/pace.ts";
import { makeTone, memoryLog, openEngine, planItem, testPlan } from "./support/engine.ts";
import { standInGround } from "./support/ground.ts";
import { endPublishers, named, rtmp, until, untilFound } from "./support/studio.ts";

/**
 * No machine here has the hardware. A program takes the place of ffmpeg that answers to NVENC's name and arguments, encodes
 * with x264 in other parameters (so the headers differ, as hardware's do), and fails as ffmpeg does without the driver.
 */
const STAND_IN = `
case " $* " in
  *" -encoders "*) printf ' V....D h264_nvenc           NVIDIA NVENC H.264 encoder (codec h264)\\n'; exit 0 ;;
  *" h264_nvenc "*) ;;
  *) exec ffmpeg "$@" ;;
esac
if [ -e "$(dirname "$0")/no-driver" ]; then
  echo "[h264_nvenc @ 0x1] Cannot load libcuda.so.1" >&2
  exit 1
fi
first=1
for arg in "$@"; do
  if [ $first = 1 ]; then set --; first=0; fi
  case "$skip$arg" in
    skip*) skip=; continue ;;
    -no-scenecut | -forced-idr | -strict_gop | -rc-lookahead | -tune | -rc | -coder | -aud | -preset) skip=skip; continue ;;
    h264_nvenc) set -- "$@" libx264 -preset ultrafast -x264-params ref=1:scenecut=0:min-keyint=60:8x8dct=1 ;;
    *) set -- "$@" "$arg" ;;
  esac
done`;
const LONG_MS = 90_000;
const TEST_MS = 400_000;

const ground = standInGround(STAND_IN);

it(
  "a stream rendered by hardware keeps every rule, and begins anew by software when the hardware fails",
  async () => {
    const { studio, ingest } = ground;
    const key = "hardware";
    const tone = (name: string, hz: number) => makeTone(join(studio.dir, name), { seconds: 3, hz });
    const items = [planItem("a", await tone("a.wav", 440), 3000), planItem("b", await tone("b.wav", 523), 3000)];
    const plan = testPlan(items, ingest.url, key, {
      ...named(key),
      profileId: "720p30",
      renderEncoder: "nvenc",
      destinations: [rtmp(key, ingest.url, key)],
    });
    const { streamId } = plan;
    const encoder = () => readSessionRecord(sessionDir(studio.engineDir, streamId))?.encoder;
    expect(await studio.engine.renderEncoders()).toContainEqual({ encoder: "nvenc", isAvailable: true, reason: null });
    studio.engine.apply(plan);
    await studio.trackStarted(plan, 2, LONG_MS);
    expect(encoder()).toBe("nvenc");

    await writeFile(join(ground.dir, "no-driver"), "");
    // What is rendered already goes on; the first new picture meets the failure.
    studio.engine.apply({ ...plan, channelName: "Other", items: plan.items.map((item) => ({ ...item, title: "New title" })) });
    const second = await untilFound(async () => (await ingest.recordings(key))[1], LONG_MS);
    await studio.waitFor(streamId, ({ state, track }) => state === "on-air" && track?.title === "New title", LONG_MS);
    expect(encoder()).toBe("software");
    expect(await studio.engine.renderEncoders()).toContainEqual({
      encoder: "nvenc",
      isAvailable: false,
      reason: "The NVIDIA driver is not installed.",
    });
    const started = studio.events.filter(({ type }) => type === "track-started").length;
    await studio.trackStarted(plan, started + 1, LONG_MS);
    studio.engine.stop(streamId);
    await studio.waitFor(streamId, ({ state }) => state === "off", LONG_MS);

    const [first = ""] = await ingest.recordings(key);
    for (const path of [first, second]) {
      // A machine that is too busy to have the next track ready in time sends silence, packet after packet the same.
      const problems = (await checkRecording(path)).problems.filter(({ rule }) => rule !== "replay");
      expect(problems, path).toEqual([]);
    }
    expect(await headerOf(first)).not.toBe(await headerOf(second));
  },
  TEST_MS,
);

it(
  "a stream that is taken over when its hardware is gone begins anew by software: what was on air has ended, and what airs is told",
  async () => {
    const { ingest, ffmpegPath } = ground;
    const noDriver = join(ground.dir, "no-driver");
    await rm(noDriver, { force: true });
    const engineDir = join(ground.dir, "taken-over");
    const { log, lines } = memoryLog();
    const key = "taken-over";
    const tone = (name: string, hz: number) => makeTone(join(ground.dir, name), { seconds: 3, hz });
    const items = [planItem("c", await tone("c.wav", 440), 3000), planItem("d", await tone("d.wav", 523), 3000)];
    const plan = testPlan(items, ingest.url, key, {
      ...{ ...named(key), profileId: "720p30", renderEncoder: "nvenc", destinations: [rtmp(key, ingest.url, key)] },
    });
    const { streamId } = plan;
    const engines: Engine[] = [];
    onTestFinished(async () => {
      for (const engine of engines) await engine.close({ offAir: true });
      await endPublishers(engineDir);
    });
    const takeOver = async () => {
      const engine = await openEngine(engineDir, log, undefined, { ffmpegPath });
      engines.push(engine);
      // Of each track that is heard: its place in the as-run log.
      const heard: string[] = [];
      engine.subscribe((event) => void (event.type === "track-started" && heard.push(event.entryId)));
      await engine.reconcile([plan]);
      return { engine, heard };
    };
    const encoder = () => readSessionRecord(sessionDir(engineDir, streamId))?.encoder;
    const told = ({ journal }: Engine, type: "started" | "ended") => journal.pending().filter((entry) => entry.type === type);
    const idsOf = (engine: Engine, type: "started" | "ended") => told(engine, type).map(({ entryId }) => entryId);
    const untilStarted = (engine: Engine, count: number) =>
      until(
        () => told(engine, "started").length >= count,
        LONG_MS,
        () => JSON.stringify({ onAir: engine.onAir(streamId), lines: lines.slice(-12) }),
      );

    const { engine: first } = await takeOver();
    await untilStarted(first, 3);
    expect(encoder()).toBe("nvenc");
    await engines.pop()?.close({ offAir: false });
    const leftAtMs = Date.now();
    const left = idsOf(first, "started");

    await writeFile(noDriver, "");
    const { engine: second, heard } = await takeOver();
    await untilStarted(second, left.length + 2);
    expect(encoder()).toBe("software");
    second.stop(streamId);
    await until(() => second.onAir(streamId).state === "off", LONG_MS);
    expect(idsOf(second, "started")).toEqual([...left, ...heard]);
    expect(idsOf(second, "ended")).toEqual(idsOf(second, "started"));
    // With the last packet that was written of it.
    const last = told(second, "ended")[left.length - 1];
    expect(last?.type === "ended" && Date.parse(last.endedAt)).toBeLessThan(leftAtMs + LEAD_MS + 100);
  },
  TEST_MS,
);

it("a machine whose ffmpeg lists the encoders but has no device offers software alone, and says why", async () => {
  await writeFile(join(ground.dir, "no-driver"), "");
  const found = await new EncoderCatalogue(ground.ffmpegPath, () => Promise.resolve([])).found();
  expect(found).toEqual([
    { encoder: "software", isAvailable: true, reason: null },
    { encoder: "nvenc", isAvailable: false, reason: "The NVIDIA driver is not installed." },
    { encoder: "vaapi", isAvailable: false, reason: "This ffmpeg was built without it." },
    { encoder: "qsv", isAvailable: false, reason: "This ffmpeg was built without it." },
  ]);
});

it("an encoder of which ffmpeg was ended before it said anything is asked for again after a minute, until it answers", async () => {
  const ffmpegPath = join(ground.dir, "ended-ffmpeg");
  const asked = `${ffmpegPath}.asked`;
  // The first listing and the first trial are ended, as by a machine without memory.
  const script = `#!/bin/sh
echo "$*" >>"$0.asked"
case $(wc -l <"$0.asked") in 1 | 3) kill -KILL $$ ;; esac
case " $* " in *" -encoders "*) echo " V....D h264_nvenc           NVIDIA NVENC H.264 encoder (codec h264)" ;; esac
`;
  await writeFile(ffmpegPath, script, { mode: 0o700 });
  let nowMs = 0;
  const catalogue = new EncoderCatalogue(
    ffmpegPath,
    () => Promise.resolve([]),
    () => nowMs,
  );
  const answers: boolean[] = [];
  for (nowMs = 0; nowMs <= 150_000; nowMs += 30_000) answers.push((await catalogue.find("nvenc")).isAvailable);
  expect(answers).toEqual([false, false, false, false, true, true]);
  expect((await readFile(asked, "utf8")).trim().split("\n")).toHaveLength(4);
});

/** The first AVC sequence header of a recording. */
async function headerOf(path: string): Promise<string> {
  const bytes = await readFile(path);
  const at = bytes.indexOf(Buffer.from("1700000000", "hex"));
  return bytes.subarray(at, at + 64).toString("hex");
}
