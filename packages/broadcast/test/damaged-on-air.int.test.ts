import { readFileSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Problem } from "../src/check/problem.ts";
import { BACK_POINTER_BYTES, FLV_FILE_HEADER_BYTES, TAG_HEADER_BYTES, readTag, tagBytesAt } from "../src/flv/tag.ts";
import { makeTone, planItem } from "./support/engine.ts";
import { liveStudio } from "./support/live-studio.ts";
import { readRecording } from "./support/recording.ts";
import { until } from "./support/studio.ts";

const live = liveStudio();

function unitFiles(): string[] {
  const cacheDir = join(live.studio.engineDir, "cache");
  const names = readdirSync(cacheDir, { recursive: true, encoding: "utf8" });
  return names.filter((name) => /^..\/[0-9a-f]{64}\.flv$/.test(name)).map((name) => join(cacheDir, name));
}

/** What is in the packets of a file's sound, and where they begin. */
function packetsOf(bytes: Buffer): { readonly at: number; readonly data: string }[] {
  const packets: { at: number; data: string }[] = [];
  for (let at = FLV_FILE_HEADER_BYTES + BACK_POINTER_BYTES; at + (tagBytesAt(bytes, at) ?? Infinity) <= bytes.length;) {
    const { kind, tagBytes } = readTag(bytes, at);
    const data = bytes.toString("latin1", at + TAG_HEADER_BYTES, at + tagBytes - BACK_POINTER_BYTES);
    if (kind === "audio") packets.push({ at, data });
    at += tagBytes;
  }
  return packets;
}

/** A tone has no two packets alike in a row. */
const isSilence = (packets: ReturnType<typeof packetsOf>) => packets.length > 20 && packets[10]?.data === packets[11]?.data;

it("units cut off and overwritten in the cache while they are on air cost no connection and no order, and are rendered again", async () => {
  const { studio } = live;
  const tracks = await Promise.all(
    [440, 880].map(async (hz) => planItem(`${hz}`, await makeTone(join(studio.dir, `${hz}.wav`), { seconds: 2, hz }), 2_000)),
  );
  const plan = live.plan("damaged", tracks, { profileId: "720p30" });
  studio.engine.apply(plan);
  await studio.trackStarted(plan, 2, 90_000);
  await studio.waitFor(plan.streamId, ({ renders }) => renders.length === 0, 90_000);
  const whole = new Map(unitFiles().map((path) => [path, readFileSync(path)]));
  for (const [index, path] of [...whole.keys()].entries()) {
    const bytes = whole.get(path) ?? Buffer.alloc(0);
    if (index % 2 === 0) truncateSync(path, Math.floor(bytes.length / 3));
    else writeFileSync(path, Buffer.concat([bytes.subarray(0, bytes.length / 2), Buffer.alloc(bytes.length / 2, 0x55)]));
  }
  const reported = () =>
    studio.lines.flatMap(({ message, fields }) => (message === "a unit on air is damaged" ? [String(fields["key"])] : []));
  const isMended = (key: string) => unitFiles().some((path) => path.includes(key) && whole.get(path)?.equals(readFileSync(path)));
  const told = () => JSON.stringify({ reported: reported(), lines: studio.lines.slice(-20) });
  // Sound and picture of what is on air, at least.
  await until(() => reported().filter(isMended).length >= 2, 90_000, told);
  await studio.trackStarted(plan, studio.events.filter(({ type }) => type === "track-started").length + 3, 90_000);
  for (const path of unitFiles().filter((found) => reported().some((key) => found.includes(key))))
    expect(readFileSync(path)).toEqual(whole.get(path));
  const paths = await live.finish(plan);
  expect(studio.lines.filter(({ message }) => message === "session failed")).toEqual([]);
  expect(paths).toHaveLength(1);
  const recording = await readRecording(paths[0] ?? "");
  // Until a unit is made again there may be silence in its place: that alone may be sent twice.
  const sent = packetsOf(readFileSync(paths[0] ?? ""));
  const silence = new Set(
    [...whole.values()]
      .map(packetsOf)
      .find(isSilence)
      ?.map(({ data }) => data),
  );
  const isOfSilence = ({ rule, byteOffset, text }: Problem) => {
    const end = sent.findIndex(({ at }) => at === byteOffset) + 1;
    const repeated = sent.slice(end - Number.parseInt(text, 10), end);
    return rule === "replay" && repeated.length > 0 && repeated.every(({ data }) => silence.has(data));
  };
  expect(recording.problems.filter((problem) => !isOfSilence(problem))).toEqual([]);
  expect(recording.headers.video.size).toBe(1);
});
