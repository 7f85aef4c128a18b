import { describe, expect, it } from "vitest";
import { goesPast } from "../src/cut-off.ts";

const HEAD_BYTES = 16;

/** How often a head was read, and whether the file says of itself that it goes on. */
async function looked(bytes: Buffer) {
  let reads = 0;
  const headAt = async (offset: number) => {
    reads += 1;
    return bytes.subarray(offset, offset + HEAD_BYTES);
  };
  return { isCutOff: await goesPast(bytes.length, headAt), reads };
}
const isCutOff = async (...parts: readonly Buffer[]) => (await looked(Buffer.concat(parts))).isCutOff;
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);

const text = (name: string) => Buffer.from(name, "latin1");
const number = (value: number, order: "be" | "le") => {
  const bytes = Buffer.alloc(4);
  if (order === "be") bytes.writeUInt32BE(value);
  else bytes.writeUInt32LE(value);
  return bytes;
};

describe("an MP4", () => {
  const box = (name: string, bodyBytes: number, statedBytes = 8 + bodyBytes) =>
    Buffer.concat([number(statedBytes, "be"), text(name), Buffer.alloc(bodyBytes, 0xa5)]);
  const longBox = (name: string, bodyBytes: number) =>
    Buffer.concat([number(1, "be"), text(name), number(0, "be"), number(16 + bodyBytes, "be"), Buffer.alloc(bodyBytes, 0xa5)]);
  const [ftyp, moov, mdat] = [box("ftyp", 24), box("moov", 400), box("mdat", 2000)];

  it("whose pictures or index reach behind its end was cut off, however their length is written", async () => {
    expect(await isCutOff(ftyp, moov, half(mdat))).toBe(true);
    expect(await isCutOff(ftyp, moov, mdat.subarray(0, -1))).toBe(true);
    expect(await isCutOff(ftyp, half(moov))).toBe(true);
    expect(await isCutOff(ftyp, moov, half(longBox("mdat", 2000)))).toBe(true);
    // In fragments, as it is recorded in a browser.
    expect(await isCutOff(ftyp, moov, box("moof", 80), mdat, half(box("moof", 80)))).toBe(true);
  });

  it("is whole with its index before or behind its pictures, in fragments, and with pictures that go to the end", async () => {
    expect(await isCutOff(ftyp, moov, mdat)).toBe(false);
    expect(await isCutOff(ftyp, box("wide", 0), mdat, moov)).toBe(false);
    expect(await isCutOff(ftyp, longBox("mdat", 2000), moov)).toBe(false);
    expect(await isCutOff(ftyp, moov, box("moof", 80), mdat, box("moof", 80), mdat)).toBe(false);
    expect(await isCutOff(ftyp, moov, box("mdat", 900, 0))).toBe(false);
  });

  it("is whole where what its writer left behind it is no box, or one that holds nothing of the picture", async () => {
    expect(await isCutOff(ftyp, moov, mdat, box("free", 300))).toBe(false);
    expect(await isCutOff(ftyp, moov, mdat, box("free", 300, 9000))).toBe(false);
    expect(await isCutOff(ftyp, moov, mdat, box("uuid", 300, 9000))).toBe(false);
    expect(await isCutOff(ftyp, moov, mdat, Buffer.alloc(5000))).toBe(false);
    expect(await isCutOff(ftyp, moov, mdat, Buffer.alloc(5))).toBe(false);
    expect(await isCutOff(ftyp, moov, mdat, text("a camera's own trailer, which no player reads"))).toBe(false);
  });

  it("of very many boxes is followed for a bounded number of reads", async () => {
    const { isCutOff: isCut, reads } = await looked(Buffer.concat(Array.from({ length: 20_000 }, () => box("free", 0))));
    expect(isCut).toBe(false);
    expect(reads).toBeLessThan(5000);
  });
});

describe("an AVI", () => {
  const riff = (form: string, bodyBytes: number, statedBytes = 4 + bodyBytes) =>
    Buffer.concat([text("RIFF"), number(statedBytes, "le"), text(form), Buffer.alloc(bodyBytes, 0xa5)]);
  const avi = riff("AVI ", 3000);

  it("whose chunk reaches behind its end was cut off, also in a later chunk of a long one", async () => {
    expect(await isCutOff(half(avi))).toBe(true);
    expect(await isCutOff(avi, half(riff("AVIX", 3000)))).toBe(true);
  });

  it("is whole with several chunks, with padding behind them, and where its writer counted the head or left out the last byte", async () => {
    expect(await isCutOff(avi)).toBe(false);
    expect(await isCutOff(avi, riff("AVIX", 3000), riff("AVIX", 50))).toBe(false);
    expect(await isCutOff(avi, Buffer.alloc(700))).toBe(false);
    expect(await isCutOff(riff("AVI ", 3000, 3012))).toBe(false);
    expect(await isCutOff(riff("AVI ", 3001))).toBe(false);
    expect(await isCutOff(riff("AVI ", 3001), Buffer.alloc(1), half(riff("AVIX", 3000)))).toBe(true);
  });

  it("is taken as it is where its recorder did not come to say how long it is", async () => {
    for (const statedBytes of [0, 0x7fff_ffff, 0xffff_ffff]) expect(await isCutOff(riff("AVI ", 3000, statedBytes))).toBe(false);
  });
});

describe("a Matroska or WebM", () => {
  const element = (id: string, size: string, bodyBytes: number) =>
    Buffer.concat([Buffer.from(id + size, "hex"), Buffer.alloc(bodyBytes, 0xa5)]);
  const header = element("1a45dfa3", "9f", 31);
  // 3000 in eight bytes, and in two.
  const segment = element("18538067", "0100000000000bb8", 3000);
  const short = element("18538067", "4bb8", 3000);

  it("whose segment reaches behind its end was cut off, however its length is written", async () => {
    expect(await isCutOff(header, half(segment))).toBe(true);
    expect(await isCutOff(header, half(short))).toBe(true);
    expect(await isCutOff(header, segment.subarray(0, -1))).toBe(true);
    expect(await isCutOff(header, element("ec", "84", 4), half(segment))).toBe(true);
  });

  it("is whole with its segment, and whatever stands behind that", async () => {
    for (const whole of [segment, short]) expect(await isCutOff(header, whole)).toBe(false);
    expect(await isCutOff(header, segment, Buffer.alloc(400))).toBe(false);
    expect(await isCutOff(header, segment, text("trailer"))).toBe(false);
  });

  it("that was recorded live says of no length, and is taken as it is", async () => {
    expect(await isCutOff(header, element("18538067", "01ffffffffffffff", 3000))).toBe(false);
    expect(await isCutOff(header, element("18538067", "ff", 3000))).toBe(false);
  });
});

it("is not said of what is none of these, or nothing", async () => {
  for (const bytes of [text("GIF89a and so on"), text("just text"), Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(0)]) {
    expect(await isCutOff(bytes)).toBe(false);
  }
});
