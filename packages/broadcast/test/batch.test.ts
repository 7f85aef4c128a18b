import { describe, expect, it } from "vitest";
import { readTag } from "../src/flv/tag.ts";
import { TagBatch } from "../src/timeline/batch.ts";
import type { TagView } from "../src/timeline/unit.ts";
import { packets, pictures } from "./support/synthetic.ts";

const gop = pictures("v", 1, 4);
const sound = packets("a", 2);

function viewsOf({ bytes, ref }: typeof gop): TagView[] {
  const views: TagView[] = [];
  for (let offset = ref.firstTagOffset; offset < bytes.length;) {
    const info = readTag(bytes, offset);
    views.push({ buffer: bytes, offset, info });
    offset += info.tagBytes;
  }
  return views;
}

describe("a batch of tags", () => {
  it("holds the tags with the timeline's times, everything else as it was", () => {
    const batch = new TagBatch(16);
    const views = [...viewsOf(gop), ...viewsOf(sound)];
    views.forEach((view, index) => batch.tag(view, 2 ** 24 + index * 33, index * 10));
    expect(batch.tagCount).toBe(6);
    views.forEach((view, index) => {
      const at = batch.tagOffset(index) ?? -1;
      const isVideo = view.info.kind === "video";
      const expected = { ...view.info, timestampMs: 2 ** 24 + index * 33, compositionMs: isVideo ? index * 10 : 0 };
      expect(readTag(batch.bytes, at)).toEqual(expected);
      const bodyFrom = isVideo ? 16 : 11;
      const wanted = view.buffer.subarray(view.offset + bodyFrom, view.offset + view.info.tagBytes);
      expect(batch.bytes.subarray(at + bodyFrom, at + view.info.tagBytes)).toEqual(wanted);
    });
  });

  it("does not change the unit it copies from", () => {
    const before = Buffer.from(gop.bytes);
    const batch = new TagBatch();
    for (const view of viewsOf(gop)) batch.tag(view, 123_456, 78);
    expect(gop.bytes).toEqual(before);
  });

  it("tells where the first IDR stands, and where each of its tags", () => {
    const batch = new TagBatch();
    const [idr, other] = viewsOf(gop);
    const [packet] = viewsOf(sound);
    if (!idr || !other || !packet) throw new Error("units hold tags");
    for (const view of [packet, other, idr, idr]) batch.tag(view, 0, 0);
    expect(batch.firstKey()?.offset).toBe(packet.info.tagBytes + other.info.tagBytes);
    expect(batch.tagOffset(2)).toBe(batch.firstKey()?.offset);
    expect(batch.tagOffset(4)).toBeNull();
    expect(batch.tagOffset(-1)).toBeNull();
  });

  it("is empty again after it was cleared", () => {
    const batch = new TagBatch();
    for (const view of viewsOf(gop)) batch.tag(view, 0, 0);
    batch.clear();
    expect(batch.tagCount).toBe(0);
    expect(batch.firstKey()).toBeNull();
    expect(batch.bytes).toHaveLength(0);
    expect(batch.tagOffset(0)).toBeNull();
  });
});
