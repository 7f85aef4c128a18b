import { backgroundId, VIDEO_SIZE_TEXT, VIDEO_TYPE_TEXT, VIDEO_UPLOAD_MAX_BYTES, type VideoUpload } from "@nightjar/contract";
import { PATIENCE_MS } from "@nightjar/kit/testing";
import { TRPCClientError } from "@trpc/client";
import { describe, expect, it, vi } from "vitest";
import { failedLine } from "../src/features/backgrounds/failed-to.ts";
import type { GoOnOptions } from "../src/features/backgrounds/go-on.ts";
import { refusalOf, takeAnswer, UploadError } from "../src/features/backgrounds/send-video.ts";
import type { SendOptions } from "../src/features/backgrounds/send-in-pieces.ts";
import { createUploadQueue, type QueuePorts, shareOf, summaryOf, titleOf } from "../src/features/backgrounds/upload-queue.ts";
import { preparationText, removalOf, stateOf } from "../src/features/backgrounds/words.ts";

const fileOf = (name: string, bytes = 4) => new File([new Uint8Array(bytes)], name);
const answerOf = (fileName: string): VideoUpload => ({
  ...{ fileUrl: "/api/files/video/x.mp4", fileName, size: 4, thumbnailUrl: null, duration: "0:01", resolution: "320x180" },
  ...{ kind: "video", note: null },
});

/** A queue whose uploads end when the test says so. */
function queueOf(ports: Partial<QueuePorts> = {}) {
  const sent: { file: File; options: SendOptions; end: PromiseWithResolvers<VideoUpload> }[] = [];
  const created: string[] = [];
  const forgotten: string[] = [];
  const queue = createUploadQueue({
    upload(file, options) {
      const end = Promise.withResolvers<VideoUpload>();
      options.signal.addEventListener("abort", () => end.reject(new DOMException("cancelled", "AbortError")));
      sent.push({ file, options, end });
      return end.promise;
    },
    forget: (file) => void forgotten.push(file.name),
    create: async ({ title }) => void created.push(title),
    reasonOf: (error) => (error instanceof Error ? error.message : "?"),
    onCreated: () => undefined,
    ...ports,
  });
  const states = () => queue.snapshot().map(({ file, status }) => `${file.name} ${status}`);
  const settles = (expected: readonly string[]) => vi.waitFor(() => expect(states()).toEqual(expected), PATIENCE_MS);
  return { queue, sent, created, forgotten, states, settles };
}

