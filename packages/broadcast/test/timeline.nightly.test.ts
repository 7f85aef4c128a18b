import { expect, it } from "vitest";
import type { TagSink } from "../src/timeline/timeline.ts";
import { MemorySource, packets, pictures, segment, timelineOf } from "./support/synthetic.ts";

const DAY_MS = 86_400_000;
const DAYS = 60;

it(`plays ${DAYS} days of packets: times only rise, no packet is lost or doubled, the skew stays below a frame, memory stays flat`, () => {
  const source = new MemorySource();
  const video = source.add(pictures("v", 3));
  const lengths = [9_001, 7_777, 8_192, 5_000];
  const sounds = lengths.map((count, index) => source.add(packets(`a${index}`, count)));
  const track = (serial: number) => {
    const sound = sounds[serial % sounds.length];
    if (!sound) throw new Error("tracks repeat");
    return segment(serial, video, sound);
  };
  const { timeline, events } = timelineOf(source, [track(0)]);
  const seen = { video: 0, audio: 0, offset: sounds[0]?.ref.firstTagOffset ?? 0, unit: sounds[0]?.bytes, lost: 0, wrongTimes: 0 };
  const sink: TagSink = {
    tag({ buffer, offset, info }, dtsMs) {
      if (info.kind === "video") {
        if (dtsMs !== Math.round((seen.video * 1000) / 30)) seen.wrongTimes += 1;
        seen.video += 1;
        return;
      }
      if (dtsMs !== 33 + Math.round((seen.audio * 1_024_000) / 48_000)) seen.wrongTimes += 1;
      seen.audio += 1;
      // Each packet stands in its unit right behind the one before, or is the first of the next unit.
      const isNext = buffer === seen.unit ? offset === seen.offset : seen.offset === seen.unit?.length && offset < 40;
      if (!isNext) seen.lost += 1;
      seen.unit = buffer;
      seen.offset = offset + info.tagBytes;
    },
  };
  let queued = 0;
  let heapAfterADay = 0;
  for (let atMs = 0; atMs <= DAYS * DAY_MS; atMs += 60_000) {
    const upcoming = [...timeline.segments];
    while (upcoming.length < 4) upcoming.push(track((queued += 1)));
    timeline.replaceUpcoming(upcoming);
    timeline.produce(atMs, 0, sink);
    events.length = 0;
    if (atMs === DAY_MS) heapAfterADay = process.memoryUsage().heapUsed;
  }
  expect(seen).toMatchObject({ lost: 0, wrongTimes: 0 });
  const playedMs = { video: (seen.video * 1000) / 30, audio: (seen.audio * 1024) / 48 };
  expect(Math.abs(playedMs.video - playedMs.audio)).toBeLessThan(3 * (1000 / 30));
  expect(playedMs.video).toBeGreaterThan(DAYS * DAY_MS - 1000);
  expect(source.openCursors).toBe(2);
  expect(process.memoryUsage().heapUsed - heapAfterADay).toBeLessThan(64 * 1024 * 1024);
});
