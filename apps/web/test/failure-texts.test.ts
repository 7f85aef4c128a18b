import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../src");
const files = globSync("**/*.{ts,tsx}", { cwd: root }).map((path) => readFileSync(join(root, path), "utf8"));

/** The specification's notices of failures, title and sentence; null: the server's message, or the reason why there is none. */
const NOTICES: readonly (readonly [title: string, text: string | null])[] = [
  ["Failed to update user status", null],
  ["Failed to delete user", null],
  ["Duplicate Check Failed", null],
  ["Upload Failed", "Failed to upload file"],
  ["Delete failed", "Failed to delete track. Please try again."],
  ["Remove Failed", "Failed to remove track from stream"],
  ["Failed to Start Stream", "An unknown error occurred."],
  ["Failed to Stop Stream", "An unknown error occurred."],
  ["Update Failed", "Could not apply changes to live stream"],
  ["Content Update Failed", "Could not update live stream content. The stream continues with previous content."],
  ["Stream Key Setup Failed", null],
  ["Stream Creation Failed", "Failed to create YouTube live stream"],
  ["Error", "Failed to change password"],
  ["Error", "Failed to delete template. Please try again."],
  ["Canvas is Empty", "Add elements before previewing."],
  ["Invalid Files", "non-audio files were skipped"],
  ["No ISRC Codes", "Please enter ISRC codes for your files"],
  ["ISRC Lookup Failed", "Could not find metadata for this ISRC code"],
  ["Import Failed", null],
  ["Analysis Failed", "Unknown error occurred"],
  ["Sync Failed", "Could not sync playlist from Spotify"],
  ["Invalid Selection", "Please select a stream and at least one track"],
  ["No Valid Files", "Please ensure all files have ISRC codes and are not duplicates"],
];

/** Sentences that are put together of a verb and the rest, or stand in a form. */
const SENTENCES = [
  "track. Please try again.",
  "Login failed",
  "Registration failed",
  "Failed to fetch users",
  "Failed to fetch pending users",
  "Failed to activate background",
  "Failed to create background",
  "Failed to update background",
  "Failed to delete background",
  "Failed to upload file",
];

/** What is said where something worked, but for what belongs to the integrations. */
const SUCCESSES = [
  ...[
    "Track Added",
    "Tracks Added",
    "Track Removed",
    "Playlist Analyzed",
    "Track Imported",
    "ISRC Lookup Successful",
    "Stream Created",
    "Stream Updated",
    "Stream Deleted",
    "Stream Disconnected",
  ],
  ...["Stream Starting", "Stream Started", "Stream Stopping", "Stream Stopped", "Live Content Updated"],
  ...["Background Created", "Background Updated", "Background Deleted", "Background Activated", "Background Changed"],
  ...["Element Added", "Element Deleted", "Template Saved", "Template Updated", "Template deleted", "Overlay Template Applied"],
  ...["Upload Successful", "Now Playing", "Copied!", "Password updated"],
];

it.each(NOTICES)("%s says what the specification says: %s", (title, text) => {
  const here = files.filter((file) => file.includes(`"${title}"`) && (text === null || file.includes(text)));
  expect(here.length).toBeGreaterThan(0);
});

it.each(SENTENCES)("'%s' is said as the specification says it", (sentence) => {
  expect(files.filter((file) => file.includes(sentence)).length).toBeGreaterThan(0);
});

it.each(SUCCESSES)("the notice '%s' is one of ours", (title) => {
  expect(files.filter((file) => file.includes(`notify("${title}"`)).length).toBeGreaterThan(0);
});
