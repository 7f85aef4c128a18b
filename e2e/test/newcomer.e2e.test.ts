import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openBrowser, openPerson, type Person } from "../src/browser.ts";
import {
  actualState,
  addTracks,
  approve,
  createStream,
  goTo,
  register,
  setDestination,
  signIn,
  stopStream,
  uploadTrack,
  waitForTrack,
} from "../src/newcomer.ts";
import { type SeenFrame, seeLabels } from "../src/picture.ts";
import { allCommandLines } from "../src/processes.ts";
import { checkRecording, largest, type Packet, readConfigurations, readFormat, readPackets, smallest, steps } from "../src/recording.ts";
import { frameShot, keepWhatIsSeen, screenshot } from "../src/screenshots.ts";
import { hearPitches, type Heard } from "../src/sound.ts";
import { openStudio, type Studio } from "../src/studio.ts";
import { makeCover, makeTone, type Tone, TONES } from "../src/tones.ts";
import { until } from "../src/until.ts";

const COLLEAGUE = { email: "colleague@label.example", password: "another good password" };
const STREAM = "Nightjar Radio";
const STREAM_KEY = `key-${randomBytes(12).toString("hex")}`;
const FRAME_MS = 1000 / 30;
const PACKET_MS = 1024 / 48;
/** FLV tells times in whole milliseconds. */
const ROUNDING_MS = 1;
const GOP_MS = 2000;
/** How far picture and sound may be apart where a connection ends: what was on its way is not sent any more. */
const TAIL_MAX_MS = 200;

let folder = "";
let tones: readonly Tone[] = TONES;
let ingest: RtmpIngest;
let studio: Studio;
let browser: Browser;
let admin: Person;
let colleague: Person;
let commandLinesOnAir: readonly string[] = [];
let recordings: readonly string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "nightjar-newcomer-"));
  const coverPath = await makeCover(folder);
  tones = TONES.map((tone) => (tone.fileName.endsWith(".mp3") ? { ...tone, coverPath } : tone));
  ingest = await startRtmpIngest();
  studio = await openStudio();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await studio?.close();
  await ingest?.remove();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  studio.keepOutput("newcomer");
  await keepWhatIsSeen("newcomer", [admin, colleague]);
});

describe("a newcomer", () => {
  it("types npm start and signs in with the password it prints", async () => {
    await studio.start();
    const [, email = "", password = ""] = /e-mail {4}(\S+)\n {2}password {2}(\S+)/.exec(studio.output()) ?? [];
    admin = await openPerson(browser, studio.url);
    await admin.page.goto("/");
    await admin.page.getByRole("heading", { name: "Sign in" }).waitFor();
    await screenshot(admin.page, "login");
    await signIn(admin.page, { email, password });
    await admin.page.getByText(`Welcome, ${email}`).waitFor();
  });

  it("lets a colleague in, who had to wait for it", async () => {
    colleague = await openPerson(browser, studio.url);
    const { page } = colleague;
    await register(page, COLLEAGUE);
    await page.waitForURL("**/login");
    await signIn(page, COLLEAGUE);
    await page.getByRole("heading", { name: "Account Pending Approval" }).waitFor();
    await page.getByText(COLLEAGUE.email).waitFor();
    await page.goto("/library");
    await page.waitForURL("**/waiting-approval");
    await screenshot(page, "waiting-approval");

    await approve(admin.page, COLLEAGUE.email);
    await screenshot(admin.page, "admin");
    await page.getByRole("button", { name: "Check Status" }).click();
    await page.getByText(`Welcome, ${COLLEAGUE.email}`).waitFor();
    expect(await page.getByRole("heading", { name: "Administration" }).count()).toBe(0);
  });

  it("uploads audio of every kind, and its tags fill in the form", async () => {
    const { page } = admin;
    await goTo(page, "Music Library");
    for (const tone of tones) {
      await uploadTrack(page, await makeTone(folder, tone), tone, async (dialog) => {
        expect(await dialog.getByLabel("Title").inputValue()).toBe(tone.title);
        expect(await dialog.getByLabel("Artist").inputValue()).toBe(tone.artist);
        expect(await dialog.getByLabel("Duration").inputValue()).toBe(`0:0${tone.seconds}`);
        if (tone === tones[0]) await screenshot(page, "track-details");
      });
    }
    await page.getByRole("heading", { name: `All Tracks (${tones.length})` }).waitFor();
    await screenshot(page, "library");
  });

  it("puts a stream on air that plays its list, again and again, until Stop is pressed", async () => {
    const { page } = admin;
    await goTo(page, "Stream Manager");
    await createStream(page, STREAM, "Music for the night shift");
    await addTracks(page, tones);
    expect(await page.getByRole("button", { name: "Start Live Stream" }).isDisabled()).toBe(true);
    await page.getByText("You must connect a YouTube channel before you can start streaming.").waitFor();
    await setDestination(page, ingest.url, STREAM_KEY);
    await page.getByRole("button", { name: "Start Live Stream" }).click();

    await actualState(page).getByRole("status").getByText("On air").waitFor();
    await actualState(page).getByText("Sending").waitFor();
    const [first, second, ...rest] = tones;
    if (!first || !second) throw new Error("too few tracks");
    for (const tone of [first, second, ...rest]) await waitForTrack(page, tone.title, 60_000);
    commandLinesOnAir = allCommandLines();
    await screenshot(page, "on-air");
    // Once more from the top, and well into the second.
    for (const tone of [first, second]) await waitForTrack(page, tone.title, 60_000);
    await until("three seconds of the second track", async () => {
      const position = await actualState(page)
        .getByText(/^0:\d\d \/ /)
        .textContent();
      return Number(position?.slice(2, 4)) >= 3;
    });

    await stopStream(page);
    await page.getByRole("button", { name: "Start Live Stream" }).waitFor();
    await actualState(page).waitFor({ state: "detached" });
    await until("the publisher is gone", () => !allCommandLines().some((line) => line.includes(ingest.url)));
    recordings = await ingest.recordings(STREAM_KEY);
  });

  it("finds the stream key nowhere: in no answer, no log line, no command line", async () => {
    const heard = [...(await admin.heard()), ...(await colleague.heard())];
    expect(heard.length).toBeGreaterThan(50);
    expect(heard.some((text) => text.startsWith("event") && text.includes("on-air"))).toBe(true);
    expect(heard.filter((text) => text.includes(STREAM_KEY)).map((text) => text.split("\n")[0])).toEqual([]);
    expect(studio.output()).toContain('"msg":"call"');
    expect(studio.output().includes(STREAM_KEY)).toBe(false);
    expect(commandLinesOnAir.filter((line) => line.includes(ingest.url))).toHaveLength(1);
    expect(commandLinesOnAir.filter((line) => line.includes(STREAM_KEY))).toEqual([]);
  });
});

