import { expect, test } from "vitest";
import { NO_TAGS, readFileTags } from "../src/features/library/file-tags.ts";

const latin = (text: string) => Uint8Array.of(0, ...new TextEncoder().encode(text));

/** An ID3v2.3 tag before a frame of an MP3 that sounds nothing. */
function mp3(frames: Readonly<Record<string, string>>): File {
  const body = Object.entries(frames).flatMap(([name, text]) => {
    const content = latin(text);
    return [...new TextEncoder().encode(name), 0, 0, 0, content.length, 0, 0, ...content];
  });
  const size = [(body.length >> 7) & 0x7f, body.length & 0x7f];
  const sound = [0xff, 0xfb, 0x90, 0x64, ...new Uint8Array(413)];
  const bytes = Uint8Array.of(0x49, 0x44, 0x33, 3, 0, 0, 0, 0, ...size, ...body, ...sound, ...sound);
  return new File([bytes], "song.mp3", { type: "audio/mpeg" });
}

test("a file's own code, artist and title are read before anything is sent, the code as its twelve characters", async () => {
  const tags = await readFileTags(mp3({ TSRC: "de-a01-24-00001", TPE1: "Ada", TIT2: "Moth" }));
  expect(tags).toEqual({ ...NO_TAGS, title: "Moth", artist: "Ada", isrcCode: "DEA012400001" });
});

test("its length is read where its head tells it", async () => {
  const ascii = (text: string) => [...new TextEncoder().encode(text)];
  const u32 = (value: number) => [0, 8, 16, 24].map((shift) => (value >> shift) & 0xff);
  const sound = new Uint8Array(3 * 8000);
  // PCM: one channel, one byte a sample, 8,000 of them a second.
  const format = [...u32(16), 1, 0, 1, 0, ...u32(8000), ...u32(8000), 1, 0, 8, 0];
  const head = [...ascii("RIFF"), ...u32(36 + sound.length), ...ascii("WAVEfmt "), ...format, ...ascii("data"), ...u32(sound.length)];
  const wav = new File([Uint8Array.from(head), sound], "song.wav", { type: "audio/wav" });
  expect(await readFileTags(wav)).toEqual({ ...NO_TAGS, durationMs: 3000 });
});

test("a code that is none, and a file that is none, say nothing", async () => {
  expect(await readFileTags(mp3({ TSRC: "NOT AN ISRC" }))).toEqual(NO_TAGS);
  expect(await readFileTags(new File(["no music"], "song.mp3", { type: "audio/mpeg" }))).toEqual(NO_TAGS);
});
