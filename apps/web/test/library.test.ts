import { AUDIO_UPLOAD_MAX_BYTES, trackQuery } from "@nightjar/contract";
import { expect, test } from "vitest";
import { isAudio, markDuplicates, readyItems, type BulkItem, type BulkStatus } from "../src/features/library/bulk-items.ts";
import { isNarrowed, NO_FILTERS, toQuery } from "../src/features/library/filters.ts";
import { duplicateText, EMPTY_FORM, findDuplicate, fromMetadata, trackForm } from "../src/features/library/track-form.ts";
import { refusalOf } from "../src/features/library/upload-audio.ts";

const file = (name: string, type = "", size = 1000) => ({ name, type, size });

test("a file is sent when its type or its ending is one of ours, whatever the case", () => {
  expect(refusalOf(file("A.MP3"))).toBeNull();
  expect(refusalOf(file("noname", "audio/flac"))).toBeNull();
  expect(refusalOf(file("a.ogg", "audio/ogg"))).toEqual({
    title: "Invalid File Type",
    text: "Please select a valid audio file (MP3, WAV, FLAC, M4A, AAC)",
  });
  expect(refusalOf(file("mp3"))?.title).toBe("Invalid File Type");
});

test("fifty megabytes are sent, one byte more is not", () => {
  expect(refusalOf(file("a.mp3", "", AUDIO_UPLOAD_MAX_BYTES))).toBeNull();
  expect(refusalOf(file("a.mp3", "", AUDIO_UPLOAD_MAX_BYTES + 1))).toEqual({
    title: "File Too Large",
    text: "File size must be less than 50MB",
  });
});

test("empty filters narrow nothing, and only what is given reaches the server", () => {
  expect(isNarrowed({ ...NO_FILTERS, sort: "bpm" })).toBe(false);
  expect(toQuery(NO_FILTERS)).toEqual({ sort: "recent", limit: 100 });
  const query = toQuery({ ...NO_FILTERS, search: "  moth ", minBpm: "90", maxBpm: "x", minEnergy: "0", key: "A minor" });
  expect(query).toEqual({ search: "moth", key: "A minor", minBpm: 90, minEnergy: 0, sort: "recent", limit: 100 });
  expect(trackQuery.safeParse(query).success).toBe(true);
});

test("the form sends typed text as the fields it stands for", () => {
  const sent = trackForm.parse({
    ...EMPTY_FORM,
    title: " Moth ",
    artist: "Kiln",
    duration: "4:23",
    bpm: "92,5",
    tags: "night, , slow,night",
    album: "  ",
  });
  expect(sent).toMatchObject({ title: "Moth", artist: "Kiln", bpm: 92.5, tags: ["night", "slow"], album: null, explicit: false });
});

test("the form says what is wrong, at the field", () => {
  const result = trackForm.safeParse({ ...EMPTY_FORM, title: "Moth", bpm: "fast" });
  // The form shows the first of each field.
  const issues = Object.fromEntries((result.error?.issues ?? []).toReversed().map((issue) => [issue.path.join("."), issue.message]));
  expect(issues).toMatchObject({ artist: "Artist is required", duration: "Duration is required", bpm: "BPM must be a number" });
});

test("a file fills in only what it knows", () => {
  const metadata = {
    title: "Moth",
    artist: null,
    album: "",
    duration: "0:26",
    genre: null,
    year: 2024,
    bpm: 91.6,
    artworkUrl: null,
    isrcCode: null,
    recordLabel: null,
  };
  expect(fromMetadata({ fileUrl: "/f", fileName: "f.mp3", size: 1, metadata })).toEqual({
    title: "Moth",
    duration: "0:26",
    bpm: "92",
    releaseDate: "2024",
  });
});

test("a duplicate is the same title and artist in any case, and never the track itself", () => {
  const tracks = [{ id: "1", title: "Moth Light", artist: "Night Kiln" }];
  const wanted = { title: "MOTH light ", artist: "night kiln" };
  expect(findDuplicate(tracks, wanted, null)).toBe(tracks[0]);
  expect(findDuplicate(tracks, wanted, "1")).toBeUndefined();
  expect(duplicateText({ title: "Moth Light", artist: "Night Kiln" })).toBe(
    'Duplicate track detected: "Moth Light" by Night Kiln already exists in your library',
  );
});

const bulkItem = (id: string, isrcCode: string, status: BulkStatus): BulkItem => ({
  ...{ id, isrcCode, status, trackData: null, errorMessage: null },
  file: new File([], `${id}.mp3`),
});

test("a duplicate check marks what the library has, frees the rest, and leaves what is done", () => {
  const items = [bulkItem("a", "US-RC1-76-07839", "pending"), bulkItem("b", "GBAAA0000001", "duplicate"), bulkItem("c", "FRX", "success")];
  const marked = markDuplicates(items, ["USRC17607839", "FRX"]);
  expect(marked.map((item) => item.status)).toEqual(["duplicate", "pending", "success"]);
});

test("only files with a code that are no duplicates are processed, failed ones again", () => {
  const items = [
    ...[bulkItem("a", "X", "pending"), bulkItem("b", " - ", "pending"), bulkItem("c", "Y", "duplicate")],
    ...[bulkItem("d", "Z", "success"), bulkItem("e", "Q", "error")],
  ];
  expect(readyItems(items).map((item) => item.id)).toEqual(["a", "e"]);
});

test("the bulk dialog takes every kind of audio and nothing else", () => {
  expect(["a.ogg", "b.M4A", "c.txt", "d"].map((name) => isAudio(file(name)))).toEqual([true, true, false, false]);
  expect(isAudio(file("d", "audio/x-unheard-of"))).toBe(true);
});
