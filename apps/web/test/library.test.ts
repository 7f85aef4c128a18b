import { AUDIO_UPLOAD_MAX_BYTES, ISRC_TEXT, TAG_TEXT, TAGS_TEXT, trackQuery, type Track } from "@nightjar/contract";
import { expect, test } from "vitest";
import { isNarrowed, NO_FILTERS, toQuery } from "../src/features/library/filters.ts";
import {
  checkForm,
  EMPTY_FORM,
  formErrors,
  fromMetadata,
  fromReplacement,
  isStored,
  replacementText,
  splitTags,
  type TrackFormValues,
} from "../src/features/library/track-form.ts";
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

const STORED = { ...EMPTY_FORM, artist: "Kiln", duration: "4:23", tags: [], bpm: null } as object as Track;
const TYPED = { ...EMPTY_FORM, title: " Moth ", artist: "Kiln", duration: "4:23" };
const errorsOf = (start: TrackFormValues | null, values: TrackFormValues) =>
  Object.fromEntries(Object.entries(formErrors(checkForm(start, values).issues)).map(([name, error]) => [name, error.message]));

test("the form sends typed text as the fields it stands for", () => {
  const { change } = checkForm(null, { ...TYPED, bpm: "92,5", tags: "night, , slow,night", album: "  ", isrcCode: "us-rc1-76-07839" });
  const fields = {
    title: "Moth",
    artist: "Kiln",
    bpm: 92.5,
    tags: ["night", "slow"],
    album: null,
    isrcCode: "USRC17607839",
    explicit: false,
  };
  expect(change).toMatchObject({ is: "new", fields });
});

test("of a track that is there only what was changed is sent", () => {
  const start = { ...TYPED, album: "Theirs" };
  expect(checkForm(start, { ...start, bpm: "92", genre: "House" }).change).toEqual({ is: "changed", fields: { bpm: 92, genre: "House" } });
  expect(checkForm(start, { ...start, album: " " }).change?.fields).toEqual({ album: null });
  expect(checkForm(start, start).change?.fields).toEqual({});
});

test("a track is stored as it was typed where each field that was changed stands there, however it was written, whatever else has changed", () => {
  const start = { ...TYPED, album: "Before" };
  const fields = (typed: Partial<TrackFormValues>) => checkForm(start, { ...start, ...typed }).change?.fields ?? {};
  const stored = { ...STORED, title: "Ember", bpm: 92.5, tags: ["night", "slow"], album: null, genre: "Theirs", isrcCode: "USRC17607839" };
  expect(isStored(fields({ title: " Ember ", bpm: "92,5", tags: "night, slow", album: " ", isrcCode: "us-rc1-76-07839" }), stored)).toBe(
    true,
  );
  expect(isStored(fields({ title: "Ember", genre: "House" }), stored)).toBe(false);
  expect(isStored(fields({ isrcCode: "USRC17607839" }), { ...stored, isrcCode: "none at all" })).toBe(false);
});

test("what was not touched is not judged: it may be older than the rules", () => {
  const start = { ...TYPED, isrcCode: "none at all" };
  expect(checkForm(start, { ...start, genre: "House" }).change?.fields).toEqual({ genre: "House" });
  expect(errorsOf(start, { ...start, isrcCode: "none still" })).toEqual({ isrcCode: ISRC_TEXT });
});

test("the form says what is wrong, at the field", () => {
  expect(errorsOf(null, { ...EMPTY_FORM, title: "Moth", bpm: "fast" })).toEqual({
    ...{ artist: "Artist is required", duration: "Duration is required", bpm: "BPM must be a number" },
  });
  expect(errorsOf(null, { ...TYPED, bpm: "1001" })).toEqual({ bpm: "BPM must be from 0 to 1000" });
});

test("a text that is too long is said in a sentence at its field, in whichever", () => {
  const names = ["album", "genre", "key", "language", "recordLabel", "releaseDate"] as const;
  const errors = errorsOf(null, { ...TYPED, ...Object.fromEntries(names.map((name) => [name, "x".repeat(2100)])) });
  expect(Object.keys(errors).toSorted()).toEqual(names.toSorted());
  for (const text of Object.values(errors)) expect(text).toMatch(/^[A-Z][a-z ]+ (is too long: at most \d+ characters|must .+)$/);
});

test("a tag that is too long, or too many, is said at the tags", () => {
  expect(errorsOf(TYPED, { ...TYPED, tags: "x".repeat(150) })).toEqual({ tags: TAG_TEXT });
  expect(errorsOf(TYPED, { ...TYPED, tags: Array.from({ length: 101 }, (_, index) => index).join(",") })).toEqual({ tags: TAGS_TEXT });
});

test("tags are parted by commas, by semicolons and by lines, as lists are pasted", () => {
  expect(splitTags("night; slow;night\ndeep, late")).toEqual(["night", "slow", "deep", "late"]);
});

test("a title of 500 characters can be sent", () => {
  const title = "x".repeat(500);
  expect(checkForm(TYPED, { ...TYPED, title }).change?.fields).toEqual({ title });
});

test("a replaced file brings its duration and its cover, and says so", () => {
  const metadata = {
    ...{ title: "Other", artist: "Other", album: "Other", duration: "0:45", genre: null, year: null, bpm: 99 },
    ...{ artworkUrl: "/api/files/artwork/new.jpg", isrcCode: null, recordLabel: null },
  };
  const upload = { fileUrl: "/new", fileName: "new.mp3", size: 1, metadata };
  const before = { ...TYPED, duration: "2:35", artworkUrl: "/old.jpg" };
  const followed = fromReplacement(upload);
  expect(followed).toEqual({ fileUrl: "/new", duration: "0:45", artworkUrl: "/api/files/artwork/new.jpg" });
  expect(replacementText(before, followed)).toBe("The duration is the new file's: 0:45 instead of 2:35. So is the cover.");
  const bare = fromReplacement({ ...upload, metadata: { ...metadata, artworkUrl: null } });
  expect(bare).toEqual({ fileUrl: "/new", duration: "0:45" });
  expect(replacementText({ ...before, duration: "0:45" }, bare)).toBeNull();
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
