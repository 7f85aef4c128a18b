import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { messageOf, saidOf } from "../src/lib/errors.ts";
import { uploadFile } from "../src/lib/upload.ts";

/** A line on which only happens what the test says. */
class Line {
  static last: Line | undefined;
  readonly upload: { onprogress?: (event: object) => void; onload?: () => void } = {};
  status = 200;
  responseText = '{"fileUrl":"/a"}';
  isAborted = false;
  onload = () => undefined;
  onerror = () => undefined;
  onabort = () => undefined;
  open = () => undefined;
  send = () => void (Line.last = this);
  abort() {
    this.isAborted = true;
    this.onabort();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("XMLHttpRequest", Line);
  vi.stubGlobal("localStorage", { getItem: () => null });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Line.last = undefined;
});

const MINUTE_MS = 60_000;
function sending() {
  const options = { onProgress: () => undefined, signal: new AbortController().signal };
  const ended = uploadFile("/api/upload/audio", "audio", new File(["12345678"], "a.mp3"), options).catch((error: unknown) => error);
  let isOver = false;
  void ended.then(() => (isOver = true));
  return { ended, isOver: () => isOver, line: Line.last ?? new Line() };
}

describe("a file sent as a form", () => {
  it("fails with 'Upload failed' where no answer comes, or none that can be read, and is told in the words of its place", async () => {
    const lost = sending();
    lost.line.onerror();
    const garbled = sending();
    garbled.line.responseText = "<html>";
    garbled.line.onload();
    for (const ended of [lost.ended, garbled.ended]) {
      const error = await ended;
      expect(error).toEqual(new Error("Upload failed"));
      expect(messageOf(error, "Failed to upload file")).toBe("Failed to upload file");
    }
  });

  it("is given up as timed out after a minute in which nothing of it went, in words that every place shows", async () => {
    const { ended, isOver, line } = sending();
    for (let loaded = 1; loaded <= 4; loaded += 1) {
      await vi.advanceTimersByTimeAsync(MINUTE_MS - 1);
      line.upload.onprogress?.({ loaded, total: 8 });
    }
    expect(isOver()).toBe(false);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect([isOver(), line.isAborted]).toEqual([true, true]);
    const error = await ended;
    expect(error).not.toBeInstanceOf(DOMException);
    expect(messageOf(error, "Failed to upload file")).toBe("Upload timed out");
    expect(saidOf(error, "The image could not be uploaded")).toEqual({ text: "Upload timed out" });
  });

  it("that has gone whole is waited for longer, while the server reads it, and not for ever", async () => {
    const read = sending();
    read.line.upload.onload?.();
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
    expect(read.isOver()).toBe(false);
    read.line.onload();
    expect(await read.ended).toEqual({ fileUrl: "/a" });
    const dead = sending();
    dead.line.upload.onload?.();
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(dead.isOver()).toBe(true);
    expect(messageOf(await dead.ended, "Failed to upload file")).toBe("Upload timed out");
    expect(vi.getTimerCount()).toBe(0);
  });
});