describe("the queue of background files", () => {
  it("sends one after the other, and makes of each a background named after its file", async () => {
    const { queue, sent, created, settles, states } = queueOf();
    queue.add([fileOf("harbour.rain.mp4"), fileOf("still.png")], true);
    expect(states()).toEqual(["harbour.rain.mp4 sending", "still.png waiting"]);
    sent[0]?.options.onProgress(1);
    expect(states()[0]).toBe("harbour.rain.mp4 checking");
    sent[0]?.end.resolve(answerOf("harbour.rain.mp4"));
    await settles(["harbour.rain.mp4 created", "still.png sending"]);
    sent[1]?.end.resolve(answerOf("still.png"));
    await settles(["harbour.rain.mp4 created", "still.png created"]);
    expect(created).toEqual(["harbour.rain", "still"]);
  });

  it("keeps a file for the form that asked for it, and makes it a background once nobody asks any more, sent once", async () => {
    const { queue, sent, created, settles } = queueOf();
    const [id = ""] = queue.add([fileOf("rain.mp4")], false);
    sent[0]?.end.resolve(answerOf("rain.mp4"));
    await settles(["rain.mp4 uploaded"]);
    expect(created).toEqual([]);
    queue.leave(id);
    await settles(["rain.mp4 created"]);
    expect({ created, sent: sent.length }).toEqual({ created: ["rain"], sent: 1 });
  });

  it("is not held up by a file that is refused, and sends that again when it may do better", async () => {
    const { queue, sent, settles } = queueOf();
    const [first = ""] = queue.add([fileOf("a.mp4"), fileOf("b.mp4"), fileOf("notes.txt")], true);
    sent[0]?.end.reject(new UploadError("Network error during upload", true));
    await settles(["a.mp4 failed", "b.mp4 sending", "notes.txt failed"]);
    expect(queue.snapshot().map(({ reason, mayWork }) => ({ reason, mayWork }))).toEqual([
      { reason: "Network error during upload", mayWork: true },
      { reason: null, mayWork: false },
      { reason: VIDEO_TYPE_TEXT, mayWork: false },
    ]);
    sent[1]?.end.resolve(answerOf("b.mp4"));
    await settles(["a.mp4 failed", "b.mp4 created", "notes.txt failed"]);
    queue.retry(first);
    expect(sent).toHaveLength(3);
    sent[2]?.end.resolve(answerOf("a.mp4"));
    await settles(["a.mp4 created", "b.mp4 created", "notes.txt failed"]);
  });

  it("tries only the creation again when that alone failed", async () => {
    let isBroken = true;
    const create = async () => {
      if (isBroken) throw new Error("Failed to create background");
    };
    const { queue, sent, settles } = queueOf({ create });
    const [id = ""] = queue.add([fileOf("a.mp4")], true);
    sent[0]?.end.resolve(answerOf("a.mp4"));
    await settles(["a.mp4 failed"]);
    isBroken = false;
    queue.retry(id);
    await settles(["a.mp4 created"]);
    expect(sent).toHaveLength(1);
  });

  it("sends a file again that the server took away since it was sent", async () => {
    const data = { httpStatus: 400, issues: [{ path: "videoUrl", message: "upload it first" }] };
    const gone = TRPCClientError.from({ error: { message: "Why.", code: -32_603, data } });
    const answers = [() => Promise.reject(new Error("?")), () => Promise.reject(gone), () => Promise.resolve()];
    const { queue, sent, settles } = queueOf({ create: async () => answers.shift()?.() });
    const [id = ""] = queue.add([fileOf("a.mp4")], true);
    sent[0]?.end.resolve(answerOf("a.mp4"));
    await settles(["a.mp4 failed"]);
    queue.retry(id);
    await settles(["a.mp4 sending"]);
    sent[1]?.end.resolve(answerOf("a.mp4"));
    await settles(["a.mp4 created"]);
    expect([sent.length, answers]).toEqual([2, []]);
  });

  it("waits where a creation gets no answer, tries that at once when asked, and again under the same id; taken off, it is stopped", async () => {
    const asked: { id: string | undefined; options: GoOnOptions; end: PromiseWithResolvers<void> }[] = [];
    const create: QueuePorts["create"] = ({ id }, options) => {
      const end = Promise.withResolvers<void>();
      asked.push({ id, options, end });
      return end.promise;
    };
    const { queue, sent, settles } = queueOf({ create });
    const [first = "", second = ""] = queue.add([fileOf("a.mp4"), fileOf("b.mp4")], true);
    sent[0]?.end.resolve(answerOf("a.mp4"));
    await settles(["a.mp4 creating", "b.mp4 waiting"]);
    let tries = 0;
    asked[0]?.options.onHeld({ reason: "The server does not answer", tryNow: () => (tries += 1) });
    const [held] = queue.snapshot();
    expect(held && stateOf(held)).toBe("The server does not answer. It goes on by itself");
    expect(summaryOf(queue.snapshot())).toMatchObject({ files: 2, isHeld: true });
    queue.retry(first);
    expect([tries, asked.length]).toEqual([1, 1]);
    asked[0]?.end.reject(new Error("Something went wrong."));
    await settles(["a.mp4 failed", "b.mp4 sending"]);
    queue.retry(first);
    sent[1]?.end.resolve(answerOf("b.mp4"));
    await settles(["a.mp4 waiting", "b.mp4 creating"]);
    queue.remove(second);
    expect(asked[1]?.options.signal.aborted).toBe(true);
    asked[1]?.end.reject(new DOMException("cancelled", "AbortError"));
    await settles(["a.mp4 creating"]);
    asked[2]?.end.resolve();
    await settles(["a.mp4 created"]);
    expect(asked.map(({ id }) => id)).toEqual([first, second, first]);
    expect(sent).toHaveLength(2);
  });

  it("promises to cancel no background that is being made: it may be made already", async () => {
    const { queue, sent, settles } = queueOf({ create: () => Promise.withResolvers<void>().promise });
    queue.add([fileOf("a.mp4"), fileOf("b.mp4")], true);
    sent[0]?.end.resolve(answerOf("a.mp4"));
    await settles(["a.mp4 creating", "b.mp4 waiting"]);
    expect(queue.snapshot().map(removalOf)).toEqual(["Take a.mp4 off the list", "Cancel upload of b.mp4"]);
  });

  it("says in the specification's words whether the upload or the creation failed", async () => {
    const { queue, sent, settles } = queueOf({ create: () => Promise.reject(new Error("?")), reasonOf: failedLine });
    queue.add([fileOf("a.mp4"), fileOf("b.mp4")], true);
    sent[0]?.end.reject(new Error("?"));
    await settles(["a.mp4 failed", "b.mp4 sending"]);
    sent[1]?.end.resolve(answerOf("b.mp4"));
    await settles(["a.mp4 failed", "b.mp4 failed"]);
    expect(queue.snapshot().map(({ reason }) => reason)).toEqual(["Failed to upload file", "Failed to create background"]);
    const answered = (httpStatus: number) =>
      failedLine(TRPCClientError.from({ error: { message: "Why.", code: -32_603, data: { httpStatus } } }), "Failed to create background");
    expect([answered(500), answered(400)]).toEqual(["Failed to create background", "Failed to create background. Why."]);
  });

  it("stops what is taken off the list and goes on with the next; cleared, it stops altogether", async () => {
    const { queue, sent, created, settles } = queueOf();
    const [first = ""] = queue.add([fileOf("a.mp4"), fileOf("b.mp4"), fileOf("c.mp4")], true);
    queue.remove(first);
    expect(sent[0]?.options.signal.aborted).toBe(true);
    await settles(["b.mp4 sending", "c.mp4 waiting"]);
    queue.clear();
    expect(sent[1]?.options.signal.aborted).toBe(true);
    await settles([]);
    expect({ created, sent: sent.length }).toEqual({ created: [], sent: 2 });
  });

  it("leaves nothing on the server of what failed once it is taken off the list, or all of it is cleared", async () => {
    const { queue, sent, forgotten, settles } = queueOf();
    const [first = ""] = queue.add(
      ["a.mp4", "b.mp4", "c.mp4"].map((name) => fileOf(name)),
      true,
    );
    sent[0]?.end.reject(new UploadError("Network error during upload", true));
    await settles(["a.mp4 failed", "b.mp4 sending", "c.mp4 waiting"]);
    expect(forgotten).toEqual([]);
    queue.remove(first);
    expect(forgotten).toEqual(["a.mp4"]);
    sent[1]?.end.reject(new UploadError("Upload timed out", true));
    await settles(["b.mp4 failed", "c.mp4 sending"]);
    queue.clear();
    // What is being sent is stopped, and forgotten by whoever sends it.
    expect(forgotten).toEqual(["a.mp4", "b.mp4"]);
    expect(sent[2]?.options.signal.aborted).toBe(true);
    await settles([]);
  });

  it("waits for a lost connection, tries at once when asked, and says so on every screen", async () => {
    const { queue, sent, settles } = queueOf();
    const [id = ""] = queue.add([fileOf("a.mp4", 100), fileOf("b.mp4", 100)], true);
    let tries = 0;
    sent[0]?.options.onProgress(0.5);
    sent[0]?.options.onHeld({ reason: "Upload failed with status 502", tryNow: () => (tries += 1) });
    const [held] = queue.snapshot();
    expect(held && stateOf(held)).toBe("Upload failed with status 502. It goes on by itself from 50 %");
    expect(summaryOf(queue.snapshot())).toEqual({ files: 2, share: 0.25, isHeld: true, failed: 0, listed: 2 });
    queue.retry(id);
    expect([tries, sent.length]).toEqual([1, 1]);
    sent[0]?.options.onHeld(null);
    expect(queue.snapshot()[0]).toMatchObject({ isHeld: false, reason: null });
    expect(summaryOf(queue.snapshot())).toMatchObject({ isHeld: false });
    sent[0]?.end.reject(new UploadError("Upload timed out", true));
    await settles(["a.mp4 failed", "b.mp4 sending"]);
    sent[1]?.end.resolve(answerOf("b.mp4"));
    await settles(["a.mp4 failed", "b.mp4 created"]);
    expect(summaryOf(queue.snapshot())).toMatchObject({ files: 0, failed: 1 });
    queue.clear();
    expect(summaryOf(queue.snapshot())).toBeNull();
  });

  it("tells how far it is by bytes, and counts no file that failed", () => {
    const { queue, sent } = queueOf();
    queue.add([fileOf("a.mp4", 100), fileOf("b.mp4", 300), fileOf("x.txt", 900)], true);
    sent[0]?.options.onProgress(0.5);
    expect(shareOf(queue.snapshot())).toBe(0.125);
    expect(shareOf([])).toBe(0);
  });
});

