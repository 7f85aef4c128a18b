import { readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSessionRecord, writeSessionRecord } from "../src/director/session/session-record.ts";
import { PlayoutRecord, readPlayoutRecord } from "../src/playout/record.ts";
import { testFolder } from "./support/engine.ts";
import { MemorySource, Tape, packets, pictures, segment, timelineOf } from "./support/synthetic.ts";

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => (folder = await testFolder()));
afterAll(() => folder.remove());

/** A folder as a session leaves it, with what it was written from. */
async function left(name: string) {
  const dir = join(folder.dir, name);
  await mkdir(dir);
  const source = new MemorySource();
  const { timeline } = timelineOf(source, [segment(1, source.add(pictures("v", 4)), source.add(packets("a", 400)))]);
  timeline.produce(3000, 0, new Tape());
  const record = new PlayoutRecord(dir);
  record.writeNames(timeline.segments, ["d"]);
  record.writePosition(1000, timeline.state, [{ destinationId: "d", generation: 1, tagSeq: 5, bytes: 7, fedBytes: 12, baseMs: 0 }]);
  record.close();
  return { dir, state: timeline.state, position: join(dir, "position.bin"), names: join(dir, "timeline.json") };
}

describe("what a session has left behind", () => {
  it("is found as it was, and a second record in the same folder goes on with the same file", async () => {
    const { dir, state } = await left("whole");
    new PlayoutRecord(dir).close();
    expect(readPlayoutRecord(dir)).toMatchObject({ position: { epochMs: 1000, state, feeds: [{ destinationId: "d", bytes: 7 }] } });
  });

  it("is nothing when it is cut off anywhere, or of another kind altogether", async () => {
    const { dir, position, names } = await left("cut");
    const [bytes, text] = [readFileSync(position), readFileSync(names)];
    for (let length = 0; length < text.length - 1; length += 7) {
      writeFileSync(names, text.subarray(0, length));
      expect(readPlayoutRecord(dir)).toBeNull();
    }
    for (const garbage of ["[]", "{}", '{"segments":[],"destinationIds":[]}', "null"]) {
      writeFileSync(names, garbage);
      expect(readPlayoutRecord(dir)).toBeNull();
    }
    writeFileSync(names, text);
    for (let length = 0; length < 18 * 8; length += 1) {
      writeFileSync(position, bytes.subarray(0, length));
      expect(readPlayoutRecord(dir)).toBeNull();
    }
  });

  it("is nothing, or numbers that can be gone on from, whatever the bytes of the position are", async () => {
    const { dir, position } = await left("flipped");
    const bytes = readFileSync(position);
    const found: number[] = [];
    // Behind this are the places of feeds that there are none of.
    for (let at = 0; at < 240; at += 1) {
      for (const bit of [1, 0x40, 0x80]) {
        const broken = Buffer.from(bytes);
        broken[at] = (broken[at] ?? 0) ^ bit;
        writeFileSync(position, broken);
        const read = readPlayoutRecord(dir);
        if (!read) continue;
        const { state, epochMs, feeds } = read.position;
        for (const value of Object.values(state))
          if (typeof value === "number") expect(Number.isSafeInteger(value) && value >= -1).toBe(true);
        expect(read.segments.some(({ serial }) => serial === state.audioSerial)).toBe(true);
        expect(feeds.length).toBeLessThanOrEqual(16);
        found.push(epochMs);
      }
    }
    // Far ahead of its time nothing would be sent until then.
    expect(Math.max(...found)).toBeLessThan(1e12);
  });

  it("has no publishers when its record is garbage", async () => {
    const { dir } = await left("session");
    const path = join(dir, "session.json");
    writeSessionRecord(dir, {
      streamId: "s",
      sessionId: "x",
      profileId: "1080p30",
      encoder: "software",
      quality: "standard",
      bootId: "b",
      publishers: [],
    });
    const text = readFileSync(path, "utf8");
    expect(readSessionRecord(dir)).not.toBeNull();
    for (const garbage of [text.slice(0, -1), "", "[]", text.replace("1080p30", "potato"), text.replace('"b"', "7")]) {
      writeFileSync(path, garbage);
      expect(readSessionRecord(dir)).toBeNull();
    }
  });
});
