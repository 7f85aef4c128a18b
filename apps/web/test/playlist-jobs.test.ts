import type { PlaylistJob } from "@nightjar/contract";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { JobState } from "../src/features/playlists/job-state.tsx";
import {
  begunJob,
  cancelledTitle,
  failureTitle,
  INVALID_URL,
  isOfFile,
  jobName,
  jobSentence,
  newsOf,
  shareOf,
  syncSentence,
} from "../src/features/playlists/jobs.ts";

const job = (more: Partial<PlaylistJob>): PlaylistJob => ({ ...begunJob("a"), ...more });
const kept = job({ is: "labels", playlistId: "1" as PlaylistJob["playlistId"] });

describe("the reading of a playlist", () => {
  it("is told once when it is kept, whether that was seen coming or was over at the first look", () => {
    expect(newsOf([begunJob("a")], [kept])).toEqual({ kept: [kept], failed: [] });
    expect(newsOf([kept], [{ ...kept, is: "done" }])).toEqual({ kept: [], failed: [] });
  });

  it("is told when it failed, and one of an earlier visit is not", () => {
    const failed = job({ is: "failed", sentence: "no" });
    expect(newsOf([job({ done: 50 })], [failed])).toEqual({ kept: [], failed: [failed] });
    expect(newsOf([], [failed, kept])).toEqual({ kept: [], failed: [] });
  });

  it("that fails once its tracks are kept is told as labels that could not be looked up, and not as an analysis", () => {
    expect([failureTitle(job({ is: "failed" })), failureTitle({ ...kept, playlistId: kept.playlistId })]).toEqual([
      "Analysis Failed",
      "Label Lookup Failed",
    ]);
  });

  it("of an address that Spotify alone knows to be none is told as one that is none", () => {
    expect(failureTitle(job({ is: "failed", sentence: INVALID_URL.textOf("") }))).toBe(INVALID_URL.title);
  });

  it("that is cancelled is news to nobody but who pressed, who is told what of it that was", () => {
    expect(newsOf([job({ done: 50 })], [job({ is: "cancelled", sentence: "cancelled" })])).toEqual({ kept: [], failed: [] });
    expect([cancelledTitle(job({})), cancelledTitle(job({ syncs: true })), cancelledTitle(kept)]).toEqual([
      "Analysis Cancelled",
      "Sync Cancelled",
      "Label Lookup Cancelled",
    ]);
  });

  it("is told apart from the labels of a playlist from a file, which has no account to be told with", () => {
    expect([isOfFile(begunJob("1")), isOfFile(kept), isOfFile({ ...kept, id: "1" })]).toEqual([false, false, true]);
  });

  it("says how far it is, in words and as a share", () => {
    expect(jobSentence(begunJob("a"))).toBe("Reading tracks from Spotify...");
    expect(jobSentence(job({ done: 50, total: 2000 }))).toBe("Reading tracks from Spotify: 50 of 2,000");
    expect(jobSentence(job({ is: "labels", done: 1, total: 9 }))).toBe("Looking up record labels: 1 of 9. You can leave this page.");
    expect([shareOf(begunJob("a")), shareOf(job({ done: 1, total: 4 })), shareOf(job({ total: 0 }))]).toEqual([0, 0.25, 0]);
  });

  it("is told apart from others by its name, or before that is known by its id", () => {
    expect([jobName(job({ name: "Night" })), jobName(begunJob("a"))]).toEqual(["Night", "Playlist a"]);
  });

  it("is told behind its name in a box of its own: one written from right to left would change places with a figure", () => {
    const told = job({ name: "לילה", is: "done", sentence: "2 of its items are left out" });
    expect(renderToStaticMarkup(createElement(JobState, { job: told }))).toMatch(/<bdi[^>]*>לילה<\/bdi>: 2 of its items are left out/);
  });

  it("that brings the library up to date says what it did, in the specification's words", () => {
    expect(syncSentence({ tracksAdded: 3, tracksUpdated: 0 })).toBe("Added 3 tracks, updated 0");
  });

  it("begins only with an address of a playlist", () => {
    expect([INVALID_URL.accepts(""), INVALID_URL.accepts("spotify:playlist:37i9dQZF1DXcBWIGoYBM5M")]).toEqual([false, true]);
    expect([INVALID_URL.title, INVALID_URL.textOf("")]).toEqual(["Invalid URL", "Please enter a valid Spotify playlist URL"]);
    expect(INVALID_URL.textOf("https://spotify.link/AbCdEf")).toContain("Open it in a browser");
  });
});