describe("a file for a background", () => {
  it.each([
    ["a.mp4", "", null],
    ["A.MOV", "", null],
    ["x", "video/webm", null],
    ["clip.avi", "application/octet-stream", null],
    ["still.jpeg", "image/jpeg", null],
    ["notes.txt", "text/plain", VIDEO_TYPE_TEXT],
    ["mp4", "", VIDEO_TYPE_TEXT],
  ])("%s (%s) is judged by type or ending", (name, type, refusal) => {
    expect(refusalOf({ name, type, size: 10 })).toBe(refusal);
  });

  it("may have exactly 100 MB", () => {
    expect(refusalOf({ name: "a.mp4", type: "", size: VIDEO_UPLOAD_MAX_BYTES })).toBeNull();
    expect(refusalOf({ name: "a.mp4", type: "", size: VIDEO_UPLOAD_MAX_BYTES + 1 })).toBe(VIDEO_SIZE_TEXT);
  });

  it("is titled by its name without the ending, and never by nothing", () => {
    expect(["rain.mp4", "harbour.rain.mov", ".mp4", "rain"].map(titleOf)).toEqual(["rain", "harbour.rain", ".mp4", "rain"]);
  });
});

describe("the answer to an upload", () => {
  const failure = (status: number, body: string) => {
    try {
      takeAnswer(status, body);
    } catch (error) {
      return error instanceof UploadError ? [error.message, error.mayWork] : error;
    }
    return null;
  };

  it("is told in the specification's words, and tried again only where that may help", () => {
    expect(failure(415, JSON.stringify({ error: "No." }))).toEqual(["No.", false]);
    expect(failure(404, JSON.stringify({ message: "Not known." }))).toEqual(["Not known.", false]);
    expect(failure(400, JSON.stringify({}))).toEqual(["Upload failed", false]);
    expect(failure(502, "<html>")).toEqual(["Upload failed with status 502", true]);
    expect(failure(200, "not json")).toEqual(["Invalid response format", true]);
    expect(failure(200, JSON.stringify({ fileUrl: 1 }))).toEqual(["Invalid response format", true]);
    expect(takeAnswer(200, JSON.stringify(answerOf("a.mp4")))).toEqual(answerOf("a.mp4"));
  });
});

