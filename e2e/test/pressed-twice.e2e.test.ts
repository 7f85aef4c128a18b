/// <reference lib="dom" />
import { freePort } from "@nightjar/rtmp-ingest";
import { expect, it } from "vitest";
import { PHONE } from "../src/browser.ts";
import { isFocused } from "../src/command-box.ts";
import { countSent, doublePress } from "../src/double-press.ts";
import { givenStream, givenTrack } from "../src/given.ts";
import { studioFor } from "../src/studio-for.ts";
import { TONES } from "../src/tones.ts";

// What has come to stand under a finger by the second half of its double press, or under a key that is held, has been read by nobody.

const open = studioFor("pressed-twice", { RTMP_PORT: String(await freePort()) });

it("a test stream is not stopped by the second half of a press on Start, nor started by that on Stop, nor either by a key that is held", async () => {
  const { call, signedIn } = open();
  const id = await givenStream(call, "Night Desk");
  const page = await signedIn();
  await page.goto(`/test-stream?stream=${id}`);
  const [starts, stops] = [countSent(page, /testStream\.start/), countSent(page, /testStream\.stop/)];
  const [start, stop] = ["Start", "Stop"].map((verb) => page.getByRole("button", { name: `${verb} Test Stream` }));
  if (!start || !stop) throw new Error("too few buttons");
  await doublePress(page, start, stop);
  await doublePress(page, stop, start);
  for (const [from, to] of [
    [start, stop],
    [stop, start],
  ] as const) {
    await from.focus();
    await page.keyboard.down("Enter");
    await expect.poll(() => isFocused(to)).toBe(true);
    // As the keyboard repeats it.
    await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
  }
  await start.click();
  await stop.click();
  await start.waitFor();
  expect([starts(), stops()]).toEqual([3, 3]);
});

it("which track one of a playlist is, is not answered by who presses Decide twice or holds the key", async () => {
  const { call, folder, signedIn } = open();
  const [tone] = TONES;
  if (!tone) throw new Error("too few tones");
  await givenTrack(call, folder, { ...tone, title: "Ash" });
  const titles = ["Ash", "Dew", "Elm", "Fen", "Gale", "Hail", "Ivy", "Jade"];
  const entries = titles.map((title) => ({ title, artist: tone.artist, durationMs: 240_000 }));
  const { id } = await call("POST", "/api/playlists", { name: "Hasty", entries });
  const page = await signedIn({ viewport: PHONE });
  await page.goto(`/playlist-sync?playlist=${String(id)}`);
  const decide = page.getByRole("button", { name: "Decide about Ash" });
  const dialog = page.getByRole("dialog", { name: "Is it in your library?" });
  const answer = dialog.getByRole("button", { name: "This one" });
  const decided = countSent(page, /playlists\.decide/);
  await decide.focus();
  await page.keyboard.down("Enter");
  await expect.poll(() => isFocused(answer)).toBe(true);
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  const { y = 0 } = (await answer.boundingBox()) ?? {};
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  // The button lies where the answer will.
  await decide.evaluate((button, atPx) => scrollBy(0, button.getBoundingClientRect().y - atPx), y);
  await doublePress(page, decide, answer);
  // A press of its own does.
  await answer.click();
  await dialog.waitFor({ state: "detached" });
  expect(decided()).toBe(1);
});