describe("what the destination received", () => {
  let path = "";
  let packets: readonly Packet[] = [];
  let video: readonly Packet[] = [];
  let audio: readonly Packet[] = [];
  let heard: Heard;
  const dtsOf = (list: readonly Packet[]) => list.map(({ dtsMs }) => dtsMs);

  beforeAll(async () => {
    path = recordings[0] ?? "";
    packets = await readPackets(path);
    video = packets.filter(({ kind }) => kind === "video");
    audio = packets.filter(({ kind }) => kind === "audio");
    heard = await hearPitches(
      path,
      tones.map(({ pitchHz }) => pitchHz),
    );
  });

  it("is one connection of H.264 high 1920x1080 at 30 fps with AAC 48 kHz stereo, configured once", async () => {
    expect(recordings).toHaveLength(1);
    await frameShot(path, 4, "received");
    const format = await readFormat(path);
    expect(format).toHaveLength(2);
    expect(format.find(({ codec_type }) => codec_type === "video")).toMatchObject({
      codec_name: "h264",
      profile: "High",
      width: 1920,
      height: 1080,
      pix_fmt: "yuv420p",
      r_frame_rate: "30/1",
    });
    expect(format.find(({ codec_type }) => codec_type === "audio")).toMatchObject({
      codec_name: "aac",
      profile: "LC",
      sample_rate: "48000",
      channels: 2,
    });
    const { video: pictureConfigurations, audio: soundConfigurations } = readConfigurations(path);
    expect(pictureConfigurations).toHaveLength(1);
    expect(soundConfigurations).toHaveLength(1);
  });

  it("breaks no rule, says npm run check-recording", async () => {
    expect((await checkRecording(path)).problems).toEqual([]);
  });

  it("has its tracks in their order, with at least three changes and a loop", () => {
    const order = heard.tracks.map(({ pitch }) => pitch);
    console.log(
      `heard: ${heard.tracks.map(({ pitch, fromMs }) => `${pitch} from ${fromMs} ms`).join(", ")}; longest silence ${heard.longestNothingMs} ms`,
    );
    expect(order.length).toBeGreaterThanOrEqual(tones.length + 2);
    expect(order).toEqual(order.map((_, index) => index % tones.length));
    for (const [index, { fromMs, toMs }] of heard.tracks.slice(0, -1).entries()) {
      const wantedMs = (tones[index % tones.length]?.seconds ?? 0) * 1000;
      expect(Math.abs(toMs - fromMs - wantedMs), `track ${index}`).toBeLessThan(100);
    }
    expect(heard.longestNothingMs).toBeLessThan(100);
  });

  it("has keyframes at most two seconds apart", () => {
    const keys = video.filter(({ isKey }) => isKey);
    expect(video[0]?.isKey).toBe(true);
    expect(largest(steps(dtsOf(keys)))).toBeLessThanOrEqual(GOP_MS + ROUNDING_MS);
  });

  it("has no hole above one frame or packet, and its times never go back", () => {
    const videoSteps = steps(dtsOf(video));
    const audioSteps = steps(dtsOf(audio));
    const back = smallest(steps(dtsOf(packets)));
    console.log(
      `steps: video ${smallest(videoSteps)} to ${largest(videoSteps)} ms, audio ${smallest(audioSteps)} to ${largest(audioSteps)} ms`,
    );
    console.log(`interleaving: at most ${-back} ms back from one kind to the other`);
    expect(smallest(videoSteps)).toBeGreaterThan(0);
    expect(smallest(audioSteps)).toBeGreaterThan(0);
    expect(largest(videoSteps)).toBeLessThanOrEqual(FRAME_MS + ROUNDING_MS);
    expect(largest(audioSteps)).toBeLessThanOrEqual(PACKET_MS + ROUNDING_MS);
    expect(back).toBeGreaterThan(-500);
    for (const { ptsMs, dtsMs } of video) expect(ptsMs).toBeGreaterThanOrEqual(dtsMs);
  });

  it("has sound and picture together from its beginning to its end", () => {
    expect(Math.abs((video[0]?.ptsMs ?? 0) - (audio[0]?.ptsMs ?? 0))).toBeLessThan(FRAME_MS);
    const lasts = (list: readonly Packet[], eachMs: number) => (list.at(-1)?.dtsMs ?? 0) + eachMs - (list[0]?.dtsMs ?? 0);
    const countedMs = { video: video.length * FRAME_MS, audio: audio.length * PACKET_MS };
    const toldMs = { video: lasts(video, FRAME_MS), audio: lasts(audio, PACKET_MS) };
    console.log(`after ${Math.round(toldMs.video)} ms of picture, ${Math.round(toldMs.audio)} ms of sound`);
    // The times told are those counted, so what is seen and what is heard at one time belong together, at the end as at the beginning.
    const skewMs = (video[0]?.ptsMs ?? 0) - (audio[0]?.ptsMs ?? 0) + (toldMs.video - countedMs.video) - (toldMs.audio - countedMs.audio);
    console.log(`skew at the end: ${skewMs.toFixed(1)} ms`);
    expect(Math.abs(skewMs)).toBeLessThan(FRAME_MS);
    expect(Math.abs((video.at(-1)?.dtsMs ?? 0) - (audio.at(-1)?.dtsMs ?? 0))).toBeLessThan(TAIL_MAX_MS);
  });

  it("shows the title of the sounding track within one GOP of each change of the second round, and never another's", async () => {
    const seen: SeenFrame[] = [];
    for await (const frame of seeLabels(path, tones, STREAM)) seen.push(frame);
    expect(seen).toHaveLength(video.length);
    const shownAtMs = video.map(({ ptsMs }) => ptsMs).toSorted((a, b) => a - b);
    const soundStartMs = audio[0]?.ptsMs ?? 0;
    // Nearest with a clear margin, each frame once all pictures are rendered: in the first round some come late.
    const secondRoundMs = soundStartMs + (heard.tracks[tones.length]?.fromMs ?? 0);
    const whole = seen.filter((_, frame) => (shownAtMs[frame] ?? 0) >= secondRoundMs);
    console.log(
      `nearest scene: ${largest(whole.map(({ difference }) => difference)).toFixed(2)} at most; next: ${smallest(whole.map(({ nextDifference }) => nextDifference)).toFixed(2)} at least`,
    );
    for (const { difference, nextDifference } of whole) {
      expect(difference).toBeLessThan(2);
      expect(nextDifference).toBeGreaterThan(2 * difference + 1);
    }
    seen.forEach(({ nearest, difference }, frame) => {
      const atMs = (shownAtMs[frame] ?? 0) - soundStartMs;
      // What began just before Stop is too short to be heard as a track.
      if (difference >= 2 || atMs > (heard.tracks.at(-1)?.toMs ?? 0) - 200) return;
      const sounding = heard.tracks.filter(({ fromMs, toMs }) => fromMs <= atMs + 200 && toMs > atMs - GOP_MS).map(({ pitch }) => pitch);
      expect(sounding, `the title at ${Math.round(atMs)} ms`).toContain(nearest);
    });
    const lags: number[] = [];
    for (const [index, { pitch, fromMs, toMs }] of heard.tracks.slice(tones.length, tones.length + 2).entries()) {
      const startMs = soundStartMs + fromMs;
      const endMs = soundStartMs + toMs;
      const during = seen.filter((_, frame) => (shownAtMs[frame] ?? 0) >= startMs + GOP_MS && (shownAtMs[frame] ?? 0) < endMs - FRAME_MS);
      expect(during.length).toBeGreaterThan(15);
      expect(new Set(during.map(({ nearest }) => nearest)), `track ${index}`).toEqual(new Set([pitch]));
      const changeAt = seen.findIndex(({ nearest }, frame) => nearest === pitch && (shownAtMs[frame] ?? 0) > startMs - GOP_MS);
      lags.push((shownAtMs[changeAt] ?? 0) - startMs);
    }
    console.log(`the title changes after the sound by ${lags.map((ms) => Math.round(ms)).join(", ")} ms`);
  });
});