describe("the preparation of a background", () => {
  const receivedAtMs = 5000;
  const told = { backgroundId: backgroundId.parse("x"), step: "copy", isUnderWay: true, progress: 0.436, receivedAtMs } as const;
  const of = (leftMs: number | null, step: "copy" | "render" = "copy", isUnderWay = true) =>
    preparationText({ ...told, step, isUnderWay, leftMs }, receivedAtMs);

  it("is told with what is being done, how far it is and roughly when it ends", () => {
    expect(of(null, "copy", false)).toBe("The copy that airs waits to be made");
    expect(of(null)).toBe("Making the copy that airs: 43 %");
    expect(of(0, "render")).toBe("Rendering it to stand in while pictures are made: 43 %, a few seconds left");
    expect(of(42_000)).toBe("Making the copy that airs: 43 %, about 40 s left");
    expect(of(200_000)).toBe("Making the copy that airs: 43 %, about 3 min left");
  });

  it("is counted down from when it was told, whatever the clocks of the server and the browser say", () => {
    const after = (ms: number) => preparationText({ ...told, leftMs: 42_000 }, receivedAtMs + ms);
    expect(after(12_000)).toBe("Making the copy that airs: 43 %, about 30 s left");
    expect(after(90_000)).toBe("Making the copy that airs: 43 %, a few seconds left");
    // Looked at by a clock that ticks once a second.
    expect(after(-900)).toBe("Making the copy that airs: 43 %, about 40 s left");
  });
});
