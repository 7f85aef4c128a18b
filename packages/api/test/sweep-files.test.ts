import { audioFiles } from "@nightjar/db";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sweepUnused } from "../src/files/sweep-files.ts";
import { openStudio } from "./support/call-verb.ts";
import type { Studio } from "./support/call-verb.ts";

const LONG_AGO = new Date(0);
let studio: Studio;
let removed: string[];
beforeEach(async () => {
  studio = await openStudio();
  removed = [];
  studio.ports.files.remove = (kind, name) => void removed.push(`${kind}/${name}`);
});
afterEach(() => studio.close());

const addAudio = (sha256: string, createdAt: Date) => {
  const facts = { extension: "mp3", codec: "mp3", durationMs: 1000, sampleRateHz: 44_100, channels: 2, sizeBytes: 1 };
  studio.services.db
    .insert(audioFiles)
    .values({ sha256, createdAt, ...facts })
    .run();
};

it("what nothing uses goes when the disk knows that its row has, and not where somebody has brought it again meanwhile", async () => {
  const disk = Promise.withResolvers<void>();
  vi.spyOn(studio.services.db, "flushed").mockImplementation(() => disk.promise);
  addAudio("a".repeat(64), LONG_AGO);
  addAudio("b".repeat(64), LONG_AGO);
  const swept = sweepUnused(studio.services);
  expect(studio.services.db.select().from(audioFiles).all()).toEqual([]);
  addAudio("b".repeat(64), new Date(studio.services.clock.nowMs()));
  expect(removed).toEqual([]);
  disk.resolve();
  await swept;
  expect(removed).toEqual([`audio/${"a".repeat(64)}.mp3`]);
});
