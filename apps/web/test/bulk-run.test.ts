import type { AudioUpload, TrackFieldsInput } from "@nightjar/contract";
import { TRPCClientError } from "@trpc/client";
import { beforeEach, describe, expect, test } from "vitest";
import { isBeingAdded, leftOutText, type Answer, type Known } from "../src/features/library/bulk-items.ts";
import { createBulkRun, type BulkRun } from "../src/features/library/bulk-run.ts";
import { lookupNoteOf } from "../src/features/library/lookup.ts";
import { NO_TAGS, type FileTags } from "../src/features/library/file-tags.ts";
import type { UploadOptions } from "../src/lib/upload.ts";

const [CODE, OTHER, THIRD] = ["USRC17607839", "GBAAA0000001", "DEA000000001"] as const;

const refusal = (data: object) => new TRPCClientError("Refused.", { result: { error: { code: -1, message: "Refused.", data } } });

describe("a run", () => {
  let run: BulkRun;
  let created: TrackFieldsInput[];
  let sent: string[];
  let tags: Record<string, FileTags>;
  let known: Record<string, Known>;
  /** What the server reads from a file; by default what the browser reads. */
  let upload: (file: File, options: UploadOptions) => Promise<AudioUpload>;
  let create: (fields: TrackFieldsInput) => Promise<unknown>;
  let lookUp: (isrcCode: string, signal: AbortSignal, durationMs: number | null) => Promise<Answer>;
  /** Ends by its signal alone. */
  const unanswered = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => signal.addEventListener("abort", () => reject(new DOMException("", "AbortError"))));
  const uploadOf = (file: File, artist: string | null = tags[file.name]?.artist ?? null): AudioUpload => ({
    ...{ fileUrl: `/files/${file.name}`, fileName: file.name, size: 1 },
    metadata: {
      ...{ title: null, artist, album: null, duration: "0:10", genre: null, year: null, bpm: null, artworkUrl: null },
      ...{ isrcCode: null, recordLabel: null },
    },
  });
  const states = () => run.getSnapshot().items.map(({ status }) => status);
  const add = async (...names: string[]) => {
    const skipped = run.add(names.map((name) => new File([], name)));
    await expect.poll(() => run.getSnapshot().items.every((each) => each.tags !== null)).toBe(true);
    return skipped;
  };
  beforeEach(() => {
    ({ created, sent, tags, known } = { created: [], sent: [], tags: {}, known: {} });
    upload = async (file) => uploadOf(file);
    create = async (fields) => created.push(fields);
    lookUp = async (isrcCode) => ({
      known: known[isrcCode] ?? null,
      note: known[isrcCode] ? "Told by Deezer." : "Nobody knows this code.",
    });
    run = createBulkRun({
      readTags: async (file) => tags[file.name] ?? NO_TAGS,
      upload(file, options) {
        sent.push(file.name);
        return upload(file, options);
      },
      lookUp: (isrcCode, signal, durationMs) => lookUp(isrcCode, signal, durationMs),
      create: (fields) => create(fields),
      reasonOf: (error) => (error instanceof Error ? error.message : "?"),
    });
  });
  const named = (artist: string | null, isrcCode: string | null = null): FileTags => ({ ...NO_TAGS, artist, isrcCode });

  test("takes codes from the files' own tags, never over what is typed, and a folder's files in their natural order", async () => {
    tags = { "2.mp3": named("B", CODE), "10.mp3": named("B", OTHER) };
    const adding = add("10.mp3", "2.mp3", "cover.jpg");
    run.setIsrc("2", "typed");
    expect(await adding).toBe(1);
    expect(run.getSnapshot().items.map(({ file, isrcCode }) => [file.name, isrcCode])).toEqual([
      ["2.mp3", CODE],
      ["10.mp3", "typed"],
    ]);
  });

  test("keeps the folders of a dropped folder together: the second disc stands before the tenth, whatever their files are called", async () => {
    const dropped = ["/Album/Disc 10/01.mp3", "/Album/Disc 2/10.mp3", "/Album/Disc 2/9.mp3"];
    run.add(dropped.map((relativePath) => Object.assign(new File([], relativePath.split("/").at(-1) ?? ""), { relativePath })));
    expect(run.getSnapshot().items.map(({ file }) => file.name)).toEqual(["9.mp3", "10.mp3", "01.mp3"]);
  });

  test("fills in what a file leaves out by what is known of its code, never over what the file says or somebody has typed", async () => {
    const told = { title: "Moth", artist: "Lamp", album: "LP", duration: "9:99", genre: "House", artworkUrl: "/api/files/artwork/a.jpg" };
    known[CODE] = {
      ...{ ...told, tags: [], mood: null, bpm: 124, key: null, language: null, explicit: true, recordLabel: "Own" },
      ...{ releaseDate: "2021-02-03", source: "deezer" },
    };
    known[OTHER] = known[CODE];
    tags = { "a.wav": named(null, CODE), "b.wav": named("Its own", OTHER) };
    await add("a.wav", "b.wav");
    await run.process();
    expect(created).toMatchObject([
      { title: "Moth", artist: "Lamp", album: "LP", genre: "House", bpm: 124, duration: "0:10", explicit: true, recordLabel: "Own" },
      { title: "Moth", artist: "Its own", artworkUrl: "/api/files/artwork/a.jpg", releaseDate: "2021-02-03", isrcCode: OTHER },
    ]);
  });

  test("looks a code up with the file's length, where the file tells it", async () => {
    const lengths: (number | null)[] = [];
    lookUp = async (_isrcCode, _signal, durationMs) => {
      lengths.push(durationMs);
      return { known: null, note: "" };
    };
    tags = { "a.mp3": { ...named("A", CODE), durationMs: 61_000 }, "b.mp3": named("A", OTHER) };
    await add("a.mp3", "b.mp3");
    await run.process();
    expect(lengths).toEqual([61_000, null]);
  });

  test("asks for an artist before it sends a file that names none, and makes the track with the one typed in", async () => {
    await add("a.wav");
    run.setIsrc("1", CODE);
    expect(await run.process()).toEqual({ succeeded: 0, failed: 1 });
    expect(run.getSnapshot().items[0]).toMatchObject({ status: "error", errorMessage: "The file names no artist. Type one in." });
    expect(sent).toEqual([]);
    run.setArtist("1", " Ada ");
    expect(await run.process()).toEqual({ succeeded: 1, failed: 0 });
    expect(created).toMatchObject([{ title: "a", artist: "Ada", isrcCode: CODE }]);
  });

  test("does not send a file again of which only the artist was missing", async () => {
    tags = { "a.mp3": named("Read here, but not by the server", CODE) };
    upload = async (file) => uploadOf(file, null);
    await add("a.mp3");
    expect(await run.process()).toEqual({ succeeded: 0, failed: 1 });
    run.setArtist("1", "Ada");
    expect(await run.process()).toEqual({ succeeded: 1, failed: 0 });
    expect(sent).toEqual(["a.mp3"]);
  });

  test("sends one of two files with the same code, though nobody has checked", async () => {
    tags = { "a.mp3": named("A", CODE), "b.mp3": named("A", CODE) };
    await add("a.mp3", "b.mp3");
    expect(await run.process()).toEqual({ succeeded: 1, failed: 0 });
    expect(states()).toEqual(["success", "duplicate"]);
    expect(leftOutText(run.getSnapshot().items)).toBe("1 file was left out as a duplicate.");
  });

  test("tells each file's progress, and one that is cancelled waits again while the others go on", async () => {
    tags = { "a.mp3": named("A", CODE), "b.mp3": named("A", OTHER) };
    await add("a.mp3", "b.mp3");
    upload = (file, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        if (file.name === "b.mp3") return resolve(uploadOf(file));
        onProgress(0.4);
        signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
      });
    const ended = run.process();
    await expect.poll(() => run.getSnapshot().items[0]?.share).toBe(0.4);
    expect(run.getSnapshot().progress).toBe(0);
    run.cancel("1");
    expect(await ended).toEqual({ succeeded: 1, failed: 0 });
    expect(states()).toEqual(["pending", "success"]);
    expect(run.getSnapshot()).toMatchObject({ progress: null, items: [{ share: null, isrcCode: CODE }, {}] });
  });

  test("can be cancelled and stopped while a code is looked up: nothing is sent, and the file waits again", async () => {
    tags = { "a.mp3": named("A", CODE), "b.mp3": named("A", OTHER) };
    await add("a.mp3", "b.mp3");
    lookUp = (isrcCode, signal) => (isrcCode === CODE ? unanswered(signal) : Promise.resolve({ known: null, note: "" }));
    const cancelled = run.process();
    run.cancel("1");
    expect(await cancelled).toEqual({ succeeded: 1, failed: 0 });
    expect(states()).toEqual(["pending", "success"]);
    const stopped = run.process();
    run.stop();
    expect(await stopped).toEqual({ succeeded: 0, failed: 0 });
    expect([states(), sent]).toEqual([["pending", "success"], ["b.mp3"]]);
  });

  test("makes no track of a file that was cancelled while its cover was fetched, though the answer comes", async () => {
    tags = { "a.mp3": named("A", CODE) };
    await add("a.mp3");
    const answer = Promise.withResolvers<Answer>();
    lookUp = () => answer.promise;
    const ended = run.process();
    run.cancel("1");
    answer.resolve({ known: null, note: "" });
    expect(await ended).toEqual({ succeeded: 0, failed: 0 });
    expect([states(), sent, created]).toEqual([["pending"], [], []]);
  });

  test("makes no track of a file that was cancelled as the last of it was sent, and does not send it again for the next try", async () => {
    tags = { "a.mp3": named("A", CODE) };
    await add("a.mp3");
    upload = async (file) => {
      run.cancel("1");
      return uploadOf(file);
    };
    expect(await run.process()).toEqual({ succeeded: 0, failed: 0 });
    expect([states(), created]).toEqual([["pending"], []]);
    expect(await run.process()).toEqual({ succeeded: 1, failed: 0 });
    expect([sent, created.length]).toEqual([["a.mp3"], 1]);
  });

  test("says of a file that its track is being made, and neither cancels it then nor takes it out: it is made, and stands in the list", async () => {
    tags = { "a.mp3": named("A", CODE) };
    await add("a.mp3");
    const made = Promise.withResolvers<void>();
    create = () => made.promise;
    const ended = run.process();
    const isAdding = () => run.getSnapshot().items.map(isBeingAdded);
    expect(isAdding()).toEqual([false]);
    await expect.poll(isAdding).toEqual([true]);
    run.cancel("1");
    run.remove("1");
    made.resolve();
    expect(await ended).toEqual({ succeeded: 1, failed: 0 });
    expect(states()).toEqual(["success"]);
  });

  test("sends a file again that the server took away since it was sent, and does so once a try", async () => {
    const gone = () => refusal({ httpStatus: 400, issues: [{ path: "fileUrl", message: "upload it first" }] });
    let left = 1;
    create = async (fields) => {
      if (left-- > 0) throw gone();
      created.push(fields);
    };
    tags = { "a.mp3": named("Ada", CODE) };
    await add("a.mp3");
    // Sent in this very try: sent once more it would be no more there.
    expect(await run.process()).toEqual({ succeeded: 0, failed: 1 });
    left = 1;
    expect(await run.process()).toEqual({ succeeded: 1, failed: 0 });
    expect([sent, created.length]).toEqual([["a.mp3", "a.mp3"], 1]);
  });

  test("runs once, however often it is asked to", async () => {
    tags = { "a.mp3": named("A", CODE), "b.mp3": named("A", OTHER) };
    await add("a.mp3", "b.mp3");
    const first = run.process();
    expect(await run.process()).toBe("under way");
    expect(await first).toEqual({ succeeded: 2, failed: 0 });
    expect(sent).toEqual(["a.mp3", "b.mp3"]);
    expect(await run.process()).toBe("nothing ready");
  });

  test("says of each file who knew its code, or that nobody did, until it has another one", async () => {
    tags = { "a.mp3": named("A", CODE), "b.mp3": named(null, OTHER) };
    known[CODE] = {
      ...{ title: "Moth", artist: null, album: null, duration: null, genre: null, artworkUrl: null, tags: [], mood: null, bpm: null },
      ...{ key: null, language: null, explicit: false, recordLabel: null, releaseDate: null, source: "deezer" },
    };
    await add("a.mp3", "b.mp3");
    await run.process();
    const notes = () => run.getSnapshot().items.map(({ lookupNote }) => lookupNote);
    expect(notes()).toEqual(["Told by Deezer.", "Nobody knows this code."]);
    run.setIsrc("2", THIRD);
    expect(notes()).toEqual(["Told by Deezer.", null]);
  });

  test("sends nothing further once it is stopped, nor what was taken out, and keeps what is typed", async () => {
    tags = { "a.mp3": named("A", CODE), "b.mp3": named("A", OTHER), "c.mp3": named("A", THIRD) };
    await add("a.mp3", "b.mp3", "c.mp3");
    upload = async (file) => {
      if (file.name === "a.mp3") run.remove("2");
      return uploadOf(file);
    };
    expect(await run.process()).toEqual({ succeeded: 2, failed: 0 });
    expect(sent).toEqual(["a.mp3", "c.mp3"]);
    await add("d.mp3", "e.mp3");
    run.paste("4", ["FRZ039800212", "FRZ039800213"]);
    run.setArtist("4", "Ada");
    create = async () => run.stop();
    expect(await run.process()).toEqual({ succeeded: 1, failed: 0 });
    expect(sent).toEqual(["a.mp3", "c.mp3", "d.mp3"]);
    expect(run.getSnapshot().items.at(-1)?.isrcCode).toBe("FRZ039800213");
  });
});

test("a look-up that failed says whether nobody knows the code or somebody did not answer", () => {
  const failed = (message: string, httpStatus?: number) =>
    new TRPCClientError(message, httpStatus === undefined ? {} : { result: { error: { code: -1, message, data: { httpStatus } } } });
  expect(lookupNoteOf(failed("ISRC code X not found in database", 404))).toBe("Nobody knows this code.");
  expect(lookupNoteOf(failed("Deezer did not answer. Please try again in a minute.", 503))).toBe(
    "Deezer did not answer. Please try again in a minute.",
  );
  expect(lookupNoteOf(failed("fetch failed"))).toBe("The server cannot be reached.");
});
