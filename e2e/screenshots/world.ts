import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onAir, overlayTemplate } from "@nightjar/contract";
import type { Page } from "playwright-core";
import { SPOTIFY_ACCOUNT, type SpotifyList } from "../../tooling/music-services/spotify.ts";
import { type Call, read } from "../src/call.ts";
import { givenArtwork, givenStream, givenTrack, givenVideo } from "../src/given.ts";
import { makeCover } from "../src/tones.ts";
import { until } from "../src/until.ts";
import { makeSky } from "./dusk.ts";

// What the pictures show: a small label's studio with two of its four streams on air.

export const COLLEAGUE = { email: "jonas@nightjar.example", password: "waits to be let in" };
export const STREAM = "Night Shift Radio";
export const DUSK = "Harbour at dusk";
export const SONG = { title: "Lanterns on the Water", artist: "Ada Lindqvist & The Slow Ferries" };
const AIR_TIMEOUT_MS = 15 * 60_000;

const SONGS = [
  { ...SONG, genre: "Ambient", seconds: 252, colours: ["ff8a5c", "3a2a78"] },
  { title: "Paper Moons", artist: "The Slow Ferries", genre: "Lo-fi", seconds: 194, colours: ["f2d0a4", "545863"] },
  { title: "Northern Quarter", artist: "Kestrel & Wren", genre: "House", seconds: 318, colours: ["48bfe3", "5e2b97"] },
  { title: "Salt and Static", artist: "Ada Lindqvist", genre: "Ambient", seconds: 287, colours: ["84a98c", "22333b"] },
  { title: "Tram Line 9", artist: "Kestrel & Wren", genre: "House", seconds: 341, colours: ["ef476f", "26547c"] },
  { title: "A Lamp in Every Window", artist: "Marta Oyelaran", genre: "Lo-fi", seconds: 176, colours: ["ffd166", "7f4f24"] },
  { title: "Low Tide, 4 a.m.", artist: "Ada Lindqvist", genre: "Ambient", seconds: 401, colours: ["90e0ef", "03045e"] },
  { title: "Slow Bright Hours", artist: "Marta Oyelaran", genre: "Lo-fi", seconds: 223, colours: ["cdb4db", "5f0f40"] },
] as const;

const song = (at: number, name: string, artist: string) => ({
  ...{ id: String(at).padStart(22, "0"), name, artists: [artist], duration_ms: 180_000 + 7000 * at },
});
export const PLAYLISTS: SpotifyList[] = [
  {
    ...{ id: "a".repeat(22), name: "Night Shift, autumn", owner: SPOTIFY_ACCOUNT },
    items: SONGS.slice(0, 6).map(({ title, artist }, at) => song(at, title, artist)),
  },
  { id: "b".repeat(22), name: "Harbour House", owner: SPOTIFY_ACCOUNT, items: [song(9, "Tram Line 9", "Kestrel & Wren")] },
  { id: "c".repeat(22), name: "Deep Focus", owner: "spotify", items: [song(10, "Elsewhere", "Somebody")] },
];

const CSV = `Track Name,Artist Name(s),Duration (ms),Record Label,ISRC
Lanterns on the Water,Ada Lindqvist & The Slow Ferries,252000,Own Records,
Paper Moons,The Slow Ferries,194000,Own Records,
Glass Weather,Ione Vale,233000,Virgin Records,GBAYE2400010
Salt and Static,Ada Lindqvist,287000,Own Records,
Everyone Asleep,Ione Vale,205000,Sony Music Entertainment,USRC17607839
Low Tide,Ada Lindqvist,398000,Own Records,
`;

/** Fills the studio, and waits until its streams are on air with the pictures that are meant. @returns the id of the first stream */
export async function fillStudio(call: Call, folder: string, rtmpUrl: string): Promise<string> {
  await call("POST", "/api/auth/register", COLLEAGUE);
  const trackIds: string[] = [];
  for (const [at, { colours, genre, ...tone }] of SONGS.entries()) {
    const file = {
      ...tone,
      fileName: `${at}.mp3`,
      pitchHz: 220 + 40 * at,
      rateHz: 44_100,
      channels: 2,
    } as const;
    const artworkUrl = await givenArtwork(call, await makeCover(folder, colours));
    trackIds.push(await givenTrack(call, folder, file, { genre, artworkUrl }));
  }
  const dusk = await givenVideo(call, await makeSky(folder, { name: "dusk", colours: ["1b2a49", "6b4a7a", "d98a6a"] }), { title: DUSK });
  const dawn = await makeSky(folder, { name: "dawn", colours: ["12343b", "2d7a7a", "e8d9a0"] });
  const morning = await givenVideo(call, dawn, { title: "First light" });
  const templates = await read(call, overlayTemplate.array(), "/api/overlay-templates");
  // It stands still: one that moves is rendered through the whole of every track.
  const activeOverlayTemplateId = templates.find(({ name }) => name === "Minimalist Overlay")?.id ?? null;
  await givenStream(call, "Attic Tapes", { trackIds: trackIds.slice(5) });
  await givenStream(call, "Slow Ferry Sessions", { trackIds: trackIds.slice(1, 4), destination: { rtmpUrl, streamKey: "ferry" } });
  const fm = await givenStream(call, "Harbour Lights FM", {
    ...{ trackIds: trackIds.toReversed().slice(2), destination: { rtmpUrl, streamKey: "fm" }, isLive: true },
    set: {
      ...{ description: "House, at any hour", profile: "720p30" },
      ...{ activeBackgroundId: morning, activeOverlayTemplateId },
    },
  });
  const night = await givenStream(call, STREAM, {
    ...{ trackIds, destination: { rtmpUrl, streamKey: "night" }, isLive: true },
    set: {
      ...{ description: "Ambient and lo-fi, around the clock", profile: "720p30" },
      ...{ activeBackgroundId: dusk, activeOverlayTemplateId },
    },
  });
  for (const id of [fm, night]) {
    await until("its pictures are made", async () => isReady(await call("GET", `/api/streams/${id}/on-air`)), AIR_TIMEOUT_MS);
  }
  return night;
}

/** On air with its own picture, of which nothing is to be said. */
function isReady(told: Record<string, unknown>): boolean {
  const { state, picture, conditions } = onAir.parse(told);
  return state === "on-air" && picture.reason === null && conditions.length === 0;
}

/** Connects Spotify and brings a playlist in, as only somebody at the screen can. */
export async function fillPlaylists(page: Page, folder: string): Promise<void> {
  await page.goto("/spotify");
  await page.getByRole("button", { name: "Connect Spotify" }).click();
  await page.getByRole("button", { name: `Sync ${PLAYLISTS[0]?.name ?? ""}` }).click();
  await page.getByText("Sync Successful", { exact: true }).first().waitFor();
  const path = join(folder, "Late, by ear.csv");
  await writeFile(path, CSV);
  await page.goto("/playlist-sync");
  await page.getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Import CSV" });
  await dialog.locator("input[type=file]").setInputFiles(path);
  await dialog.getByRole("button", { name: "Analyze Playlist" }).click();
  await page.getByText("Playlist Analyzed", { exact: true }).first().waitFor();
}
