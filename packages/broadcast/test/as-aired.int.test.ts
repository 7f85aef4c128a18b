import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JournalEntry, OnAir, Plan } from "@nightjar/contract";
import { run } from "@nightjar/media";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Journal } from "../src/director/told/journal.ts";
import { moreArrives } from "./support/arrived.ts";
import { makeTone, memoryLog, planItem, testFolder, testPlan } from "./support/engine.ts";
import { endPublishers } from "./support/studio.ts";

const HOST = new URL("./support/host.ts", import.meta.url);
const KEY = "AIRED";
const TONES_HZ = [440, 1760] as const;
/** At least: all is rendered in the first round, the kill is in the second or, on a slow machine, in a later one. */
const AIRED_MIN = 6;
const SILENT_HZ = 0;
const PACKET_MS = 1024 / 48;
/** Of measuring by windows of 20 ms, and of the overlap of a join. */
const MEASURED_WITHIN_MS = 20 + PACKET_MS;

let folder: Awaited<ReturnType<typeof testFolder>>;
let ingest: RtmpIngest;
let engineDir: string;
let host: ChildProcess | null = null;
/** Before it, signals are not heard. */
let hostReady: Promise<void> = Promise.resolve();
let entries: readonly JournalEntry[];
let histories: readonly (readonly string[])[];
let heard: readonly HeardTrack[];

interface HeardTrack {
  readonly hz: number;
  readonly atMs: number;
  /** Since when nothing was heard behind it, because the next was late; null: it followed at once. */
  readonly silentAtMs: number | null;
}

type Told = { type: string; onAir?: OnAir; title?: string };
const waiting = new Set<(told: Told) => void>();

