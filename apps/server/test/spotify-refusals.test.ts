// What Spotify refuses, and what the operator is told to do about it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSpotify } from "../src/catalogues/spotify.ts";
import type { SpotifyStandIn } from "../../../tooling/music-services/spotify.ts";
import { OWN, startWithPlaylists, tokensOf } from "./support/spotify.ts";

let service: SpotifyStandIn;
beforeAll(async () => {
  service = await startWithPlaylists();
});
afterAll(() => service.close());
beforeEach(() => {
  service.isStranger = false;
  service.refused = [];
});

const tokens = (scope?: string) => tokensOf(service, scope);
const spotify = () => createSpotify(service.root, "Nightjar/1");
const soon = () => AbortSignal.timeout(20_000);
async function readAll(token = tokens()) {
  const pages = [];
  for await (const page of spotify().pages(token, { id: OWN, isOldShape: false }, soon())) pages.push(page);
  return pages;
}

describe("Spotify", () => {
  it("shows none that is gone, private, or made by Spotify itself, which is told with the ways out", async () => {
    await expect(spotify().playlist(tokens(), "c".repeat(22), soon())).rejects.toThrow(
      /gone, private, or made by Spotify itself.* Copy the tracks into a playlist of your own .* or import the playlist from a CSV file/,
    );
  });

  it("that takes no playlist of an id that was cut off says so in the sentence of an address that is none", async () => {
    for (const id of ["37i9dQZF1DX", "a".repeat(23)])
      await expect(spotify().playlist(tokens(), id, soon())).rejects.toMatchObject({
        ...{ code: "invalid-input", message: "Please enter a valid Spotify playlist URL" },
      });
  });

  it("that refuses what is asked for is not to be tried again later, which would not help", async () => {
    service.refused = [{ path: /\/items$/, status: 400, message: "Bad request" }];
    await expect(readAll()).rejects.toMatchObject({
      ...{ code: "conflict", message: "Spotify refuses what this studio asks for. Import the playlist from a CSV file instead." },
    });
  });

  it("that does not let the account in, or gave no leave to read playlists, is told as that and not as a foreign playlist", async () => {
    await expect(spotify().playlists(tokens("playlist-read-collaborative"))).rejects.toThrow("no leave to read playlists");
    await expect(readAll(tokens(""))).rejects.toThrow("no leave to read playlists");
    service.isStranger = true;
    const calls = [() => spotify().account(tokens()), () => spotify().playlist(tokens(), OWN, soon())];
    for (const refused of calls) await expect(refused()).rejects.toThrow("User Management");
  });
});
