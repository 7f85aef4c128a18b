// A playlist that is asked for again because its answer was lost.
import { addTrack } from "@nightjar/api/testing";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createPlaylist } from "../../src/playlists/create-playlist.ts";
import { listPlaylists } from "../../src/playlists/read-playlists.ts";
import { openStudio, type Studio } from "../support/call-verb.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const list = () => studio.callVerb(listPlaylists, undefined);

it("is made once, however often it is asked for by the id that its maker chose, which is told again", async () => {
  const moth = addTrack(studio.services, "Moth", "Lamp", { durationMs: 30_000 });
  const entries = [
    { title: "Moth", artist: "Lamp", durationMs: 61_000, decided: moth },
    { title: "Wick", artist: "Lamp" },
  ];
  const input = { id: randomUUID(), name: "Night", source: "csv", entries };
  const made = await studio.callVerb(createPlaylist, input);
  expect(made).toMatchObject({ id: input.id, trackCount: 2 });
  const seen: string[] = [];
  studio.services.live.subscribe((event) => void (event.type === "changed" && seen.push(`${event.entity} ${event.id}`)));
  expect(await studio.callVerb(createPlaylist, input)).toEqual(made);
  expect([await list(), seen]).toEqual([[made], [`playlists ${input.id}`]]);
});

it.each([
  ["of another name", { name: "Day" }],
  ["of other tracks", { entries: [{ title: "Ash", artist: "Lamp" }] }],
  ["of fewer tracks", { entries: [{ title: "Moth", artist: "Lamp" }] }],
  [
    "with another word of which track one is",
    {
      entries: [
        { title: "Moth", artist: "Lamp", decided: null },
        { title: "Wick", artist: "Lamp" },
      ],
    },
  ],
])("is refused by that id where one is asked for %s, and stays", async (_what, other) => {
  const titles = ["Moth", "Wick"];
  const input = { id: randomUUID(), name: "Night", entries: titles.map((title) => ({ title, artist: "Lamp" })) };
  const made = await studio.callVerb(createPlaylist, input);
  expect(await studio.refusal(createPlaylist, { ...input, ...other })).toMatchObject({
    ...{ code: "conflict", message: "The playlist was made already, and not as it is asked for now: see the list of playlists" },
  });
  expect(await list()).toEqual([made]);
  expect(await studio.refusal(createPlaylist, { ...input, id: "night" })).toMatchObject({
    code: "invalid-input",
    issues: [{ path: "id" }],
  });
});