/** An engine in a process of its own, that wants this stream. */
function startHost(plan: Plan): void {
  const path = join(folder.dir, "plans.json");
  writeFileSync(path, JSON.stringify([plan]));
  host = fork(HOST, [engineDir, path], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const child = host;
  const reconciled = Promise.withResolvers<void>();
  child.on("message", (told: Told) => {
    if (told.type === "reconciled") reconciled.resolve();
    for (const listener of waiting) listener(told);
  });
  hostReady = reconciled.promise;
}

async function endHost(signal: NodeJS.Signals): Promise<void> {
  if (!host) return;
  if (signal !== "SIGKILL") await hostReady;
  const exited = once(host, "exit");
  host.kill(signal);
  await exited;
  host = null;
}

/** The state as soon as this track is told to sound. */
function sounding(title: string): Promise<OnAir> {
  const { promise, resolve } = Promise.withResolvers<OnAir>();
  const listener = ({ onAir }: Told) => {
    if (onAir?.track?.title !== title) return;
    waiting.delete(listener);
    resolve(onAir);
  };
  waiting.add(listener);
  return promise;
}

beforeAll(async () => {
  folder = await testFolder();
  engineDir = join(folder.dir, "engine");
  ingest = await startRtmpIngest();
  const files = await Promise.all(TONES_HZ.map((hz) => makeTone(join(folder.dir, `${hz}.wav`), { seconds: 3, hz })));
  const items = files.map((file, index) => ({ ...planItem(String(TONES_HZ[index]), file, 3_000), isrcCode: `DEA00000${TONES_HZ[index]}` }));
  const plan = testPlan(items, ingest.url, KEY);
  startHost(plan);
  await sounding("Title 1760");
  await sounding("Title 440");
  await endHost("SIGKILL");
  startHost(plan);
  const later = [await sounding("Title 1760"), await sounding("Title 440"), await sounding("Title 1760")];
  histories = later.map(({ history }) => history.map(({ title, startedAt }) => `${title} ${startedAt}`));
  // As much of the last one as it takes to hear it.
  await moreArrives((await ingest.recordings(KEY))[0] ?? "", 1_000);
  await endHost("SIGINT");
  const journal = await Journal.open(engineDir, memoryLog().log);
  entries = journal.pending();
  await journal.closeFile();
  const [recording = ""] = await ingest.recordings(KEY);
  heard = tracksOf(await toneChanges(recording));
});
afterAll(async () => {
  await endHost("SIGKILL");
  await endPublishers(engineDir);
  await ingest.remove();
  await folder.remove();
});

function tracksOf(changes: readonly { readonly hz: number; readonly atMs: number }[]): HeardTrack[] {
  return changes.flatMap(({ hz, atMs }, index) => {
    const next = changes[index + 1];
    return hz === SILENT_HZ ? [] : [{ hz, atMs, silentAtMs: next?.hz === SILENT_HZ ? next.atMs : null }];
  });
}

/** Which of the tones sounds from when, or none, in the decoded recording: by the passages through zero in windows of 20 ms. */
async function toneChanges(path: string): Promise<{ hz: number; atMs: number }[]> {
  const { stdout } = await run("ffmpeg", ["-v", "error", "-i", path, "-vn", "-ac", "1", "-ar", "48000", "-f", "s16le", "-"], {
    timeoutMs: 30_000,
  });
  const samples = new Int16Array(stdout.buffer, stdout.byteOffset, stdout.length / 2);
  const changes: { hz: number; atMs: number }[] = [];
  let same: { hz: number | undefined; atMs: number; windows: number } = { hz: undefined, atMs: 0, windows: 0 };
  for (let start = 0; start + 960 <= samples.length; start += 240) {
    let passages = 0;
    for (let at = start + 1; at < start + 960; at += 1) if ((samples[at] ?? 0) < 0 !== (samples[at - 1] ?? 0) < 0) passages += 1;
    const hz = passages === 0 ? SILENT_HZ : TONES_HZ.find((tone) => Math.abs(passages - tone / 25) < tone / 125);
    same = hz === same.hz ? { ...same, windows: same.windows + 1 } : { hz, atMs: (start + 480) / 48, windows: 1 };
    // A window over a change may look like a third tone: what lasts for less than 50 ms is none.
    if (same.hz !== undefined && same.windows === 10 && same.hz !== changes.at(-1)?.hz) changes.push({ hz: same.hz, atMs: same.atMs });
  }
  return changes;
}

const started = () => entries.filter((entry) => entry.type === "started");
const ended = () => entries.filter((entry) => entry.type === "ended");
const hzAt = (place: number) => TONES_HZ[place % TONES_HZ.length];
/** The place of the track that sounded when the process was killed: it is the last of what the next process tells of first. */
const killedAt = () => (histories[0]?.length ?? 0) - 1;

describe("what the journal tells of a stream that was killed while it was on air", () => {
  it("is every track once, in order, as it was called and coded", () => {
    const told = started().map(({ title, isrcCode }) => `${title} ${isrcCode}`);
    expect(told.length).toBeGreaterThanOrEqual(AIRED_MIN);
    expect(told).toEqual(told.map((_, place) => `Title ${hzAt(place)} DEA00000${hzAt(place)}`));
    expect(new Set(started().map(({ entryId }) => entryId)).size).toBe(told.length);
    // The last one's end may fall into the end of its process: the next one would write it.
    const ends = ended().map(({ entryId }) => entryId);
    const begun = started().map(({ entryId }) => entryId);
    expect(begun.slice(0, ends.length)).toEqual(ends);
    expect(ends.length).toBeGreaterThanOrEqual(told.length - 1);
  });

  it("has no hole between two tracks: where one ends the next begins, over the kill, too, but where a busy machine sent silence", () => {
    const ends = ended().map(({ endedAt }) => endedAt);
    const begins = started().map(({ startedAt }) => startedAt);
    for (const [place, endedAt] of ends.slice(0, begins.length - 1).entries()) {
      const { atMs = 0, silentAtMs = null } = heard[place] ?? {};
      if (silentAtMs === null) expect(endedAt, `track ${place}`).toBe(begins[place + 1]);
      // Not over the kill, after which the clock is set anew when nobody was there for long.
      else if (place !== killedAt()) {
        const toldMs = Date.parse(endedAt) - Date.parse(begins[place] ?? "");
        expect(Math.abs(silentAtMs - atMs - toldMs), `track ${place} before silence`).toBeLessThan(MEASURED_WITHIN_MS);
      }
    }
  });

  it("is exact to the packet of the sound that a destination received", () => {
    const startedMs = started().map(({ startedAt }) => Date.parse(startedAt));
    // The track after the last may have been sent ahead of its time.
    const tracks = heard.slice(0, startedMs.length);
    expect(tracks.map(({ hz }) => hz)).toEqual(startedMs.map((_, place) => hzAt(place)));
    const length = (times: readonly number[], place: number) => (times[place + 1] ?? 0) - (times[place] ?? 0);
    const heardMs = tracks.map(({ atMs }) => atMs);
    for (let place = 1; place < startedMs.length - 1; place += 1) {
      // Not over the kill, after which the clock is set anew when nobody was there for long.
      if (place === killedAt()) continue;
      expect(Math.abs(length(heardMs, place) - length(startedMs, place)), `track ${place}`).toBeLessThan(MEASURED_WITHIN_MS);
    }
  });

  it("names the destination, which missed nothing but what no process was there to send", () => {
    for (const [place, { destinations }] of ended().entries()) {
      expect(destinations).toMatchObject([{ id: "destination-1", kind: "rtmp", host: new URL(ingest.url).host }]);
      // The restart may take longer than what was sent ahead.
      if (place < killedAt() || place > killedAt() + 1) expect(destinations[0]?.interruptions).toEqual([]);
    }
  });
});

describe("the history on air", () => {
  it("goes on after the kill with what the process before has aired, newest first, with the times of the journal", () => {
    const aired = started().map(({ title, startedAt }) => `${title} ${startedAt}`);
    const before = killedAt() + 1;
    expect(before).toBeGreaterThanOrEqual(3);
    expect(histories).toEqual([0, 1, 2].map((later) => aired.slice(0, before + later).toReversed()));
  });
});
