import { shaOf } from "@nightjar/api/testing";
import { audioFiles } from "@nightjar/db";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createMediaSweep } from "../../src/files/sweep-media.ts";
import { clearStrays, sweepStrays } from "../../src/files/sweep-strays.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const nameOf = (text: string) => `${shaOf(text)}.mp3`;

it("a file that cannot be laid aside keeps no server from starting: the others are, and it is told once with the first cause", () => {
  const { files, logged } = studio.ports;
  const [full, aside]: [Error, string[]] = [new Error("ENOSPC"), []];
  files.list = (kind) => ({ audio: [nameOf("one"), nameOf("two")], artwork: [`${shaOf("cover")}.jpg`], video: [], media: [] })[kind];
  files.layAside = (kind, name) => {
    if (name !== nameOf("two")) throw kind === "audio" ? full : new Error("EPERM");
    aside.push(name);
  };
  sweepStrays(studio.services);
  expect(aside).toEqual([nameOf("two")]);
  expect(logged).toEqual([
    { level: "warn", fields: { count: 1 }, message: "files without a row were laid aside in files/left, for 30 days" },
    { level: "error", fields: { err: full, count: 2 }, message: "files could not be laid aside in files/left, or brought back from there" },
  ]);
});

it("a file that cannot be brought back keeps no server from starting either, and stays where it is, however long it lay there", async () => {
  const { files, logged } = studio.ports;
  const facts = { extension: "mp3", codec: "mp3", durationMs: 1000, sampleRateHz: 44_100, channels: 2, sizeBytes: 1 };
  studio.services.db
    .insert(audioFiles)
    .values({ sha256: shaOf("known"), ...facts })
    .run();
  files.listAside = (kind) => (kind === "audio" ? [nameOf("known")] : []);
  files.bringBack = () => {
    throw new Error("EACCES");
  };
  sweepStrays(studio.services);
  expect(logged).toMatchObject([{ level: "error", fields: { count: 1 } }]);
  const spared: boolean[] = [];
  files.clearAside = async (_, isKnown) => void spared.push(...["known", "other"].map((name) => isKnown("audio", nameOf(name))));
  await clearStrays(studio.services);
  expect(spared).toEqual([true, false]);
});

it("a picture that could not be laid aside is not taken for one that was deleted since", () => {
  const { files } = studio.ports;
  const [old, deleted] = [`${shaOf("old")}.png`, `${shaOf("deleted")}.png`];
  const [there, removed]: [string[], string[]] = [[old], []];
  files.list = (kind) => (kind === "media" ? there : []);
  files.remove = (_kind, name) => void removed.push(name);
  const look = createMediaSweep(studio.services);
  look();
  there.push(deleted);
  for (let time = 0; time < 3; time += 1) look();
  expect(new Set(removed)).toEqual(new Set([deleted]));
});
