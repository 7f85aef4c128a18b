// When playlists are synced by themselves, where the machine's clock is set back.
import { AppError } from "@nightjar/contract";
import { streamSettings, tracks } from "@nightjar/db";
import { beforeEach, expect, it } from "vitest";
import { syncDue } from "../../src/playlists/follow-playlists.ts";
import { playlistGround } from "../support/spotify-playlist.ts";
import { spotifyEntry as entry } from "../support/spotify.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = Date.UTC(2026, 10, 1);

const ground = playlistGround();
beforeEach(() => void ground.studio.services.db.update(streamSettings).set({ syncFrequency: "hourly" }).run());

const setClock = (ms: number) => ground.studio.ports.clock.set(ms);
async function syncedAt(ms: number): Promise<void> {
  setClock(ms);
  await ground.sync();
  await ground.until("done");
}
/** With one track more in it than at the last look. @returns how many the library has then */
async function lookAt(ms: number, title: string): Promise<number> {
  ground.far.entries = [...ground.far.entries, entry(title)];
  setClock(ms);
  await syncDue(ground.studio.services);
  return ground.studio.services.db.select().from(tracks).all().length;
}

it("a sync comes at once where the last one was told by a clock that was ahead, and then as often as before", async () => {
  await syncedAt(NOW_MS + DAY_MS);
  expect(await lookAt(NOW_MS, "Ash")).toBe(5);
  expect(await lookAt(NOW_MS + HOUR_MS - 1, "Elm")).toBe(5);
  expect(await lookAt(NOW_MS + HOUR_MS, "Oak")).toBe(7);
});

it("a sync comes once, though the clock is set back in the middle of it", async () => {
  await syncedAt(NOW_MS);
  let asked = 0;
  const { playlist } = ground.studio.ports.spotify;
  ground.studio.ports.spotify.playlist = async (...call) => {
    asked += 1;
    if (asked > 3) throw new AppError("unavailable", "asked again and again");
    setClock(NOW_MS - DAY_MS);
    return playlist(...call);
  };
  expect(await lookAt(NOW_MS + HOUR_MS, "Ash")).toBe(5);
  expect(asked).toBe(1);
});
